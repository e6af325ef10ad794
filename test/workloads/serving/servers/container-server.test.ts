import { expect, test } from 'vitest';
import { ModelServer } from '../../../../lib/workloads/serving/model-servers';
import { ServerCheck } from '../../../../lib/workloads/serving/server-check';
import type { ContainerServerOptions } from '../../../../lib/workloads/serving/servers/container-server';
import { MODELS, objectsOf, serving } from '../servings';

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
    'metrics name the port "metrics", which is not among the ports: use one of "http", "grpc"',
  ],
])('fails: ports that no pod has (server-port)', (options, message) => {
  // A program in JavaScript can give no ports.
  expect(() => pod(options as Partial<ContainerServerOptions>)).toThrow(message);
});

test('fails: a server that needs GPUs on a pool without (server-gpus)', () => {
  expect(() => pod({ needsGpus: true })).toThrow('MLServer computes on GPUs, but each replica asks for none');
});
