import type { TrainingStrategy } from '../../training-strategy';
import { DistributedDataParallel } from './distributed-data-parallel';
import { Torchrun, type ElasticOptions, type TorchrunOptions } from './torchrun';
import type { PyTorchOptions } from './variables';

/**
 * The ways in which PyTorch trains on several machines.
 *
 * @example
 * const strategy = PyTorch.elastic({ atLeast: 2 });
 */
export const PyTorch = {
  /** A fixed number of workers. In each, torchrun starts a process for each GPU. */
  torchrun: (options: TorchrunOptions = {}): TrainingStrategy<'PyTorch', 1> => Torchrun.static(options),

  /** Workers by torchrun. The job goes on with fewer of them when some are lost. */
  elastic: (options: ElasticOptions): TrainingStrategy<'PyTorch', 1> => Torchrun.elastic(options),

  /** Workers of one process each, without torchrun: for scripts that read RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT. */
  distributedDataParallel: (options: PyTorchOptions = {}): TrainingStrategy<'PyTorch', 1> =>
    new DistributedDataParallel(options),
};
