import { problem, type Problem } from '../core/problems/problem';
import type { AddressedGraph } from '../serving/graph/graph-backend';
import type { RoutedService } from './resolved-gateway';

/** A share of requests for a graph, by the Service of its router. */
export function graphShare(graph: AddressedGraph, percent: number): RoutedService {
  const { name: workload, namespace, entry, servers } = graph;
  const { name, port, path, healthPath, ports } = entry;
  const [first] = Object.values(servers);
  const pods = { workload, port: ports[0] ?? port, cluster: first?.pool.cluster };
  return { name, namespace, port, protocol: 'http', clientPaths: [path || '/'], healthPath, percent, pods };
}

/** Problems of a graph without a router of its own. */
export function* graphProblems({ name, entry }: AddressedGraph): Generator<Problem> {
  if (entry.ports.length > 0) return;
  const message = `graph "${name}" is behind "${entry.name}", which tells graphs apart by a header that routes do not set`;
  yield problem('gateway-server', 'to', message, 'use ServingPlatform.kserve() or seldon() for the graph');
}
