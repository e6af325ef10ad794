import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { resolveResources } from '../../../lib/pods/containers/resources';
import type { ServedModel } from '../../../lib/model/served-model';
import { flagOf } from '../../../lib/serving/servers/server-options';
import { isBefore } from '../../../lib/serving/servers/release';
import { OWNED, SINCE } from '../../../lib/serving/servers/tensorflow-flags';
import type { TensorFlowServingOptions } from '../../../lib/serving/servers/tensorflow-options';
import { TensorFlowServing } from '../../../lib/serving/servers/tensorflow-serving';
import { cpuPool, gpuPool } from '../../workload/pools';
import { texts } from '../servings';

const MODEL: ServedModel = {
  name: 'mnist',
  location: '/models/mnist',
  policy: { kind: 'pinned', versions: [3], labels: {} },
  requestTimeout: Duration.seconds(30),
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
  const short = container({ batching: { maxBatchSize: 4, timeout: Duration.millis(0.3) } });
  expect(short.files?.['batching.config']).toContain('batch_timeout_micros { value: 300 }');
});

/** Every option with a value of its own. */
const ALL: TensorFlowServingOptions = {
  restTimeout: Duration.seconds(60),
  tls: { secretName: 'mnist-tls' },
  batching: { maxBatchSize: 32 },
  warmupIterations: 3,
  gpuMemoryFraction: 0.5,
  threads: { intraOp: 2, interOp: 4 },
  loading: { threads: 2, unloadThreads: 1, retries: 1, retryInterval: Duration.seconds(10) },
  pollInterval: Duration.seconds(30),
};
const LABELLED = { policy: { kind: 'pinned', versions: [2, 3], labels: { stable: 2 } } } as const;

describe('flags', () => {
  test('say what the options say', () => {
    expect(container(ALL, { loaded: [2], ...LABELLED }, gpuPool()).args).toEqual([
      '--port=8500',
      '--rest_api_port=8501',
      '--rest_api_timeout_in_ms=60000',
      '--ssl_config_file=/etc/serving-tls/ssl.config',
      '--model_config_file=/etc/serving-live/models.config',
      '--model_config_file_poll_wait_seconds=30',
      '--file_system_poll_wait_seconds=30',
      '--allow_version_labels_for_unavailable_models=true',
      '--monitoring_config_file=/etc/serving/monitoring.config',
      '--enable_batching=true',
      '--batching_parameters_file=/etc/serving/batching.config',
      '--num_request_iterations_for_warmup=3',
      '--per_process_gpu_memory_fraction=0.5',
      '--tensorflow_intra_op_parallelism=2',
      '--tensorflow_inter_op_parallelism=4',
      '--num_load_threads=2',
      '--num_unload_threads=1',
      '--max_num_load_retries=1',
      '--load_retry_interval_micros=10000000',
      '--grpc_channel_arguments=grpc.max_connection_age_ms=30000,grpc.max_connection_age_grace_ms=30000',
      '--grpc_max_threads=16',
      '--enable_profiler=false',
    ]);
    expect(container({ warmupIterations: 0, threads: { session: 2 } }).args).toEqual(
      expect.arrayContaining(['--enable_model_warmup=false', '--tensorflow_session_parallelism=2']),
    );
  });

  test('further ones stand behind', () => {
    expect(container({ extraArgs: ['--mixed_precision=bfloat16'] }).args?.at(-1)).toBe('--mixed_precision=bfloat16');
  });

  test.each(['2.0.0', '2.5.1', '2.20.0'] as const)('are those of release %s', (version) => {
    const { args = [] } = container({ version, batching: { maxBatchSize: 8 }, gpuMemoryFraction: 0.5 });
    const names = args.map((arg) => flagOf(arg) ?? '');
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !Object.hasOwn(OWNED, name))).toEqual([]);
    expect(names.includes('enable_profiler')).toBe(version !== '2.0.0');
  });

  test('that are newer than the oldest release are owned', () => {
    expect(Object.keys(SINCE).filter((name) => !Object.hasOwn(OWNED, name))).toEqual([]);
    expect(isBefore('2.9.3', '2.10.0')).toBe(true);
    expect(isBefore('2.10.0', '2.9.3')).toBe(false);
  });
});

test('TLS comes from a Secret, for gRPC alone', () => {
  const { mounts, ready, alive } = container({ tls: { secretName: 'mnist-tls', key: 'mnist.pbtxt' } });
  expect(mounts).toMatchObject([{ path: '/etc/serving-tls', readOnly: true, source: { volume: { secret: {} } } }]);
  // Kubernetes asks gRPC without TLS only.
  expect([ready, alive]).toMatchObject([{ httpGet: {} }, { tcpSocket: {} }]);
});

test.each([
  [{ image: 'mirror.example:5000/tensorflow/serving:2.4.0-gpu' }, '2.4.0'],
  [{ image: 'tensorflow/serving:2.4.0', version: '2.3.0' }, '2.3.0'],
  [{ image: 'tensorflow/serving:nightly' }, '2.20.0'],
  [{ image: 'acme/serving:2.4.0' }, '2.20.0'],
] as const)('with %j its flags are those of %s', (options, version) => {
  const flags = (of: TensorFlowServingOptions) => container(of).args?.map((arg) => flagOf(arg));
  expect(flags(options)).toEqual(flags({ version }));
});

test('fails: a name that is no part of an address (model-name)', () => {
  expect(texts(TensorFlowServing.of({}).problems({ ...MODEL, name: 'a/b' }))).toEqual([
    expect.stringContaining('(model-name)'),
  ]);
});

test('fails: a flag that no release has is advice (server-arg-unknown)', () => {
  const server = TensorFlowServing.of({ extraArgs: ['--mixed_precison=bfloat16', '--quick=1'] });
  const resources = resolveResources({ pool: cpuPool(), accelerated: true, mounts: [] });
  expect(texts(server.advice(MODEL, resources))).toEqual([
    'TensorFlow Serving up to 2.20.0 has no flag --mixed_precison: write --mixed_precision, or acknowledge this if a newer server has it (server-arg-unknown)',
    'TensorFlow Serving up to 2.20.0 has no flag --quick: leave it out, or acknowledge this if a newer server has it (server-arg-unknown)',
  ]);
});

test.each([
  [{ version: '2.20' }, '"2.20" is not a version of TensorFlow Serving: give three numbers, such as "2.20.0"'],
  [{ image: 'tensorflow/serving:1.15.0' }, 'version 1.15.0 of TensorFlow Serving is older than 2.0.0'],
  [
    { version: '2.4.0', loading: { threads: 2 } },
    'loading.threads needs version 2.5.1 of TensorFlow Serving, but version is 2.4.0: raise version to 2.5.1, or leave loading.threads out (server-version)',
  ],
  [{ version: '2.7.0', warmupIterations: 2 }, 'warmupIterations needs version 2.8.0'],
  [{ extraArgs: ['--port=9000'] }, '--port is a flag that the library sets itself: use grpcPort (server-arg)'],
  [{ extraArgs: ['--model_name=x'] }, '--model_name is a flag that the library sets itself: leave it out (server-arg)'],
  [
    { threads: { session: 2, intraOp: 2, interOp: 2 } },
    'threads.session sets both pools of threads, and so do threads.intraOp and threads.interOp: leave session out, or leave intraOp and interOp out (server-threads)',
  ],
  [
    { threads: { intraOp: 0.5 } },
    'threads.intraOp cannot be 0.5: use a whole number from 1 to 2147483647 (server-count)',
  ],
  [
    { restTimeout: Duration.days(100) },
    'restTimeout in milliseconds cannot be 8640000000: use a whole number from 1 to 2147483647 (server-count)',
  ],
  [{ warmupIterations: -1 }, 'warmupIterations cannot be -1: use a whole number from 0 to 2147483647 (server-count)'],
  [{ loading: { retryInterval: Duration.millis(1500) } }, 'loading.retryInterval in seconds cannot be 1.5'],
  [{ pollInterval: Duration.millis(1500) }, 'pollInterval is 1.5 s: use whole seconds'],
  [{ maxConnectionAge: Duration.millis(9500) }, 'maxConnectionAge is 9.5 s: use whole seconds, 1 or more'],
  [{ maxConnectionAge: Duration.seconds(0) }, 'maxConnectionAge is 0 s: use whole seconds, 1 or more'],
  [
    { tls: { secretName: 'tls' }, extraArgs: ['--use_alts_credentials=true'] },
    'tls and --use_alts_credentials both set the keys of gRPC, and the server takes one of them: leave one of the two out',
  ],
  [{ tls: { secretName: 'Tls' } }, '"Tls" cannot be the name of a Secret'],
])(
  'fails: options that no release takes (server-version, server-arg, server-threads, server-count, name, whole-seconds): %j',
  (options, message) => {
    expect(() => container(options)).toThrow(message);
  },
);

test.each([
  [{ grpcPort: 0 }, 'grpcPort cannot be 0: use a whole number from 1 to 65535 (server-port)'],
  [
    { restPort: 8500 },
    'grpcPort and restPort cannot share port 8500: set restPort to another port, such as 8501 (server-port)',
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
  [
    { batching: { maxBatchSize: 32, timeout: Duration.millis(0.0001) } },
    'timeout cannot be 0.0001 ms: use whole microseconds, such as Duration.millis(0.5) for 500 of them (batching)',
  ],
])(
  'fails: options that the server does not take (server-port, gpu-memory-fraction, batching): %j',
  (options, message) => {
    expect(() => container(options)).toThrow(message);
  },
);
