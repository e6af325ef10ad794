import type { k8s } from 'cdk8s-plus-27';
import type { IConstruct } from 'constructs';
import { isSameCluster } from '../core/contracts/cluster';
import { ClusterChart } from '../kubernetes/cluster-chart';
import { lazyPart, type NamedManifest } from '../kubernetes/manifest';
import { ingressPolicyOf, peersOf, podsOfNamespaces, tcp } from '../kubernetes/network-policy';
import type { PodOptions } from '../pods/pod-options';
import { podsIn } from '../workload/namespace-requests';

/** The address of a registry, and further clients that the program names. */
interface RegistryReach {
  readonly address: string;
  readonly port: number;
  readonly reachableFrom: readonly k8s.NetworkPolicyPeer[];
}

/** Lets the pods of its own namespace, of namespaces that use the registry, and further clients connect. */
export function clientPolicyOf(owner: IConstruct, name: string, reach: RegistryReach): NamedManifest {
  const { address, port, reachableFrom } = reach;
  const from = lazyPart(() => {
    const others = namespacesWith(owner, address);
    const used = others.length > 0 ? [podsOfNamespaces(...others)] : [];
    return [{ podSelector: {} }, ...used, ...peersOf(reachableFrom)];
  });
  return ingressPolicyOf(name, [{ from, ports: [tcp(port)] }]);
}

/** The other namespaces of the cluster in which a container has an address in a variable. */
function namespacesWith(owner: IConstruct, address: string): string[] {
  const own = ClusterChart.find(owner);
  if (!own) return [];
  const charts = own.node.root.node.findAll().filter((each) => ClusterChart.isClusterChart(each));
  const names = charts.filter(({ cluster }) => isSameCluster(cluster, own.cluster)).map(({ namespace }) => namespace);
  const uses = ({ env = {} }: Pick<PodOptions, 'env'>) => Object.values(env).includes(address);
  const isClient = (namespace: string) =>
    podsIn(own.cluster, namespace)
      .all(own)
      .some(({ entry }) => entry.pods.some(({ pod }) => [pod, ...(pod.initContainers ?? [])].some(uses)));
  return [...new Set(names)].filter((namespace) => namespace !== own.namespace && isClient(namespace)).sort();
}
