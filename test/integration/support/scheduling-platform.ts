import { ClusterChart, Operator, Platform, Stage, TrainingCluster } from '../../../lib/index';
import { manifestsOf } from '../../../lib/testing';
import { temporaryFolder } from './program';

const STAGE = new Stage({ name: 'test', project: 'acme-ml-test', region: 'us-central1' });
/** Where the jobs of scheduling tests are. */
export const NAMESPACE = 'trainyard-scheduling';

/** A program in a folder of its own: a cluster with the training operator, and a chart for a job. */
export function schedulingPlatform(application: string) {
  const folder = temporaryFolder();
  const platform = new Platform({ manifestFolder: `${folder}/dist`, stackFolder: `${folder}/cdktf.out` });
  const { stack, kubernetes } = platform.stage(STAGE, application);
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', operators: [Operator.TRAINING] });
  const manifests = () => manifestsOf(kubernetes);
  return {
    stack,
    kubernetes,
    cluster,
    jobChart: () => new ClusterChart(kubernetes, 'training', { cluster, namespace: NAMESPACE }),
    synthesize: () => platform.synth(),
    manifests,
    // The API server refuses pods without their account.
    accounts: () => manifests().filter(({ kind }) => kind === 'ServiceAccount'),
  };
}
