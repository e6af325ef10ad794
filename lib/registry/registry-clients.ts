import type { IConstruct } from 'constructs';
import { ClusterChart } from '../kubernetes/cluster-chart';
import { podsOfNamespaces } from '../kubernetes/network-policy';
import type { PodOptions } from '../pods/pod-options';
import { podsIn } from '../workload/namespace-requests';

/** The pods of the other namespaces of a registry's cluster that have its address in a variable. */
export function clientsOf(registry: IConstruct, address: string) {
  const own = ClusterChart.find(registry);
  if (!own) return [];
  const charts = own.node.root.node.findAll().filter((each) => ClusterChart.isClusterChart(each));
  const uses = ({ env = {} }: Pick<PodOptions, 'env'>) => Object.values(env).includes(address);
  const isClient = (namespace: string) =>
    podsIn(own.cluster, namespace)
      .all(own)
      .some(({ entry }) => entry.pods.some(({ pod }) => [pod, ...(pod.initContainers ?? [])].some(uses)));
  const others = new Set(charts.map(({ namespace }) => namespace).filter((each) => each !== own.namespace));
  const clients = [...others].filter(isClient).sort();
  return clients.length > 0 ? [podsOfNamespaces(...clients)] : [];
}
