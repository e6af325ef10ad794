import type { IConstruct } from 'constructs';
import { isSameCluster } from '../core/contracts/cluster';
import { ClusterChart } from '../kubernetes/cluster-chart';
import { podsOfNamespaces } from '../kubernetes/network-policy';
import type { PodOptions } from '../pods/pod-options';
import { podsIn } from '../workload/namespace-requests';

/** The pods of the other namespaces that use a registry. */
export function clientsOf(owner: IConstruct, address: string) {
  const namespaces = namespacesWith(owner, address);
  return namespaces.length > 0 ? [podsOfNamespaces(...namespaces)] : [];
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
