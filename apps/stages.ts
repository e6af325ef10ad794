import { Stage, TerraformState } from '../lib/index';

/** For experiments: the state is on disk, and nothing is protected. */
export const DEV = new Stage({
  name: 'dev',
  project: 'acme-ml-dev',
  region: 'us-east1',
  labels: { team: 'research' },
});

/** For production: the state is shared, and data and clusters are protected. */
export const PROD = new Stage({
  name: 'prod',
  project: 'acme-ml-prod',
  region: 'us-central1',
  state: TerraformState.bucket('acme-ml-terraform-state'),
  labels: { team: 'research' },
  protected: true,
});

/** For a laptop without cloud and GPUs. */
export const LOCAL = new Stage({ name: 'local' });
