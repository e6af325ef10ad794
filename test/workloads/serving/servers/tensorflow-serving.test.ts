import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { resolveResources } from '../../../../lib/workloads/pod/resources';
import type { ServedModel } from '../../../../lib/workloads/serving/model-server';
import {
  TensorFlowServing,
  type TensorFlowServingOptions,
} from '../../../../lib/workloads/serving/servers/tensorflow-serving';
import { cpuPool, gpuPool } from '../../pools';

const MODEL: ServedModel = {
  name: 'mnist',
  location: '/models/mnist',
  policy: { kind: 'pinned', versions: [3], labels: {} },
};

function container(options: TensorFlowServingOptions = {}, model: Partial<ServedModel> = {}, pool = cpuPool()) {
  const resources = resolveResources({ pool, accelerated: true, mounts: [] });
  return TensorFlowServing.of(options).container({ ...MODEL, ...model }, resources);
}

describe('the model', () => {
  test('is ready when its version is loaded, not when its status is known', () => {
    expect(container().ready).toMatchObject({ httpGet: { path: '/v1/models/mnist/versions/3/metadata' } });
    expect(container({}, { policy: { kind: 'latest', count: 1 } }).ready).toMatchObject({
      httpGet: { path: '/v1/models/mnist/metadata' },
    });
  });

  test('is named in the file of models, with its versions and labels', () => {
    const policy = { kind: 'pinned', versions: [2, 3], labels: { stable: 2, canary: 3 } } as const;
    const { files, args } = container({}, { policy });
    expect(files?.['models.config']).toBe(
      [
        'model_config_list {',
        '  config {',
        '    name: "mnist"',
        '    base_path: "/models/mnist"',
        '    model_platform: "tensorflow"',
        '    model_version_policy { specific { versions: 2 versions: 3 } }',
        '    version_labels { key: "stable" value: 2 }',
        '    version_labels { key: "canary" value: 3 }',
        '  }',
        '}',
        '',
      ].join('\n'),
    );
    expect(args).toContain('--allow_version_labels_for_unavailable_models=true');
  });

  test('is looked for once, unless the newest version is asked for', () => {
    const poll = (model: Partial<ServedModel>) =>
      container({}, model).args?.find((arg) => arg.startsWith('--file_system_poll'));
    expect(poll({})).toBe('--file_system_poll_wait_seconds=0');
    expect(poll({ policy: { kind: 'latest', count: 1 } })).toBe('--file_system_poll_wait_seconds=5');
    expect(poll({ policy: { kind: 'latest', count: 1 }, location: 'gs://m/mnist' })).toBe(
      '--file_system_poll_wait_seconds=60',
    );
  });

  test('is looked for until it is there, if the program says how often', () => {
    const often = { pollInterval: Duration.seconds(10) };
    expect(container(often).args).toContain('--file_system_poll_wait_seconds=10');
  });
});

test('the image is the one for GPUs where pods have GPUs', () => {
  expect(container().image).toBe('tensorflow/serving:2.20.0');
  expect(container({}, {}, gpuPool())).toMatchObject({
    image: 'tensorflow/serving:2.20.0-gpu',
    env: { TF_FORCE_GPU_ALLOW_GROWTH: 'true' },
  });
  expect(container({}, { image: 'mnist-model:1' }).image).toBe('mnist-model:1');
});

test('the profiler is off, and connections end, so that new pods get requests', () => {
  expect(container({ maxConnectionAge: Duration.seconds(30) }).args).toEqual(
    expect.arrayContaining([
      '--enable_profiler=false',
      '--grpc_channel_arguments=grpc.max_connection_age_ms=30000,grpc.max_connection_age_grace_ms=30000',
    ]),
  );
});

test('batches are described in a file', () => {
  const { args, files } = container({
    batching: { maxBatchSize: 32, timeout: Duration.millis(5), allowedSizes: [8, 32] },
  });
  expect(args).toEqual(expect.arrayContaining(['--enable_batching=true']));
  expect(files?.['batching.config']).toBe(
    'max_batch_size { value: 32 }\nbatch_timeout_micros { value: 5000 }\nallowed_batch_sizes: 8\nallowed_batch_sizes: 32\n',
  );
});

test.each([
  [{ grpcPort: 0 }, '0 is not a port: use a whole number from 1 to 65535 (server-port)'],
  [
    { restPort: 8500 },
    'gRPC and REST cannot share port 8500: set restPort to another port, such as 8501 (server-port)',
  ],
  [
    { gpuMemoryFraction: 2 },
    "2 is not a share of a GPU's memory: use a number above 0 and up to 1, such as 0.5 (gpu-memory-fraction)",
  ],
  [{ batching: { maxBatchSize: 0 } }, 'maxBatchSize cannot be 0: use a whole number of 1 or more (batching)'],
  [
    { batching: { maxBatchSize: 32, allowedSizes: [8] } },
    'allowedSizes cannot be 8: give rising numbers, the last of them 32 (batching)',
  ],
])(
  'fails: options that the server does not take (server-port, gpu-memory-fraction, batching): %j',
  (options, message) => {
    expect(() => container(options)).toThrow(message);
  },
);
