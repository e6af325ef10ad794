import type { ModelServer as Contract } from './model-server';
import { ContainerServer, type ContainerServerOptions } from './servers/container-server';
import { Triton, type TritonOptions } from './servers/triton';
import { Vllm, type VllmOptions } from './servers/vllm';
import type { TensorFlowServingOptions } from './servers/tensorflow-options';
import { TensorFlowServing } from './servers/tensorflow-serving';

export type ModelServer = Contract;

/**
 * The programs that serve models.
 *
 * @example
 * const server = ModelServer.tensorFlowServing({ batching: { maxBatchSize: 32 } });
 */
export const ModelServer = {
  /** TensorFlow Serving, for SavedModels. */
  tensorFlowServing: (options: TensorFlowServingOptions = {}): ModelServer => TensorFlowServing.of(options),
  /** NVIDIA's Triton, for models of TensorRT, ONNX, PyTorch, OpenVINO and Python. */
  triton: (options: TritonOptions = {}): ModelServer => Triton.of(options),
  /** vLLM, for language models on the GPUs of one machine or of several. */
  vllm: (options: VllmOptions = {}): ModelServer => Vllm.of(options),
  /** Any other server, by its image. */
  container: (options: ContainerServerOptions): ModelServer => ContainerServer.of(options),
};
