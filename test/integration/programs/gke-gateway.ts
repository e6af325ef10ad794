import { ApiObject } from 'cdk8s';
import {
  ClusterChart,
  ModelServer,
  ModelSource,
  NodeCount,
  Operator,
  Platform,
  ServingDeployment,
  Stage,
  TrainingCluster,
} from '../../../lib/index';
import { Certificate, Gateway, GatewayBackend, SignIn, type GatewayProps } from '../../../lib/gateway';
import { GatewayAddress, Network } from '../../../lib/infrastructure';
import { Exposure } from '../../../lib/serving';

// A gateway of GKE of each reach: with certificates of Google, a canary, a mirror, sign-in, and a Service of another namespace.

const dev = new Stage({ name: 'dev', project: 'acme-ml-dev', region: 'us-central1' });
const NAMESPACE = 'trainyard-gke-gateway';
const PAGES = 'trainyard-gke-pages';

function serviceOf(chart: ClusterChart, name: string): void {
  const spec = { selector: { app: name }, ports: [{ port: 80 }] };
  new ApiObject(chart, name, { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec });
}

Platform.run((platform) => {
  const { stack, kubernetes } = platform.stage(dev, 'gke-gateway');
  const network = new Network(stack, 'network', { proxyRange: '10.2.0.0/23' });
  const operators = [Operator.GKE_GATEWAY];
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', network, operators });
  const pool = cluster.addPool('cpu', { machineType: 'n2-standard-8', nodes: NodeCount.between(1, 3) });
  const pages = new ClusterChart(kubernetes, 'pages', { cluster, namespace: PAGES });
  serviceOf(pages, 'mlflow');
  const chart = new ClusterChart(kubernetes, 'serving', { cluster, namespace: NAMESPACE });
  const digits = (id: string, version: number) =>
    new ServingDeployment(chart, id, {
      ...{ pool, server: ModelServer.tensorFlowServing(), modelName: 'digits' },
      model: ModelSource.image(`us-docker.pkg.dev/acme-ml-dev/images/digits:${version}`, '/models/digits'),
    });
  const [usual, next] = [digits('digits', 7), digits('next', 8)];

  const add = (reach: 'global' | 'regional' | 'internal', exposure: GatewayProps['exposure']) => {
    const hosts = [`${reach}.acme.com`, `*.${reach}.acme.com`] as const;
    const dns = { zone: 'acme-com', hosts };
    const address = new GatewayAddress(stack, reach, reach === 'global' ? { dns } : { dns, reach, network });
    const backend = GatewayBackend.gke(address);
    const certificate = reach === 'global' ? Certificate.google() : Certificate.secret(`${reach}-tls`);
    const certificates = Object.fromEntries(hosts.map((host) => [host, certificate]));
    return new Gateway(chart, reach, { hosts: certificates, exposure, backend });
  };
  const everyone = Exposure.externalLoadBalancer({ sourceRanges: 'everyone' });
  const share = { to: next, percent: 10 };
  add('global', everyone).route('digits', { to: usual, port: 'http', canary: share });
  add('regional', everyone).route('pages', {
    to: { name: 'mlflow', namespace: PAGES, port: 80, healthPath: '/health' },
    signIn: SignIn.iap(),
  });
  for (const name of ['plain', 'copy']) serviceOf(chart, name);
  add('internal', Exposure.internalLoadBalancer()).route('plain', {
    to: { name: 'plain', port: 80 },
    headers: { 'x-team': 'vision' },
    mirror: { to: { name: 'copy', port: 80 }, percent: 50 },
  });
});
