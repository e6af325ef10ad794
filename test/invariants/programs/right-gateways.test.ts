import { Duration, Size } from 'cdk8s';
import { test } from 'vitest';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  ModelServer,
  ModelSource,
  Operator,
  PyTorch,
  ServingDeployment,
  TrainingCluster,
  WorkloadIdentity,
} from '../../../lib/index';
import { Certificate, Gateway, GatewayBackend, MeshRoute, SignIn } from '../../../lib/gateway/index';
import { Mesh } from '../../../lib/operators/index';
import type { ServingDeploymentProps } from '../../../lib/serving/index';
import { expectAccepted, IMAGE, type World } from './program';

// Gateways and meshes of the sorts that users write, which synthesize without a problem and without advice.

function placeOf({ deployment }: World, ...operators: Operator[]) {
  const cluster = LocalCluster.kind({ cpus: 16, memory: Size.gibibytes(32), operators });
  const namespace = 'models';
  return { cluster, chart: new ClusterChart(deployment.kubernetes, 'models', { cluster, namespace }) };
}

type Place = ReturnType<typeof placeOf>;

function serverIn({ cluster, chart }: Place, id: string, props: Partial<ServingDeploymentProps> = {}) {
  return new ServingDeployment(chart, id, {
    ...{ pool: cluster.pool, server: ModelServer.tensorFlowServing(), modelName: 'digits' },
    model: ModelSource.image(`digits-model:${id}`, '/models/digits').version(id === 'digits' ? 7 : 8),
    ...props,
  });
}

const HOSTS = { 'models.acme.com': Certificate.secret('models-tls'), '*.localhost': Certificate.none() };
const entryIn = ({ chart }: Place, backend: GatewayBackend) => new Gateway(chart, 'entry', { hosts: HOSTS, backend });

const job = (place: Place, mesh: 'in' | 'out') =>
  new DistributedTrainingJob(place.chart, 'scores', {
    ...{ image: IMAGE, pool: place.cluster.pool, command: ['python3', 'scores.py'], mesh },
    ...{ strategy: PyTorch.torchrun(), activeDeadline: Duration.hours(1) },
  });

const RIGHT: Readonly<Record<string, (world: World) => void>> = {
  'a canary, a mirror and both protocols behind Istio': (world) => {
    const place = placeOf(world, Operator.ISTIO);
    const requestTimeout = Duration.minutes(2);
    const [to, next] = [serverIn(place, 'digits', { requestTimeout }), serverIn(place, 'next')];
    const entry = entryIn(place, GatewayBackend.istio());
    entry.route('calls', { to, canary: { to: next, percent: 10 }, timeout: Duration.seconds(30) });
    entry.route('rest', { to, port: 'http', mirror: { to: next, percent: 5 } });
  },
  'the same behind Emissary-ingress': (world) => {
    const place = placeOf(world, Operator.EMISSARY);
    const [to, next] = [serverIn(place, 'digits'), serverIn(place, 'next')];
    const entry = entryIn(place, GatewayBackend.emissary());
    entry.route('calls', { to, canary: { to: next, percent: 10 } });
    entry.route('rest', { to, port: 'http', host: 'digits.localhost', mirror: { to: next, percent: 5 } });
  },
  'the canary of a server by percent of requests behind Envoy Gateway, with passwords': (world) => {
    const place = placeOf(world, Operator.ENVOY_GATEWAY);
    const canary = { model: ModelSource.image('digits-model:next', '/models/digits').version(8) };
    const entry = entryIn(place, GatewayBackend.gatewayApi());
    const to = serverIn(place, 'digits', { canary });
    entry.route('rest', { to, port: 'http', canary: 10, signIn: SignIn.basic('teams') });
  },
  'calls by gRPC and REST at hosts of their own, with certificates by cert-manager': (world) => {
    const place = placeOf(world, Operator.ENVOY_GATEWAY, Operator.CERT_MANAGER);
    const [grpc, rest] = ['grpc.acme.com', 'rest.acme.com'];
    const hosts = { [grpc]: Certificate.certManager('letsencrypt'), [rest]: Certificate.certManager('letsencrypt') };
    const entry = new Gateway(place.chart, 'entry', { hosts });
    const to = serverIn(place, 'digits');
    entry.route('calls', { to, host: grpc, retries: 1 });
    entry.route('rest', { to, port: 'http', host: rest, timeout: Duration.seconds(20) });
  },
  'two gateways of one Istio': (world) => {
    const place = placeOf(world, Operator.ISTIO);
    const to = serverIn(place, 'digits');
    entryIn(place, GatewayBackend.istio()).route('calls', { to });
    const hosts = { 'team.localhost': Certificate.none() };
    new Gateway(place.chart, 'team', { hosts, backend: GatewayBackend.istio() }).route('rest', { to, port: 'http' });
  },
  'certificates by cert-manager, in the namespace of the proxies': (world) => {
    const place = placeOf(world, Operator.ISTIO, Operator.CERT_MANAGER);
    const hosts = { 'models.acme.com': Certificate.certManager('letsencrypt') };
    const entry = new Gateway(place.chart, 'entry', { hosts, backend: GatewayBackend.istio() });
    entry.route('calls', { to: serverIn(place, 'digits') });
  },
  'a mesh whose servers are behind Istio and share their calls': (world) => {
    const place = placeOf(world, Mesh.istio({ tracedPercent: 5, accessLog: true }));
    const [to, next] = [serverIn(place, 'digits'), serverIn(place, 'next')];
    entryIn(place, GatewayBackend.istio()).route('calls', { to });
    new MeshRoute(place.chart, 'inside', { to, canary: { to: next, percent: 20 } });
  },
  'a tenth of the calls in a mesh for the canary of a server': (world) => {
    const place = placeOf(world, Mesh.istio());
    const canary = { model: ModelSource.image('digits-model:next', '/models/digits').version(8) };
    const to = serverIn(place, 'digits', { canary });
    new MeshRoute(place.chart, 'inside', { to, canary: 10 });
    entryIn(place, GatewayBackend.istio()).route('calls', { to, canary: 20 });
  },
  'a job in the mesh that may call a server, and another server': (world) => {
    const place = placeOf(world, Mesh.istio(), Operator.JOBSET);
    serverIn(place, 'digits').allow(job(place, 'in'), serverIn(place, 'next'));
  },
  'a job out of the mesh beside a server in it': (world) => {
    const place = placeOf(world, Mesh.istio(), Operator.JOBSET);
    job(place, 'out');
    serverIn(place, 'digits');
  },
  "Google's mesh, with an identity that may call a server": ({ deployment, stack }) => {
    const cluster = new TrainingCluster(stack, 'meshed', { location: 'us-central1-b', operators: [Mesh.google()] });
    const pool = cluster.addPool('servers', { machineType: 'n1-standard-4' });
    const pages = new WorkloadIdentity(stack, 'pages', { cluster, namespace: 'web' });
    const chart = new ClusterChart(deployment.kubernetes, 'models', { cluster, namespace: 'models' });
    const server = new ServingDeployment(chart, 'digits', {
      ...{ pool, server: ModelServer.tensorFlowServing() },
      model: ModelSource.image('digits-model:7', '/models/digits').version(7),
    });
    server.allow(pages);
  },
};

test.each(Object.entries(RIGHT))('%s: accepted', (_, build) => {
  expectAccepted(build);
});
