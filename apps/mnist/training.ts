import { Duration } from 'cdk8s';
import {
  DistributedTrainingJob,
  type PodUser,
  type ClusterChart,
  type INodePool,
  type IWorkloadIdentity,
  type ModelSource,
  type Mount,
  type TrainingEngine,
} from '../../lib/index';
import { type TrainingStrategy } from '../../lib/extend';
import { TENSORFLOW, type Framework } from './frameworks';

/** The user, the identity and the data of the job, in the cloud or on a laptop. */
export interface TrainingPlace {
  readonly workers: INodePool;
  /** For the chief and the parameter servers. */
  readonly coordination: INodePool;
  readonly identity?: IWorkloadIdentity;
  /** The trainer's image for a framework. */
  readonly image: (framework: Framework) => string;
  /** The folder of its data, its checkpoints and its models. */
  readonly data: Mount;
  /** Where its model goes, and the number of its version. */
  readonly exports: ModelSource;
  /** @default - the user of the trainer's image */
  readonly user?: PodUser;
}

/** How a job trains. */
export interface TrainingChoices {
  /** The framework of the job and of the server. @default TENSORFLOW */
  readonly framework?: Framework;
  /** The engine of the job. @default - the first engine that the cluster can run */
  readonly engine?: TrainingEngine;
  /** The strategy of the job. @default - the framework's */
  readonly strategy?: TrainingStrategy;
  /** The user of the tasks. @default - as the platform needs it */
  readonly user?: PodUser;
}

/** A job with two workers, which ends by itself and leaves a model. */
export function train(chart: ClusterChart, place: TrainingPlace, choices: TrainingChoices): DistributedTrainingJob {
  const { framework = TENSORFLOW, strategy = framework.strategy(place.coordination), engine } = choices;
  return new DistributedTrainingJob(chart, 'mnist', {
    image: place.image(framework),
    command: framework.command,
    args: ['--data_dir=/data'],
    pool: place.workers,
    workers: 2,
    activeDeadline: Duration.hours(1),
    mounts: [place.data],
    exports: place.exports,
    identity: place.identity,
    user: choices.user ?? place.user,
    strategy,
    engine,
  });
}
