import { Size } from 'cdk8s';
import {
  ClusterChart,
  LocalCluster,
  ModelServer,
  ModelSource,
  Operator,
  ServingDeployment,
  TrainingCluster,
} from '../../../lib/index';
import { Certificate, Gateway, GatewayBackend, MeshRoute, SignIn, type RouteOptions } from '../../../lib/gateway/index';
import { Mesh } from '../../../lib/operators/index';
import { Exposure, type ServingDeploymentProps } from '../../../lib/serving/index';
import { type World, type WrongProgram } from './program';

// Mistakes of users with Istio, Emissary-ingress and meshes, each in a small program as a user would write it.

function chartOf({ deployment }: World, operator: Operator, namespace = 'models') {
  const cluster = LocalCluster.kind({ cpus: 16, memory: Size.gibibytes(32), operators: [operator] });
  return { cluster, chart: new ClusterChart(deployment.kubernetes, namespace, { cluster, namespace }) };
}

type Place = ReturnType<typeof chartOf>;

function serverIn({ cluster, chart }: Place, id = 'digits', props: Partial<ServingDeploymentProps> = {}) {
  return new ServingDeployment(chart, id, {
    ...{ pool: cluster.pool, server: ModelServer.tensorFlowServing(), modelName: 'digits' },
    model: ModelSource.image('digits-model:7', '/models/digits').version(7),
    ...props,
  });
}

const HOSTS = { 'models.localhost': Certificate.none() };
const ISTIO = GatewayBackend.istio();
const EMISSARY = GatewayBackend.emissary();

/** A gateway with one route to a server. */
function entryIn(place: Place, backend: GatewayBackend, options: Partial<RouteOptions> = {}, props = {}): Gateway {
  const gateway = new Gateway(place.chart, 'entry', { hosts: HOSTS, backend });
  gateway.route('digits', { to: serverIn(place, 'digits', props), ...options });
  return gateway;
}

export const WRONG_GATEWAYS: readonly WrongProgram[] = [
  {
    name: 'two routes of the same requests',
    code: 'gateway-overlap',
    says: 'routes "entry-digits" and "entry-again" both take /tensorflow.serving.PredictionService of "models.localhost"',
    build: (world, either) => {
      const place = chartOf(world, Operator.ISTIO);
      const [first, second] = ['/tensorflow.serving.PredictionService/', '/grpc.health.v1.Health/'];
      const gateway = entryIn(place, ISTIO, { path: first });
      gateway.route('again', { to: serverIn(place, 'again'), path: either(first, second) });
    },
  },
  {
    name: 'a host without certificate',
    code: 'gateway-host',
    says: 'route "entry-digits" is for "pages.localhost", of which the gateway has no certificate',
    build: (world, either) => {
      entryIn(chartOf(world, Operator.ISTIO), ISTIO, { host: either('pages.localhost', 'models.localhost') });
    },
  },
  {
    name: 'a server by the name of its Service, with all of its calls',
    code: 'gateway-server',
    says: 'give the ServingDeployment "digits" itself',
    build: (world, either) => {
      const place = chartOf(world, Operator.EMISSARY);
      const to = serverIn(place);
      const gateway = new Gateway(place.chart, 'entry', { hosts: HOSTS, backend: EMISSARY });
      gateway.route('digits', { to: either({ name: to.servingName, port: 8501 }, to) });
    },
  },
  {
    name: 'sign-in by Istio itself',
    code: 'gateway-option',
    says: 'Istio has no SignIn.basic for route "entry-digits", because it leaves that to another program',
    build: (world, either) => {
      const place = chartOf(world, either(Operator.ISTIO, Operator.ENVOY_GATEWAY));
      entryIn(place, either(ISTIO, GatewayBackend.gatewayApi()), { signIn: SignIn.basic('users') });
    },
  },
  {
    name: 'a limit for each client by Emissary-ingress itself',
    code: 'gateway-option',
    says: 'Emissary-ingress has no limit for route "entry-digits"',
    build: (world, either) => {
      const limit = { requests: 9, per: 'second' } as const;
      entryIn(chartOf(world, Operator.EMISSARY), EMISSARY, { limit: either(limit, undefined) });
    },
  },
  {
    name: "Istio with Google's certificate",
    code: 'gateway-option',
    says: 'Istio has no Certificate.google for "models.acme.com"',
    build: (world, either) => {
      const certificate = either(Certificate.google(), Certificate.secret('models-tls'));
      const { chart } = chartOf(world, Operator.ISTIO);
      new Gateway(chart, 'entry', { hosts: { 'models.acme.com': certificate }, backend: ISTIO });
    },
  },
  {
    name: 'objects of Emissary-ingress in a cluster that has Envoy Gateway',
    code: 'operator-missing',
    says: 'add Operator.EMISSARY to operators of the cluster',
    build: (world, either) => {
      entryIn(chartOf(world, either(Operator.ENVOY_GATEWAY, Operator.EMISSARY)), EMISSARY);
    },
  },
  {
    name: 'two gateways of one Emissary',
    code: 'duplicate-name',
    says: 'both are Listener "default-8080" of namespace "emissary" in cluster "kind", and the second would overwrite the first: make one gateway for each Emissary, or',
    build: (world, either) => {
      const place = chartOf(world, Operator.EMISSARY);
      entryIn(place, EMISSARY);
      const other = GatewayBackend.emissary({ ambassadorId: 'pages', namespace: 'emissary-pages' });
      const hosts = { 'pages.localhost': Certificate.none() };
      new Gateway(place.chart, 'pages', { hosts, backend: either(EMISSARY, other) });
    },
  },
  {
    name: 'the reload call of a server behind Istio',
    code: 'gateway-path',
    says: 'has none of the calls of "digits"',
    build: (world, either) => {
      const path = either('/tensorflow.serving.ModelService/', '/tensorflow.serving.PredictionService/');
      entryIn(chartOf(world, Operator.ISTIO), ISTIO, { path });
    },
  },
  {
    name: 'a server in the mesh behind proxies that are not',
    code: 'mesh-gateway',
    says: "use GatewayBackend.istio(), or set mesh: 'out' of the server",
    build: (world, either) => {
      const { deployment } = world;
      const operators = [Mesh.istio(), Operator.ENVOY_GATEWAY];
      const cluster = LocalCluster.kind({ cpus: 16, memory: Size.gibibytes(32), operators });
      const chart = new ClusterChart(deployment.kubernetes, 'models', { cluster, namespace: 'models' });
      entryIn({ cluster, chart }, GatewayBackend.gatewayApi(), {}, { mesh: either(undefined, 'out') });
    },
  },
  {
    name: 'a caller out of the mesh of the server that it calls',
    code: 'mesh-caller',
    says: '"pages" may call "digits", but has no proxy of the mesh',
    build: (world, either) => {
      const place = chartOf(world, Mesh.istio());
      serverIn(place).allow(serverIn(place, 'pages', { mesh: either('out', 'in') }));
    },
  },
  {
    name: 'shares of calls without a mesh',
    code: 'mesh-route',
    says: 'add Mesh.istio() to operators of its cluster',
    build: (world, either) => {
      const place = chartOf(world, either(Operator.ISTIO, Mesh.istio()));
      const canary = { to: serverIn(place, 'next'), percent: 10 };
      new MeshRoute(place.chart, 'calls', { to: serverIn(place), canary });
    },
  },
  {
    name: 'a load balancer before a server in the mesh',
    code: 'mesh-exposure',
    says: "set mesh: 'out', or leave exposure out",
    build: ({ deployment, stack }, either) => {
      const cluster = new TrainingCluster(stack, 'meshed', { location: 'us-central1-b', operators: [Mesh.google()] });
      const pool = cluster.addPool('servers', { machineType: 'n1-standard-4' });
      const chart = new ClusterChart(deployment.kubernetes, 'models', { cluster, namespace: 'models' });
      new ServingDeployment(chart, 'digits', {
        ...{ pool, server: ModelServer.tensorFlowServing() },
        model: ModelSource.image('digits-model:7', '/models/digits').version(7),
        exposure: either(Exposure.internalLoadBalancer(), undefined),
      });
    },
  },
];
