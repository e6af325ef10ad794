import { Duration } from 'cdk8s';
import { ModelServer, PyTorch, TensorFlow, type INodePool } from '../../lib/index';
import { type TrainingStrategy } from '../../lib/extend';

/** How the application trains with a framework, and who serves the model. */
export interface Framework {
  /** The name of the trainer's image. */
  readonly image: string;
  /** @default - `Dockerfile` in the folder of the trainer */
  readonly dockerfile?: string;
  readonly command: readonly string[];
  /** @param coordination the pool of tasks that need no GPU */
  readonly strategy: (coordination: INodePool) => TrainingStrategy;
  /** @param batches true if it answers requests that come together at once */
  readonly server: (batches?: boolean) => ModelServer;
}

/** A chief and two parameter servers beside the workers. The server looks for the model until the job has exported it. */
export const TENSORFLOW: Framework = {
  image: 'mnist',
  command: ['python3', '/app/train.py'],
  strategy: (pool) => TensorFlow.parameterServer({ parameterServers: { replicas: 2, pool } }),
  server: (batches) =>
    ModelServer.tensorFlowServing({
      pollInterval: Duration.seconds(10),
      batching: batches ? { maxBatchSize: 32 } : undefined,
    }),
};

/** The inputs and outputs of the exported TorchScript, for Triton. */
const CONFIG = `backend: "pytorch"
max_batch_size: 64
input [{ name: "INPUT__0" data_type: TYPE_FP32 dims: [28, 28] }]
output [{ name: "OUTPUT__0" data_type: TYPE_FP32 dims: [10] }]
`;

/** Workers alone, of one process each. The server ends without a model, and starts again until the job has exported it. */
export const PYTORCH: Framework = {
  image: 'mnist-torch',
  dockerfile: 'apps/mnist/trainer/torch.Dockerfile',
  command: ['python3', '/app/train_torch.py'],
  strategy: () => PyTorch.distributedDataParallel(),
  server: (batches) => ModelServer.triton({ config: batches ? `${CONFIG}dynamic_batching { }\n` : CONFIG }),
};
