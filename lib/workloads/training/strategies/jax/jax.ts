import type { TrainingStrategy } from '../../training-strategy';
import { Processes } from './processes';

/** The ways in which JAX trains on several machines. */
export const JAX = {
  /** A process in each worker, which owns all its GPUs. */
  processes: (): TrainingStrategy<'JAX', 1> => new Processes(),
};
