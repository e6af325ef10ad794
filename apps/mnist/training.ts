import { Duration } from 'cdk8s';
import {
  DistributedTrainingJob,
  type PodUser,
  TensorFlow,
  type ClusterChart,
  type INodePool,
  type IWorkloadIdentity,
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

/** A job with two workers, which ends by itself and leaves a SavedModel in `/data/export/1`. */
export function train(chart: ClusterChart, place: TrainingPlace, choices: TrainingChoices): void {
  const parameterServers = { replicas: 2, pool: place.coordination };
  new DistributedTrainingJob(chart, 'mnist', {
    image: place.image,
    command: ['python3', '/app/train.py'],
    args: ['--data_dir=/data'],
    pool: place.workers,
    workers: 2,
    timeLimit: Duration.hours(1),
    mounts: [place.data],
    identity: place.identity,
    user: choices.user ?? place.user,
    strategy: choices.strategy ?? TensorFlow.parameterServer({ parameterServers }),
    engine: choices.engine,
  });
}
