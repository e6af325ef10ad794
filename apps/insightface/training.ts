import { Duration } from 'cdk8s';
import {
  DistributedTrainingJob,
  MXNet,
  ModelSource,
  type ClusterChart,
  type INodePool,
  type PodUser,
  type ResourceOptions,
  type SharedVolume,
} from '../../lib/index';

/** Where the job runs, and where its data is. */
export interface TrainingPlace {
  readonly image: string;
  readonly workers: INodePool;
  /** The requests of each worker: all GPUs of its machine. @default - small requests, no GPU */
  readonly worker?: ResourceOptions;
  /** For the scheduler and the servers. */
  readonly servers: INodePool;
  /** The record file, the checkpoints and the model. All workers read and write it. */
  readonly data: SharedVolume;
  /** @default - the user of the trainer's image */
  readonly user?: PodUser;
}

/** Two workers and two servers. Each worker reads its part of the record file, and sends gradients of two bits a number. */
export function train(chart: ClusterChart, place: TrainingPlace): DistributedTrainingJob {
  const { image, workers, worker, servers, data, user } = place;
  return new DistributedTrainingJob(chart, 'faces', {
    image,
    command: ['python3', '/app/train.py'],
    args: ['--data-dir=/data'],
    pool: workers,
    workers: 2,
    resources: worker,
    activeDeadline: Duration.hours(1),
    mounts: [data.at('/data')],
    exports: ModelSource.volume(data, 'export').version(1),
    user,
    strategy: MXNet.parameterServer({
      servers: { replicas: 2, pool: servers },
      gradientCompression: { type: '2bit', threshold: 0.5 },
    }),
  });
}
