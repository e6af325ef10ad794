import type { TrainingStrategy } from '../../training-strategy';
import type { RoleOptions } from '../role-options';
import { MultiWorkerMirrored, type MultiWorkerMirroredOptions } from './multi-worker-mirrored';
import { ParameterServer, type ParameterServerOptions } from './parameter-server';

/**
 * The ways in which TensorFlow trains on several machines.
 *
 * @example
 * const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 2, pool: cpu } });
 */
export const TensorFlow = {
  /** Workers, parameter servers and a chief. Refused: less than one parameter server. */
  parameterServer(options: ParameterServerOptions): TrainingStrategy<'TensorFlow', 2 | 3 | 4> {
    return ParameterServer.of(options);
  },

  /** Workers alone, in step. */
  multiWorkerMirrored,
};

function multiWorkerMirrored(
  options?: MultiWorkerMirroredOptions & { readonly evaluator?: undefined },
): TrainingStrategy<'TensorFlow', 1>;
function multiWorkerMirrored(
  options: MultiWorkerMirroredOptions & { readonly evaluator: RoleOptions },
): TrainingStrategy<'TensorFlow', 2>;
function multiWorkerMirrored(options: MultiWorkerMirroredOptions): TrainingStrategy<'TensorFlow', 1 | 2>;
function multiWorkerMirrored(options: MultiWorkerMirroredOptions = {}): TrainingStrategy<'TensorFlow', 1 | 2> {
  return new MultiWorkerMirrored(options);
}
