import type { TrainingStrategy } from '../../training-strategy';
import { MultiWorkerMirrored, type MultiWorkerMirroredOptions } from './multi-worker-mirrored';
import { ParameterServer, type ParameterServerOptions } from './parameter-server';

/** The ways in which TensorFlow trains on several machines. */
export const TensorFlow = {
  /** Workers, parameter servers and a chief. Refused: less than one parameter server. */
  parameterServer(options: ParameterServerOptions): TrainingStrategy {
    return ParameterServer.of(options);
  },

  /** Workers alone, in step. */
  multiWorkerMirrored(options: MultiWorkerMirroredOptions = {}): TrainingStrategy {
    return MultiWorkerMirrored.of(options);
  },
};
