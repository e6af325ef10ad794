import { Stage, State } from '../lib/index';

/** Where we try things: state on disk, nothing is protected. */
export const DEV = new Stage({
  name: 'dev',
  project: 'acme-ml-dev',
  region: 'us-east1',
  labels: { team: 'research' },
});

/** Where it counts: shared state, nothing is destroyed by accident. */
export const PROD = new Stage({
  name: 'prod',
  project: 'acme-ml-prod',
  region: 'us-central1',
  state: State.bucket('acme-ml-terraform-state'),
  labels: { team: 'research' },
  protected: true,
});

/** A laptop: no cloud, no GPUs. */
export const LOCAL = new Stage({ name: 'local' });
