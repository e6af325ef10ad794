import type { TrainingStrategy } from '../../training-strategy';
import { Mpirun, type MpirunOptions } from './mpirun';

/**
 * The way in which programs of MPI train on several machines: Horovod, Chainer, mpi4py and others.
 *
 * @example
 * const strategy = MPI.mpirun({ slotsPerWorker: 2, launcher: { pool: cpu } });
 */
export const MPI = {
  /** A launcher, where mpirun of Open MPI starts the job's command in the workers by ssh. */
  mpirun: (options: MpirunOptions = {}): TrainingStrategy<'MPI', 2> => Mpirun.of(options),
};
