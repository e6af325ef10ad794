import { problem, withArticle, type Problem } from '../../core/problems';
import type { GraphBackend, ResolvedGraph } from './graph-backend';

type Nodes = ResolvedGraph['nodes'];

/** Problems of nodes that lead to each other, or that nothing leads to. */
export function* nodeProblems(nodes: Nodes): Generator<Problem> {
  const paths = pathsFrom(nodes, ['root']);
  const cycle = paths.find((path) => path.indexOf(path.at(-1) ?? '') < path.length - 1);
  if (cycle) {
    const round = cycle.slice(cycle.indexOf(cycle.at(-1) ?? ''));
    const message = `${round.join(' → ')} is a cycle, so a request would go round without end`;
    yield problem('graph-cycle', 'nodes', message, `lead "${round.at(-2) ?? ''}" to another node`);
  }
  for (const name of Object.keys(nodes)) {
    if (paths.some((path) => path.includes(name))) continue;
    const fix = 'name it in a node that "root" leads to, or leave it out';
    yield problem('graph-node', 'nodes', `nothing leads to node "${name}", so it would get no request`, fix);
  }
}

/** The ways from a node to all after it. One that comes back ends there. */
function pathsFrom(nodes: Nodes, path: readonly string[]): (readonly string[])[] {
  const last = path.at(-1) ?? '';
  const routes = path.indexOf(last) < path.length - 1 ? [] : (nodes[last]?.way.routes ?? []);
  return [path, ...routes.flatMap(({ to }) => pathsFrom(nodes, [...path, to]))];
}

/** Problems of servers that a router cannot call in one way. */
export function* callProblems({ servers }: Pick<ResolvedGraph, 'servers'>): Generator<Problem> {
  const nodes = new Map(
    Object.entries(servers).map(([node, { tracks }]) => [tracks[0].container.predict?.protocol, node]),
  );
  if (nodes.size < 2 && !nodes.has(undefined)) return;
  const spoken = [...nodes].map(([protocol = 'no protocol that is known', node]) => `"${node}" speaks ${protocol}`);
  const message = `${spoken.join(' and ')}, but a graph passes requests on as they are`;
  const fix = 'use servers of one protocol, or say it by predict of ModelServer.container';
  yield problem('graph-protocol', 'nodes', message, fix);
}

/** Problems of rules that a platform lacks. */
export function* lackProblems({ nodes }: ResolvedGraph, { name: platform, lacks }: GraphBackend): Generator<Problem> {
  for (const [name, { way }] of Object.entries(nodes)) {
    const reason = lacks[way.kind];
    if (reason === undefined) continue;
    yield platformProblem(
      `node "${name}" is ${withArticle(way.kind)}, which ${withArticle(platform)} lacks: ${reason}`,
    );
  }
}

/** Problems of models that stand at two places of a graph. */
export function* placeProblems(graph: ResolvedGraph, backend: GraphBackend): Generator<Problem> {
  const names = backend.placesOf?.(graph) ?? [];
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index))) {
    yield platformProblem(
      `model "${name}" has two places in the graph, and ${withArticle(backend.name)} has one for each`,
    );
  }
}

export function platformProblem(message: string): Problem {
  return problem('graph-platform', 'nodes', message, 'change the graph, or use another platform: docs/serving.md');
}
