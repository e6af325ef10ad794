import { App, Chart } from 'cdk8s';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { Certificate, Gateway, type GatewayProps } from '../../lib/gateway';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { ModelServer } from '../../lib/serving/model-servers';
import { ServingDeployment, type ServingDeploymentProps } from '../../lib/serving/serving-deployment';
import { Operator } from '../../lib/operators/operator';
import { manifestsOf } from '../../lib/testing/index';
import { MODELS, servingChart } from '../serving/servings';
import { cpuPool, GKE } from '../workload/pools';

export const CLUSTER: ICluster = {
  ...GKE,
  operators: [Operator.ENVOY_GATEWAY, Operator.ISTIO, Operator.EMISSARY, Operator.CERT_MANAGER],
};
export const HOST = 'models.acme.com';

export function gateway(props: Partial<GatewayProps> = {}, cluster = CLUSTER): Gateway {
  const hosts = { [HOST]: Certificate.secret('models-tls') };
  return new Gateway(servingChart(cluster), 'entry', { hosts, ...props });
}

/** A server in the chart of a gateway, or in a chart of another namespace. */
export function server(
  beside: Gateway,
  id = 'mnist',
  props: Partial<ServingDeploymentProps> = {},
  namespace?: string,
): ServingDeployment {
  const chart =
    namespace === undefined
      ? Chart.of(beside)
      : new ClusterChart(App.of(beside), namespace, { cluster: CLUSTER, namespace });
  return new ServingDeployment(chart, id, {
    pool: cpuPool({ cluster: CLUSTER }),
    server: ModelServer.tensorFlowServing(),
    model: MODELS,
    ...props,
  });
}

export interface GatewayObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The objects of a gateway. */
export function objectsOf(construct: Gateway): GatewayObject[] {
  return manifestsOf(construct) as unknown as GatewayObject[];
}

/** The spec of the only object of a kind, or of the one that has a name. */
export function specOf(construct: Gateway, kind: string, name?: string): GatewayObject['spec'] | undefined {
  return objectsOf(construct).find((each) => each.kind === kind && (name ?? each.metadata.name) === each.metadata.name)
    ?.spec;
}

/** What the checks of a gateway find. */
export function problemsOf(construct: Gateway): string[] {
  return construct.node.validate();
}
