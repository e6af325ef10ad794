import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { expect, test } from 'vitest';
import { EnvValue } from '../../../lib/pods/containers/env-value';
import { ModelSource } from '../../../lib/model/model-source';
import { ModelServer } from '../../../lib/serving/model-servers';
import { ServerCheck } from '../../../lib/serving/server-check';
import type { ContainerServerOptions } from '../../../lib/serving/servers/container-server';
import { MODELS, objectsOf, problemsOf, serving } from '../servings';

/** MLServer by the open inference protocol. */
const OPTIONS: ContainerServerOptions = {
  name: 'MLServer',
  image: 'seldonio/mlserver:1.7.1',
  command: ['mlserver', 'start', '/etc/serving'],
  env: { MLSERVER_MODEL_NAME: '$(MODEL_NAME)', MLSERVER_MODEL_URI: '$(MODEL_PATH)/$(MODEL_VERSION)' },
  ports: [
    { name: 'http', port: 8080, protocol: 'http' },
    { name: 'grpc', port: 8081, protocol: 'grpc' },
  ],
  ready: ServerCheck.http('/v2/models/$(MODEL_NAME)/versions/$(MODEL_VERSION)/ready'),
  alive: ServerCheck.http('/v2/health/live'),
  files: { 'model-settings.json': '{ "name": "$(MODEL_NAME)", "home": "$(HOME)" }' },
};

function pod(options: Partial<ContainerServerOptions> = {}) {
  const construct = serving({ server: ModelServer.container({ ...OPTIONS, ...options }), model: MODELS.version(4) });
  const { metadata, spec } = construct.resource.toJson().spec.template;
  return { construct, metadata, container: spec.containers[0] };
}

test('it knows its model by variables, and by what stands for them in checks and files', () => {
  const { metadata, container } = pod();
  expect(container.env.slice(0, 5)).toEqual([
    { name: 'MODEL_NAME', value: 'mnist' },
    { name: 'MODEL_PATH', value: '/models/mnist' },
    { name: 'MODEL_VERSION', value: '4' },
    { name: 'MLSERVER_MODEL_NAME', value: '$(MODEL_NAME)' },
    { name: 'MLSERVER_MODEL_URI', value: '$(MODEL_PATH)/$(MODEL_VERSION)' },
  ]);
  expect(container.readinessProbe).toMatchObject({
    httpGet: { path: '/v2/models/mnist/versions/4/ready', port: 'http' },
  });
  expect(metadata.annotations['trainyard/model-settings.json']).toBe('{ "name": "mnist", "home": "$(HOME)" }');
});

test('its ports are those of the Service', () => {
  expect(objectsOf(pod().construct)).toMatchObject({
    'Service mnist': {
      spec: {
        ports: [
          { name: 'http', port: 8080 },
          { name: 'grpc', port: 8081, appProtocol: 'grpc' },
        ],
      },
    },
  });
});

test('it ends after the longest request, unless it ends its requests itself', () => {
  expect(pod().container.lifecycle.preStop.exec.command).toEqual(['sleep', '45']);
  expect(pod({ afterTerm: 'finishes' }).container.lifecycle.preStop.exec.command).toEqual(['sleep', '15']);
});

test.each([
  [ServerCheck.tcp('grpc'), { tcpSocket: { port: 'grpc' } }],
  [ServerCheck.grpc(8081, 'inference'), { grpc: { port: 8081, service: 'inference' } }],
])('it is asked in other ways as well', (ready, probe) => {
  expect(pod({ ready }).container.readinessProbe).toMatchObject(probe);
});

test.each([
  [{ ports: [] }, 'no port is given: give one, such as'],
  [{ ports: [{ name: 'HTTP', port: 8080, protocol: 'http' }] }, '"HTTP" cannot be the name of a port: use up to 15'],
  [
    { metrics: { port: 'metrics', path: '/metrics' } },
    'metrics name the port "metrics", which is not among the ports: use "http" or "grpc"',
  ],
])('fails: ports that no pod has (server-port)', (options, message) => {
  // A program in JavaScript can give no ports.
  expect(() => pod(options as Partial<ContainerServerOptions>)).toThrow(message);
});

test('the age of its connections is that of its drain', () => {
  const { construct } = pod({ connectionAge: Duration.seconds(60), afterTerm: 'serves' });
  expect(construct.serving.preStopDelay.toSeconds()).toBe(71);
  expect(() => pod({ connectionAge: Duration.seconds(0) })).toThrow(
    'connectionAge is 0 s: use whole seconds, 1 or more',
  );
});

test('a model of Hugging Face goes to the disk that is there for it', () => {
  const server = ModelServer.container({ ...OPTIONS, ready: ServerCheck.tcp('http'), readsHuggingFace: true });
  const token = EnvValue.fromSecret('hugging-face', 'token');
  const { spec } = serving({ server, model: ModelSource.huggingFace('a/b', 'v1', { token }) }).resource.toJson().spec
    .template;
  expect(spec.containers[0].env).toContainEqual({ name: 'HF_HOME', value: '/models' });
  expect(spec.containers[0].env).toContainEqual(expect.objectContaining({ name: 'HF_TOKEN' }));
  expect(spec.containers[0].volumeMounts).toContainEqual(expect.objectContaining({ mountPath: '/models' }));
});

test.each([
  [
    { ready: ServerCheck.http('/v2/models/$(MODEL)/ready') },
    'ready asks "/v2/models/$(MODEL)/ready", but nothing takes the place of $(MODEL): use $(MODEL_NAME), $(MODEL_PATH) or $(MODEL_VERSION), or write the value (server-check)',
  ],
  [
    { alive: ServerCheck.tcp('rest') },
    'alive asks port "rest", which is not among the ports: name "http" or "grpc", or ask a health service of gRPC by ServerCheck.grpc(8081) (server-check)',
  ],
])('fails: checks that nobody answers (server-check)', (options, message) => {
  expect(() => pod(options)).toThrow(message);
});

test('a check may have all that Kubernetes takes', () => {
  const port = k8s.IntOrString.fromString('http');
  const httpGet = {
    host: '10.0.0.9',
    httpHeaders: [{ name: 'Accept', value: '*/*' }],
    path: '/',
    port,
    scheme: 'HTTP',
  };
  expect(() => pod({ ready: { httpGet } })).not.toThrow();
  expect(() => pod({ ready: { exec: { command: ['true'] } }, alive: { tcpSocket: { port } } })).not.toThrow();
});

test.each([
  [MODELS.versions([1, 2], { labels: { stable: 1 } }), 'MLServer takes no labels of versions: leave labels out'],
  [
    MODELS.latest(),
    'MLServer gets its version by $(MODEL_VERSION), but the numbers of the newest versions are not known: give the version by its number, such as models.version(2)',
  ],
])('fails: versions that it is not told (server-versions)', (model, message) => {
  expect(() => serving({ server: ModelServer.container(OPTIONS), model })).toThrow(message);
});

test('it may look for the newest version itself', () => {
  const { env, ...rest } = OPTIONS;
  const server = ModelServer.container({ ...rest, ready: ServerCheck.http('/v2/models/$(MODEL_NAME)/ready') });
  expect(env).toBeDefined();
  expect(problemsOf(serving({ server, model: MODELS.latest() }))).toEqual([]);
});

test('fails: a server that needs GPUs on a pool without (server-gpus)', () => {
  expect(() => pod({ needsGpus: true })).toThrow('MLServer computes on GPUs, but each replica asks for none');
});
