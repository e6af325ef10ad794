import { Size } from 'cdk8s';
import {
  Accelerator,
  ClusterChart,
  EnvValue,
  ModelServer,
  ModelSource,
  NodeCount,
  ServingDeployment,
  TrainingCluster,
  type ServingDeploymentProps,
} from '../../../lib/index';
import type { World, WrongProgram } from './program';

// Models of Hugging Face that are larger than what is there for them, and those that need a token.

const COMMIT = 'a09a35458c702b33eeacc393d103063234e8bc28';
const TOKEN = EnvValue.fromSecret('hugging-face', 'token');

interface Room {
  readonly accelerators?: ReturnType<Accelerator['times']>;
  /** The boot disk in GiB. @default 100 */
  readonly disk?: number;
}

/** A language model on a pool of its own. */
function language(
  { stack, deployment }: World,
  { accelerators = Accelerator.L4.times(1), disk = 100 }: Room,
  props: Pick<ServingDeploymentProps, 'model'> & Partial<ServingDeploymentProps>,
): void {
  const cluster = new TrainingCluster(stack, 'language', { location: 'us-central1-a' });
  const bootDisk = { size: Size.gibibytes(disk) };
  const pool = cluster.addGpuPool('gpus', { accelerators, nodes: NodeCount.between(0, 2), bootDisk });
  const chart = new ClusterChart(deployment.kubernetes, 'language', { cluster, namespace: 'language' });
  new ServingDeployment(chart, 'llm', { pool, server: ModelServer.vllm(), ...props });
}

const modelOf = (id: string, size?: Size) => ModelSource.huggingFace(id, COMMIT, { token: TOKEN, size });

export const WRONG_MODELS: readonly WrongProgram[] = [
  {
    name: 'a model of 14 billion parameters on one GPU of 24 GB',
    code: 'model-memory',
    says: '14 billion parameters of bfloat16 by its name, which take 26703Mi, but the GPUs of a replica have 24Gi',
    build: (world, either, fix) => {
      const gpus = either(1, fix.number());
      const accelerators = Accelerator.L4.times(2);
      language(world, { accelerators }, { model: modelOf('Qwen/Qwen2.5-14B-Instruct'), resources: { gpus } });
    },
  },
  {
    name: 'a model of 70 billion parameters on one GPU of 24 GB, where another pool has room',
    code: 'model-memory',
    says: 'or use a pool of 4 nvidia-tesla-a100 (160Gi), 2 nvidia-a100-80gb (160Gi)',
    build: (world, either, fix) => {
      const count = either(1, Number(fix.part(/(\d+) nvidia-a100-80gb/)));
      const accelerators = either(Accelerator.L4, Accelerator.A100_80GB).times(count);
      const model = modelOf('meta-llama/Llama-3.1-70B-Instruct');
      language(world, { accelerators, disk: 500 }, { model, resources: { gpus: count } });
    },
  },
  {
    name: 'a model of 70 billion parameters on nodes with a small disk',
    code: 'model-disk',
    says: '70 billion parameters of 8 bits by its name, whose files take about 72Gi',
    build: (world, either, fix) => {
      const model = modelOf('RedHatAI/Llama-3.1-70B-Instruct-FP8');
      const accelerators = Accelerator.L4.times(8);
      language(world, { accelerators, disk: either(100, fix.number()) }, { model, resources: { gpus: 8 } });
    },
  },
  {
    name: 'a size that is less than the files of a model',
    code: 'model-disk',
    says: 'which take 32Gi even at 4 bits each',
    build: (world, either, fix) => {
      const accelerators = Accelerator.A100_80GB.times(2);
      const model = modelOf('Qwen/Qwen2.5-70B-Instruct', Size.gibibytes(either(20, fix.number())));
      language(world, { accelerators, disk: 500 }, { model, resources: { gpus: 2 } });
    },
  },
  {
    name: 'a gated model without a token',
    code: 'model-token',
    says: 'google/gemma-2-2b-it is read with a token alone',
    build: (world, _either, fix) => {
      const secret = fix.part(/fromSecret\('([^']+)'/);
      const token = secret === '' ? undefined : EnvValue.fromSecret(secret, fix.part(/, '(\w+)'\)/));
      language(world, {}, { model: ModelSource.huggingFace('google/gemma-2-2b-it', COMMIT, { token }) });
    },
  },
  {
    name: 'local disk of a program beside that of its model',
    code: 'pod-too-large',
    says: 'asks for 45Gi of local disk (5Gi for its program, 40Gi for the model) but a node of pool "gpus" (g2-standard-4)',
    build: (world, either, fix) => {
      const files = either(40 * 1024, fix.number());
      const resources = { ephemeralStorage: Size.gibibytes(5) };
      const model = modelOf('google/gemma-2-2b-it', files === 40 * 1024 ? undefined : Size.mebibytes(files));
      language(world, { disk: 60 }, { model, resources });
    },
  },
  {
    name: 'too much local disk of a program beside that of its model',
    code: 'pod-too-large',
    says: '50Gi for its program, 5Gi for the model',
    build: (world, either, fix) => {
      const ephemeralStorage = either(Size.gibibytes(50), Size.mebibytes(fix.number()));
      const model = modelOf('google/gemma-2-2b-it', Size.gibibytes(5));
      language(world, { disk: 60 }, { model, resources: { ephemeralStorage } });
    },
  },
];
