import { Duration, Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { resolveResources } from '../../../lib/pods/containers/resources';
import { EnvValue } from '../../../lib/pods/containers/env-value';
import { Exposure } from '../../../lib/serving/exposure/exposure';
import { ModelServer } from '../../../lib/serving/model-servers';
import { ModelSource } from '../../../lib/model/model-source';
import { openAdvice } from '../../../lib/core/problems/check';
import { formatProblem } from '../../../lib/core/problems/problem';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { GpuSharing } from '../../../lib/core/hardware/gpu-sharing';
import { Vllm, type VllmOptions } from '../../../lib/serving/servers/vllm';
import type { ServingDeploymentProps } from '../../../lib/serving/serving-deployment';
import { gpuPool } from '../../workload/pools';
import { MODELS, serving } from '../servings';

const TOKEN = EnvValue.fromSecret('hugging-face', 'token');
const HUB = ModelSource.huggingFace('Qwen/Qwen2.5-7B-Instruct', 'a09a354', { token: TOKEN, size: Size.gibibytes(16) });

function pod(props: Partial<ServingDeploymentProps> = {}) {
  const { spec } = serving({ server: ModelServer.vllm(), model: HUB, ...props }, gpuPool()).resource.toJson().spec
    .template;
  return { spec, container: spec.containers[0] };
}

test('a model of Hugging Face comes at its revision, by the token of a Secret, to a disk of its size', () => {
  const { spec, container } = pod();
  expect(container).toMatchObject({
    image: 'vllm/vllm-openai:v0.28.0',
    command: ['vllm', 'serve'],
    args: expect.arrayContaining(['Qwen/Qwen2.5-7B-Instruct', '--revision=a09a354', '--served-model-name=mnist']),
    env: expect.arrayContaining([
      { name: 'HF_HOME', value: '/models' },
      { name: 'HF_TOKEN', valueFrom: { secretKeyRef: { name: 'hugging-face', key: 'token' } } },
    ]),
    resources: { requests: { 'ephemeral-storage': '17Gi' } },
  });
  expect(spec.volumes).toEqual(
    expect.arrayContaining([
      { name: 'models', emptyDir: { sizeLimit: '16Gi' } },
      { name: 'dev-shm', emptyDir: { medium: 'Memory', sizeLimit: '8Gi' } },
    ]),
  );
});

test('a model of a bucket is its one version', () => {
  const { container } = pod({ model: MODELS.version(3) });
  expect(container.args[0]).toBe('/models/mnist/3');
});

test('it is split over the GPUs of its pod', () => {
  const { container } = pod({ resources: { gpus: 4 } });
  expect(container.args).toContain('--tensor-parallel-size=4');
});

test('over several machines its own processes find each other, one part of the layers on each, all GPUs of a node by default', () => {
  const { args, workerArgs } = Vllm.of({ machines: 3, extraArgs: ['--seed=1'] }).container(
    {
      name: 'large',
      policy: { kind: 'pinned', versions: [3], labels: {} },
      location: '/models/large',
      requestTimeout: Duration.minutes(10),
    },
    { ...resolveResources({ pool: gpuPool(), accelerated: true, mounts: [] }), gpus: 4 },
  );
  expect(args).toEqual([
    '/models/large/3',
    '--served-model-name=large',
    '--port=8000',
    '--tensor-parallel-size=4',
    '--pipeline-parallel-size=3',
    '--nnodes=3',
    '--distributed-executor-backend=mp',
    '--node-rank=$(LWS_WORKER_INDEX)',
    '--master-addr=$(LWS_LEADER_ADDRESS)',
    '--shutdown-timeout=600',
    '--seed=1',
  ]);
  expect(workerArgs).toEqual(['--headless']);
  const { resource } = serving({ server: ModelServer.vllm({ machines: 2 }), model: HUB }, gpuPool());
  expect(JSON.stringify(resource.toJson())).toContain('"nvidia.com/gpu":4');
});

test.each(['--nnodes=2', '--node_rank=1', '--master-addr=10.0.0.1', '--headless', '--pipeline-parallel-size=2'])(
  'fails: %s is a flag of the library (server-arg)',
  (arg) => {
    expect(() => ModelServer.vllm({ extraArgs: [arg] })).toThrow(/that the library sets itself.*server-arg/);
  },
);

test.each([0, -1, 1.5, Number.NaN])('fails: no replica spans %s machines (server-machines)', (machines) => {
  expect(() => ModelServer.vllm({ machines })).toThrow(
    `machines cannot be ${machines}: use a whole number of 1 or more`,
  );
});

test('it has half an hour to load, unless the serving says another time', () => {
  const failures = (props: Partial<ServingDeploymentProps>) => pod(props).container.startupProbe.failureThreshold;
  expect(failures({})).toBe(360);
  expect(failures({ startupTimeout: Duration.minutes(5) })).toBe(60);
});

test('fails: a pod without a GPU (server-gpus)', () => {
  expect(() => pod({ resources: { gpus: 0 } })).toThrow(
    'vLLM computes on GPUs, but each replica asks for none: use a pool with GPUs, and leave resources.gpus out or set it to 1 or more (server-gpus)',
  );
});

test('fails: several versions in one server (server-versions)', () => {
  expect(() => pod({ model: MODELS.versions([1, 2]) })).toThrow(
    'vLLM serves one version, but versions 1, 2 are given: give one of them, such as models.version(2) (server-versions)',
  );
});

test.each([
  [{ maxModelLength: 0.5 }, 'maxModelLength cannot be 0.5: use a whole number of 1 or more'],
  [{ gpuMemoryFraction: 2 }, "2 is not a share of a GPU's memory"],
  [
    { extraArgs: ['--tensor-parallel-size=2'] },
    '--tensor-parallel-size is a flag that the library sets itself: use resources.gpus of the serving',
  ],
  [
    { extraArgs: ['--tensor_parallel_size=2', '--pipeline_parallel_size=2'] },
    '--pipeline-parallel-size is a flag that the library sets itself: use machines',
  ],
  [{ extraArgs: ['--ssl-keyfile=/key_file'] }, '--ssl-keyfile is a flag that the library sets itself: leave it out'],
  [{ port: 0 }, 'port cannot be 0'],
  [{ image: 'vllm/vllm-openai:v0.9.2' }, 'vLLM 0.9.2 does not end its requests before it ends'],
  [
    { version: '0.9.2' },
    'vLLM 0.9.2 does not end its requests before it ends, or is no release: give 0.18.0 or a newer release',
  ],
])(
  'fails: options that vLLM does not take (model-length, gpu-memory-fraction, server-arg, server-port, server-version): %j',
  (options, message) => {
    expect(() => Vllm.of(options)).toThrow(message);
  },
);

test('a log of requests is a flag', () => {
  expect(pod({ requestLog: true }).container.args).toContain('--enable-log-requests');
  expect(pod().container.args).not.toContain('--enable-log-requests');
});

test('a load balancer leads to calls that ask for its key alone', () => {
  const exposure = Exposure.internalLoadBalancer();
  const { annotations } = serving({ server: ModelServer.vllm(), exposure }, gpuPool()).resource.toJson().spec.template
    .metadata;
  const { routes } = JSON.parse(annotations['trainyard/guard.json']).static_resources.listeners[0].filter_chains[0]
    .filters[0].typed_config.route_config.virtual_hosts[0];
  expect(routes).toMatchObject([
    { match: { safe_regex: {} }, direct_response: { status: 403 } },
    { match: { prefix: '/v1/load_lora_adapter' }, direct_response: { status: 403 } },
    { match: { prefix: '/v1/unload_lora_adapter' }, direct_response: { status: 403 } },
    { match: { prefix: '/v1/' } },
    { match: { prefix: '/' }, direct_response: { status: 403 } },
  ]);
});

/** The codes of advice about a server on a pool with GPUs of 24 GB. */
function onL4(
  options: VllmOptions,
  props: Partial<ServingDeploymentProps> = {},
  pool = gpuPool({ accelerator: Accelerator.L4 }),
) {
  const construct = serving({ server: ModelServer.vllm(options), model: MODELS, ...props }, pool);
  return openAdvice(construct).flatMap(({ advice }) => (advice.code === 'model-memory' ? [formatProblem(advice)] : []));
}

test('fails: weights that do not fit into the memory of the GPUs (model-memory)', () => {
  expect(() => onL4({ weights: Size.gibibytes(140) }, { resources: { gpus: 4 } })).toThrow(
    'the weights of the model take 140Gi, but the GPUs of a replica have 96Gi, of which vLLM takes the share 0.9: set resources.gpus to 8 or more, or machines of ModelServer.vllm to 2, or use a pool of 4 nvidia-tesla-a100 (160Gi), 2 nvidia-a100-80gb (160Gi), 2 nvidia-h100-80gb (160Gi), or a smaller model (model-memory)',
  );
  expect(() => onL4({ weights: Size.gibibytes(22) })).toThrow(
    /the GPUs of a replica have 24Gi, .*: set resources\.gpus to 2 /,
  );
  expect(onL4({ weights: Size.gibibytes(22), gpuMemoryFraction: 0.95 })).toEqual([]);
  expect(onL4({ weights: Size.gibibytes(22) }, {}, gpuPool())).toEqual([]);
  expect(onL4({ weights: Size.gibibytes(140), machines: 2 })).toEqual([]);
  expect(() => onL4({ weights: Size.gibibytes(180), machines: 2 })).toThrow(
    'the GPUs of a replica have 192Gi, of which vLLM takes the share 0.9: set resources.gpus to 8 or more, or machines of ModelServer.vllm to 3,',
  );
  const pool = gpuPool({ accelerator: Accelerator.A100, sharing: GpuSharing.mig('1g.5gb') });
  expect(() => onL4({ weights: Size.gibibytes(6) }, { resources: { gpus: 1 } }, pool)).toThrow('have 5Gi');
});

test('fails: files of Hugging Face that may not fit into the memory of the GPUs are advice (model-memory)', () => {
  const model = (size?: Size) => ({ model: ModelSource.huggingFace('acme/large', 'v1', { size }) });
  expect(onL4({}, model(Size.gibibytes(30)))).toEqual([
    'the files of acme/large have up to 30Gi, but the GPUs of a replica have 24Gi, of which vLLM takes the share 0.9: set resources.gpus to 2 or more, or machines of ModelServer.vllm to 2, or use a pool of 1 nvidia-tesla-a100 (40Gi), 2 nvidia-l4 (48Gi), 4 nvidia-tesla-t4 (64Gi), or a smaller model, or set weights of ModelServer.vllm if they take less (model-memory)',
  ]);
  expect(onL4({}, model())).toEqual([]);
  expect(onL4({}, model(Size.gibibytes(20)))).toEqual([]);
  expect(onL4({ weights: Size.gibibytes(20) }, model(Size.gibibytes(30)))).toEqual([]);
});
