import type { TrainingStrategy } from '../../training-strategy';
import { MXNetParameterServer, type MXNetParameterServerOptions } from './parameter-server';

/** The way in which MXNet trains on several machines. */
export const MXNet = {
  /** Workers, servers that hold the weights, and a scheduler by which all find each other. Refused: less than one server. */
  parameterServer(options: MXNetParameterServerOptions): TrainingStrategy<'MXNet', 3> {
    return MXNetParameterServer.of(options);
  },
};
