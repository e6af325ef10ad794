import type { ModelServer as Contract } from './model-server';
import { TensorFlowServing, type TensorFlowServingOptions } from './servers/tensorflow-serving';

export type ModelServer = Contract;

/** The programs that serve models. */
export const ModelServer = {
  /** TensorFlow Serving, for SavedModels. */
  tensorFlowServing: (options: TensorFlowServingOptions = {}): ModelServer => TensorFlowServing.of(options),
};
