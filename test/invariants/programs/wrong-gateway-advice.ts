import {
  Accelerator,
  ClusterChart,
  EnvValue,
  ModelServer,
  ModelSource,
  NodeCount,
  Operator,
  ServingDeployment,
  TrainingCluster,
} from '../../../lib/index';
import { Certificate, Gateway, GatewayBackend, type RouteOptions } from '../../../lib/gateway/index';
import { OperatorReleases } from '../../../lib/infrastructure/index';
import { Exposure, ServerCheck, type ServingDeploymentProps } from '../../../lib/serving/index';
import { DNS, EVERYONE, gkeOf, HOST, PAGE } from './google-gateways';
import type { World, WrongProgram } from './program';

// What a gateway does to the programs behind it that its user may not know: whom it asks, and whom it lets call what.

export const ADAPTERS = 'VLLM_ALLOW_RUNTIME_LORA_UPDATING';
export const { healthPath, ...UNASKED } = PAGE;
export const ASKED = { ...UNASKED, healthPath };

/** A gateway of Google for everyone, and a server behind it. */
export function googleOf(world: World) {
  const { gateway, server } = gkeOf(world);
  return { entry: gateway({ dns: DNS }, { hosts: { [HOST]: Certificate.google() }, exposure: EVERYONE }), server };
}

/** A language model on a GPU, in a cluster with all programs of gateways. */
export function languageOf({ stack, deployment }: World, props: Partial<ServingDeploymentProps>) {
  const operators = [Operator.ENVOY_GATEWAY, Operator.ISTIO, Operator.EMISSARY, Operator.INFERENCE_EXTENSION];
  const cluster = new TrainingCluster(stack, 'language', { location: 'us-central1-a', operators });
  new OperatorReleases(deployment.addStack('operators'), 'operators', { cluster });
  cluster.addPool('cpus', { machineType: 'n2-standard-8', nodes: NodeCount.between(1, 3) });
  const pool = cluster.addGpuPool('gpus', { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(1, 3) });
  const chart = new ClusterChart(deployment.kubernetes, 'language', { cluster, namespace: 'language' });
  const model = ModelSource.image('us-docker.pkg.dev/acme-ml/images/qwen:1', '/models/qwen').version(1);
  return { chart, server: new ServingDeployment(chart, 'qwen', { pool, model, server: ModelServer.vllm(), ...props }) };
}

function routeOf(
  world: World,
  props: Partial<ServingDeploymentProps>,
  options: Partial<RouteOptions> = {},
  backend?: GatewayBackend,
): void {
  const { chart, server } = languageOf(world, props);
  const hosts = { 'llm.acme.com': Certificate.none() };
  new Gateway(chart, 'entry', { hosts, backend }).route('qwen', { to: server, ...options });
}

const IN_A_CONTAINER = {
  image: 'us-docker.pkg.dev/acme-ml/images/vllm:1',
  ready: ServerCheck.http('/health'),
  env: { [ADAPTERS]: '1' },
  afterTerm: 'finishes' as const,
};
const HTTP = { name: 'http', port: 8000, protocol: 'http' as const };

export const WRONG_GATEWAY_ADVICE: readonly WrongProgram[] = [
  {
    name: 'a page of which nobody says where it answers',
    code: 'gateway-health',
    says: `the load balancer asks Service "page" at "/"`,
    build: (world, either) => {
      googleOf(world).entry.route('page', { to: either(UNASKED, ASKED) });
    },
  },
  {
    name: 'such a page as another version',
    code: 'gateway-health',
    says: "or to '/' if that is one",
    build: (world, either) => {
      const { entry, server } = googleOf(world);
      const canary = {
        to: { ...either(UNASKED, { ...UNASKED, healthPath: '/' }), clientPaths: ['/v1/'] },
        percent: 10,
      };
      entry.route('digits', { to: server('digits', 7), port: 'http', path: '/v1/models/digits:predict', canary });
    },
  },
  {
    name: 'such a page for copies, in an internal network',
    code: 'gateway-health',
    says: "{ name: 'page', port: 80, healthPath: '/health' }",
    build: (world, either) => {
      const { gateway, network, server } = gkeOf(world);
      const mirror = { to: either(UNASKED, ASKED), percent: 5 };
      const entry = gateway({ reach: 'internal', network }, { hosts: { [HOST]: Certificate.secret('models-tls') } });
      entry.route('digits', { to: server('digits', 7), port: 'http', mirror });
    },
  },
  {
    name: 'adapters that everybody may load, by Envoy Gateway',
    code: 'exposure-adapters',
    says: 'so all clients of route "entry-qwen" can load adapters into it',
    build: (world, either) => {
      routeOf(world, { env: { [ADAPTERS]: either('True', '0') } });
    },
  },
  {
    name: 'adapters by the key of a Secret, by Istio',
    code: 'exposure-adapters',
    says: "path: '/v1/chat'",
    build: (world, either) => {
      const env = { [ADAPTERS]: EnvValue.fromSecret('vllm', 'adapters') };
      routeOf(world, { env }, { path: either('/v1', '/v1/chat') }, GatewayBackend.istio());
    },
  },
  {
    name: 'adapters of a container with vLLM, by Emissary',
    code: 'exposure-adapters',
    says: 'leave VLLM_ALLOW_RUNTIME_LORA_UPDATING out',
    build: (world, either) => {
      const server = ModelServer.container({ ...IN_A_CONTAINER, ports: [HTTP], env: either(IN_A_CONTAINER.env, {}) });
      routeOf(world, { server }, {}, GatewayBackend.emissary());
    },
  },
  {
    name: 'adapters of a container with vLLM, by a load balancer',
    code: 'exposure-adapters',
    says: 'describe these calls by admin of the port',
    build: (world, either) => {
      const port = either(HTTP, { ...HTTP, admin: 'load adapters', clientPaths: ['/v1/'] });
      const server = ModelServer.container({ ...IN_A_CONTAINER, ports: [port] });
      languageOf(world, { server, exposure: Exposure.internalLoadBalancer() });
    },
  },
  ...(['gatewayApi', 'istio', 'emissary'] as const).map((backend): WrongProgram => ({
    name: `an endpoint picker that nobody asks: ${backend}`,
    code: 'gateway-picker',
    says: '"qwen" has the endpoint picker "picker", but',
    build: (world, either) => {
      routeOf(world, { endpointPicker: either('picker', undefined) }, {}, GatewayBackend[backend]());
    },
  })),
];
