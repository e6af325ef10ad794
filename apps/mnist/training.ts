import {
  ClusterChart,
  DistributedTrainingJob,
  TensorFlow,
  type ClusterSpec,
  type Deployment,
  type ICluster,
  type INodePool,
  type IWorkloadIdentity,
  type Mount,
  type TrainingEngine,
} from '../../lib/index';

export const NAMESPACE = 'mnist';

/** What the job stands on, in the cloud or on a laptop. */
export interface TrainingPlatform {
  readonly cluster: ICluster;
  readonly workers: INodePool;
  /** For the chief and the parameter servers. */
  readonly coordination: INodePool;
  readonly identity?: IWorkloadIdentity;
  readonly image: string;
  readonly data: (chart: ClusterChart) => Mount;
}

export interface TrainingChoices {
  /** Who runs the job. @default - the first that the cluster has */
  readonly engine?: TrainingEngine;
  /** How tasks learn of each other. @default ClusterSpec.TF_CONFIG */
  readonly clusterSpec?: ClusterSpec;
}

/** Two workers, two parameter servers; ends by itself and leaves a SavedModel on the data volume. */
export function train({ kubernetes }: Deployment, platform: TrainingPlatform, choices: TrainingChoices): void {
  const chart = new ClusterChart(kubernetes, 'training', { cluster: platform.cluster, namespace: NAMESPACE });
  new DistributedTrainingJob(chart, 'mnist', {
    image: platform.image,
    command: ['python3', '/app/train.py'],
    args: ['--data_dir=/data'],
    pool: platform.workers,
    workers: 2,
    mounts: [platform.data(chart)],
    identity: platform.identity,
    strategy: TensorFlow.parameterServer({
      parameterServers: { replicas: 2, pool: platform.coordination },
      clusterSpec: choices.clusterSpec,
    }),
    engine: choices.engine,
  });
}
