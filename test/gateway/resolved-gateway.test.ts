import { Chart, Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { GatewayBackend, type RouteOptions } from '../../lib/gateway';
import { GatewayAddress } from '../../lib/infrastructure';
import { NotebookHub } from '../../lib/notebook';
import { Exposure, GraphNode, InferenceGraph, ModelServer, ModelSource, ServerCheck } from '../../lib/serving';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { MODELS } from '../serving/servings';
import { cpuPool, gpuPool } from '../workload/pools';
import { CLUSTER, gateway, objectsOf, server } from './gateways';

// The longest time of a request is one fact of what answers it, at every program that passes requests on.

const address = GatewayAddress.fromAttributes({
  ...{ addressName: 'entry', reach: 'internal', region: 'us-central1' },
  proxyRange: '10.2.0.0/23',
});
const BACKENDS = {
  gatewayApi: GatewayBackend.gatewayApi(),
  gke: GatewayBackend.gke(address),
  istio: GatewayBackend.istio(),
  emissary: GatewayBackend.emissary(),
};
const GPUS = gpuPool({ cluster: CLUSTER, accelerator: Accelerator.L4 });
const HUB = ModelSource.huggingFace('Qwen/Qwen2.5-7B-Instruct', 'a09a35458c702b33eeacc393d103063234e8bc28');
const TGI = ModelServer.container({
  ...{ image: 'tgi:3', readsHuggingFace: true, ready: ServerCheck.http('/health') },
  ports: [{ name: 'http', port: 80, protocol: 'http' }],
});

/** The times of a gateway's objects in seconds, by the names of their fields. */
function timesOf(backend: GatewayBackend, to: (beside: ReturnType<typeof gateway>) => RouteOptions['to']) {
  const entry = gateway({ backend, exposure: Exposure.internalLoadBalancer() });
  const target = to(entry);
  entry.route('it', { to: target, port: 'serving' in target ? 'http' : undefined });
  const text = JSON.stringify(objectsOf(entry).filter(({ metadata }) => !metadata.name.startsWith('trainyard')));
  const found = text.matchAll(
    /"(request|timeout|timeoutSec|timeout_ms|idle_timeout_ms|drainTimeout)":"?(\d+)s?"?[,}]/g,
  );
  return Object.fromEntries(
    [...found].map(([, name = '', value]) => [name, Number(value) / (name.endsWith('_ms') ? 1000 : 1)]),
  );
}

const TARGETS: readonly (readonly [string, number, (beside: ReturnType<typeof gateway>) => RouteOptions['to']])[] = [
  ['vLLM', 600, (beside) => server(beside, 'qwen', { pool: GPUS, server: ModelServer.vllm(), model: HUB })],
  ['Triton', 600, (beside) => server(beside, 'digits', { server: ModelServer.triton(), model: MODELS.version(2) })],
  ['a container that reads Hugging Face', 600, (beside) => server(beside, 'tgi', { server: TGI, model: HUB })],
  ['TensorFlow Serving', 30, (beside) => server(beside)],
  ['a server that says it', 90, (beside) => server(beside, 'mnist', { requestTimeout: Duration.seconds(90) })],
  ['a hub', 86_400, (beside) => hubBeside(beside).service],
  ['a page with WebSockets', 7200, () => ({ name: 'board', port: 80, requestTimeout: Duration.hours(2) })],
  ['another Service', 30, () => ({ name: 'page', port: 80 })],
  ['a sequence of two models', 120, (beside) => sequenceBeside(beside)],
];

function hubBeside(beside: ReturnType<typeof gateway>, values = {}): NotebookHub {
  const profiles = { CPUs: { pool: cpuPool({ cluster: CLUSTER }) } };
  return new NotebookHub(Chart.of(beside), 'hub', { image: 'hub:5', profiles, values });
}

function sequenceBeside(beside: ReturnType<typeof gateway>) {
  const pool = cpuPool({ cluster: CLUSTER });
  const model = (seconds: number) =>
    GraphNode.model({
      ...{ pool, server: ModelServer.tensorFlowServing(), model: MODELS },
      requestTimeout: Duration.seconds(seconds),
    });
  return new InferenceGraph(Chart.of(beside), 'graph', {
    nodes: { root: GraphNode.sequence('one', 'two'), one: model(90), two: model(30) },
  });
}

for (const [name, seconds, to] of TARGETS) {
  test(`${name} has ${seconds} s for a request at each program`, () => {
    const drain = Math.max(60, Math.min(seconds, 3600));
    expect(timesOf(BACKENDS.gatewayApi, to)).toMatchObject({ request: seconds, drainTimeout: drain });
    expect(timesOf(BACKENDS.gke, to)).toMatchObject({ timeoutSec: seconds });
    expect(timesOf(BACKENDS.istio, to)).toMatchObject({ timeout: seconds });
    expect(timesOf(BACKENDS.emissary, to)).toMatchObject({ timeout_ms: seconds, idle_timeout_ms: seconds });
  });
}

test('the router of a graph waits as long as its models together', () => {
  const beside = gateway();
  const { resource } = sequenceBeside(beside);
  expect(resource?.toJson()).toMatchObject({ spec: { routerTimeouts: { serverRead: 120, serverWrite: 120 } } });
});

test('the health of a hub is asked below its own path', () => {
  const { service } = hubBeside(gateway(), { hub: { baseUrl: '/lab' } });
  expect(service).toMatchObject({ clientPaths: ['/lab/'], healthPath: '/lab/hub/health' });
  expect(hubBeside(gateway()).service).toMatchObject({ clientPaths: ['/'], healthPath: '/hub/health' });
});
