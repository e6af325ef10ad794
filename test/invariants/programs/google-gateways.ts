import { ApiObject } from 'cdk8s';
import {
  ClusterChart,
  ModelServer,
  ModelSource,
  NodeCount,
  Operator,
  ServingDeployment,
  TrainingCluster,
} from '../../../lib/index';
import { Gateway, GatewayBackend, type GatewayProps } from '../../../lib/gateway/index';
import {
  GatewayAddress,
  Network,
  type GatewayAddressProps,
  type NetworkProps,
} from '../../../lib/infrastructure/index';
import { Exposure } from '../../../lib/serving/index';
import type { World } from './program';

export const HOST = 'models.acme.com';
export const DNS = { zone: 'acme-com', hosts: [HOST] };
export const EVERYONE = Exposure.externalLoadBalancer({ sourceRanges: 'everyone' });
export const PAGE = { name: 'page', port: 80, healthPath: '/health' };

export interface GkeOptions {
  readonly operators?: readonly Operator[];
  readonly network?: NetworkProps;
  readonly location?: string;
}

/** A cluster with a Service of a page, a model server and gateways of GKE. */
export function gkeOf({ stack, deployment }: World, options: GkeOptions = {}) {
  const { operators = [Operator.GKE_GATEWAY], location = 'us-central1-a' } = options;
  const network = new Network(stack, 'web-network', { proxyRange: '10.2.0.0/23', ...options.network });
  const cluster = new TrainingCluster(stack, 'web', { location, network, operators });
  const pool = cluster.addPool('cpu', { machineType: 'n2-standard-8', nodes: NodeCount.between(1, 3) });
  const chart = new ClusterChart(deployment.kubernetes, 'web', { cluster, namespace: 'web' });
  new ApiObject(chart, 'page', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: PAGE.name },
    spec: { selector: { app: 'page' }, ports: [{ port: PAGE.port }] },
  });
  const modelOf = (version: number) =>
    ModelSource.image(`us-docker.pkg.dev/acme-ml/images/digits:${version}`, '/models/digits');
  const server = (id: string, version: number, canary?: number) =>
    new ServingDeployment(chart, id, {
      ...{ pool, server: ModelServer.tensorFlowServing(), modelName: 'digits' },
      model: modelOf(version),
      canary: canary === undefined ? undefined : { model: modelOf(canary) },
    });
  const gateway = (props: GatewayAddressProps, rest: Omit<GatewayProps, 'backend'>, id = 'entry') =>
    new Gateway(chart, id, { ...rest, backend: GatewayBackend.gke(new GatewayAddress(stack, id, props)) });
  return { network, chart, server, gateway };
}
