import { Duration } from 'cdk8s';
import {
  DistributedTrainingJob,
  type PodUser,
  TensorFlow,
  type ClusterChart,
  type INodePool,
  type IWorkloadIdentity,
  type ModelSource,
  type Mount,
  type TrainingEngine,
  type TrainingStrategy,
} from '../../lib/index';

/** The user, the identity and the data of the job, in the cloud or on a laptop. */
export interface TrainingPlace {
  readonly workers: INodePool;
  /** For the chief and the parameter servers. */
  readonly coordination: INodePool;
  readonly identity?: IWorkloadIdentity;
  readonly image: string;
  /** The folder of its data, its checkpoints and its models. */
  readonly data: Mount;
  /** Where its model goes, and the number of its version. */
  readonly exports: ModelSource;
  /** @default - the user of the trainer's image */
  readonly user?: PodUser;
}

/** How a job trains. */
export interface TrainingChoices {
  /** The engine of the job. @default - the first engine that the cluster can run */
  readonly engine?: TrainingEngine;
  /** The strategy of the job. @default - a chief and two parameter servers beside the workers */
  readonly strategy?: TrainingStrategy;
  /** The user of the tasks. @default - as the platform needs it */
  readonly user?: PodUser;
}

/** A job with two workers, which ends by itself and leaves a SavedModel. */
export function train(chart: ClusterChart, place: TrainingPlace, choices: TrainingChoices): DistributedTrainingJob {
  const parameterServers = { replicas: 2, pool: place.coordination };
  return new DistributedTrainingJob(chart, 'mnist', {
    image: place.image,
    command: ['python3', '/app/train.py'],
    args: ['--data_dir=/data'],
    pool: place.workers,
    workers: 2,
    timeLimit: Duration.hours(1),
    mounts: [place.data],
    exports: place.exports,
    identity: place.identity,
    user: choices.user ?? place.user,
    strategy: choices.strategy ?? TensorFlow.parameterServer({ parameterServers }),
    engine: choices.engine,
  });
}
