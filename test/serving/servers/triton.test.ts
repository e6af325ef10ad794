import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { Rollout } from '../../../lib/serving/rollout/rollout';
import { ModelServer } from '../../../lib/serving/model-servers';
import type { ServedModel } from '../../../lib/model/served-model';
import { Triton, type TritonOptions } from '../../../lib/serving/servers/triton';
import { gpuPool } from '../../workload/pools';
import { MODELS, problemsOf, serving } from '../servings';

const MODEL: ServedModel = {
  name: 'mnist',
  location: '/models/a b/mnist',
  policy: { kind: 'pinned', versions: [2, 3], labels: {} },
  requestTimeout: Duration.seconds(30),
};

function container(options: TritonOptions = {}, model: Partial<ServedModel> = {}) {
  return Triton.of(options).container({ ...MODEL, ...model });
}

test('its repository has the versions that are served, and a configuration that says so', () => {
  const { command = [], args = [], env, files } = container({ config: 'backend: "onnxruntime"\n' });
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-triton-'));
  const models = join(folder, 'models/mnist');
  for (const version of ['1', '2', '3']) mkdirSync(join(models, version), { recursive: true });
  writeFileSync(join(folder, 'config.pbtxt'), files?.['config.pbtxt'] ?? '');
  writeFileSync(join(folder, 'tritonserver'), `#!/bin/sh\necho "$@" > ${folder}/flags\n`, { mode: 0o755 });
  const moved = command.map((text) =>
    text.replaceAll('/tmp/models', join(folder, 'repository')).replaceAll('/etc/serving', folder),
  );
  const [shell = '', ...rest] = moved;
  execFileSync(shell, [...rest, ...args], {
    env: {
      ...process.env,
      ...(env as Record<string, string>),
      MODEL_PATH: models,
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    },
  });
  const repository = join(folder, 'repository/mnist');
  expect(readdirSync(repository).sort()).toEqual(['2', '3', 'config.pbtxt']);
  expect(readlinkSync(join(repository, '3'))).toBe(join(models, '3'));
  expect(readFileSync(join(repository, 'config.pbtxt'), 'utf8')).toBe(
    'backend: "onnxruntime"\nversion_policy: { specific: { versions: [ 2, 3 ] } }\n',
  );
  expect(readFileSync(join(folder, 'flags'), 'utf8')).toContain('--model-repository=/tmp/models');
});

test('it is ready when the newest version is, and ends its requests before it ends', () => {
  expect(container()).toMatchObject({
    image: 'nvcr.io/nvidia/tritonserver:26.07-py3',
    ready: { httpGet: { path: '/v2/models/mnist/versions/3/ready' } },
    afterTerm: 'finishes',
    env: { MODEL_PATH: '/models/a b/mnist', MODEL_VERSIONS: '2 3' },
  });
  expect(container({}, { image: 'mnist-model:3' }).image).toBe('mnist-model:3');
});

test('it serves a bucket that is mounted, with or without GPUs', () => {
  const { resource } = serving({ server: ModelServer.triton(), model: MODELS.version(2), rollout: Rollout.rolling() });
  const { spec } = resource.toJson().spec.template;
  expect(spec.volumes).toContainEqual(expect.objectContaining({ csi: expect.anything() }));
  const [{ resources }] = serving({ server: ModelServer.triton() }, gpuPool()).resource.toJson().spec.template.spec
    .containers;
  expect(resources.limits).toMatchObject({ 'nvidia.com/gpu': 1 });
});

test('clients behind a load balancer ask the versions that are served, and change no traces', () => {
  const [{ container }] = serving({ server: ModelServer.triton(), model: MODELS.versions([1, 2]) }).serving.tracks;
  const { clientPaths = [] } = container.ports.find(({ name }) => name === 'http') ?? {};
  const passes = (path: string) => clientPaths.some((each) => path.startsWith(each));
  for (const version of [1, 2]) {
    expect(passes(`/v2/models/mnist/versions/${version}/infer`)).toBe(true);
    expect(passes(`/v2/models/mnist/versions/${version}/trace/setting`)).toBe(false);
  }
});

test.each([
  [{ extraArgs: ['--grpc-port=9'] }, '--grpc-port is a flag that the library sets itself: use grpcPort (server-arg)'],
  [{ extraArgs: ['--model-repository=/x'] }, '--model-repository is a flag that the library sets itself: leave it out'],
  [{ extraArgs: ['log-verbose=1'] }, '"log-verbose=1" is not a flag with its value: write each as --name=value'],
  [{ maxConnectionAge: Duration.seconds(0) }, 'maxConnectionAge is 0 s: use whole seconds, 1 or more (whole-seconds)'],
  [{ restPort: 8001 }, 'grpcPort and restPort cannot share port 8001: set restPort to another port, such as 8003'],
  [
    { config: 'version_policy: { all: {} }' },
    'config has a version_policy, but the versions of the model say which are served: leave version_policy out',
  ],
])(
  'fails: options that Triton does not take (server-arg, server-port, triton-config, whole-seconds): %j',
  (options, message) => {
    expect(() => Triton.of(options)).toThrow(message);
  },
);

test.each([
  [{ model: MODELS.latest() }, 'Triton does not look for new versions: give the version by its number'],
  [
    { model: MODELS.versions([1], { labels: { stable: 1 } }) },
    'Triton knows no labels of versions: leave labels out: clients name the number of a version (server-versions)',
  ],
  [{ modelName: 'a/b' }, '"a/b" cannot be the name of a model of Triton: use letters'],
])('fails: models that Triton does not take (server-versions, model-name)', (props, message) => {
  expect(() => serving({ server: ModelServer.triton(), ...props })).toThrow(message);
});

test('fails: a configuration with another name than the model (triton-config)', () => {
  const inputs = 'input [{ name: "x" dims: [ 1 ] }] instance_group [{ count: 1 }]';
  const of = (config: string) => serving({ server: ModelServer.triton({ config }) });
  expect(() => of(`name: "digits"\n${inputs}`)).toThrow(
    'config names the model "digits", but clients ask for "mnist": leave name out of config, or set modelName to "digits" (triton-config)',
  );
  for (const config of [inputs, `${inputs} name: "mnist"`, `# name: "digits"\n${inputs}`])
    expect(problemsOf(of(config))).toEqual([]);
});
