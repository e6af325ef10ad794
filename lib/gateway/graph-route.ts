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

/** Problems of a server or a graph that clients reach by a gateway of its platform. */
export function* entryProblems(
  what: string,
  { entry, namespace }: Pick<AddressedGraph, 'entry' | 'namespace'>,
): Generator<Problem> {
  for (const [header, value] of Object.entries(entry.headers ?? {})) {
    const message = `${what} has no Service: its platform has one gateway for all of them, "${entry.name}", which tells them apart by the header "${header}"`;
    const fix = `use to: { name: '${entry.name}', namespace: '${namespace}', port: ${entry.port} }, path: '${entry.path}' and headers: { '${header}': '${value}' }, which clients then send`;
    yield problem('gateway-server', 'to', message, fix);
  }
}
