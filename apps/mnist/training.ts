import { Duration } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  type PodUser,
  TensorFlow,
  type Deployment,
  type ICluster,
  type INodePool,
  type IWorkloadIdentity,
  type Mount,
  type TrainingEngine,
  type TrainingStrategy,
} from '../../lib/index';

export const NAMESPACE = 'mnist';

/** The cluster, pools and data of the job, in the cloud or on a laptop. */
export interface TrainingPlatform {
  readonly cluster: ICluster;
  /** Of the job. */
  readonly namespace: string;
  readonly workers: INodePool;
  /** For the chief and the parameter servers. */
  readonly coordination: INodePool;
  readonly identity?: IWorkloadIdentity;
  readonly image: string;
  readonly data: (chart: ClusterChart) => Mount;
  /** @default - the user of the trainer's image */
  readonly user?: PodUser;
}

/** The choices that tests vary. */
export interface TrainingChoices {
  /** The engine of the job. @default - the first engine that the cluster can run */
  readonly engine?: TrainingEngine;
  /** The strategy of the job. @default - a chief and two parameter servers beside the workers */
  readonly strategy?: TrainingStrategy;
  /** The user of the tasks. @default - as the platform needs it */
  readonly user?: PodUser;
}

/** A job with two workers, which ends by itself and leaves a SavedModel on the data volume. */
export function train({ kubernetes }: Deployment, platform: TrainingPlatform, choices: TrainingChoices): void {
  const parameterServers = { replicas: 2, pool: platform.coordination };
  const chart = new ClusterChart(kubernetes, 'training', {
    cluster: platform.cluster,
    namespace: platform.namespace,
  });
  new DistributedTrainingJob(chart, 'mnist', {
    image: platform.image,
    command: ['python3', '/app/train.py'],
    args: ['--data_dir=/data'],
    pool: platform.workers,
    workers: 2,
    timeLimit: Duration.hours(1),
    mounts: [platform.data(chart)],
    identity: platform.identity,
    user: choices.user ?? platform.user,
    strategy: choices.strategy ?? TensorFlow.parameterServer({ parameterServers }),
    engine: choices.engine,
  });
}
