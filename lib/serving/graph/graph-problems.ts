import { problem, type Problem } from '../../core/problems/problem';
import { uses, type ResolvedGraph } from './graph-backend';
import type { GraphNode, GraphWay } from './graph-node';

/** Problems of nodes that lead to each other, or that nothing leads to. */
export function* nodeProblems(nodes: Readonly<Record<string, GraphNode>>): Generator<Problem> {
  const cycle = cycleFrom(nodes, ['root']);
  if (cycle) {
    const message = `${cycle.join(' → ')} is a cycle, so a request would go round without end`;
    yield problem('graph-cycle', 'nodes', message, `lead "${cycle.at(-2) ?? ''}" to another node`);
  }
  const used = uses({ nodes });
  for (const name of Object.keys(nodes)) {
    if (used.includes(name)) continue;
    const fix = `name it in a node that "root" leads to, or leave it out`;
    yield problem('graph-node', 'nodes', `nothing leads to node "${name}", so it would get no request`, fix);
  }
}

function cycleFrom(nodes: Readonly<Record<string, GraphNode>>, path: readonly string[]): string[] | undefined {
  const last = path.at(-1) ?? '';
  for (const to of nodes[last]?.targets ?? []) {
    const found = path.includes(to) ? [...path.slice(path.indexOf(to)), to] : cycleFrom(nodes, [...path, to]);
    if (found) return found;
  }
  return undefined;
}

/** Problems of servers that no router can call, or that clients call in two ways. */
export function* callProblems({ servers }: ResolvedGraph): Generator<Problem> {
  const protocols = new Map<string, string>();
  for (const [node, { server, tracks }] of Object.entries(servers)) {
    const { predict } = tracks[0].container;
    if (predict) protocols.set(predict.protocol, node);
    else {
      const fix = 'say it by predict of ModelServer.container, or use ModelServer.tensorFlowServing or triton';
      yield problem(
        'graph-protocol',
        'nodes',
        `the call by which ${server.name} of "${node}" predicts is not known`,
        fix,
      );
    }
  }
  if (protocols.size < 2) return;
  const spoken = [...protocols].map(([protocol, node]) => `"${node}" speaks ${protocol}`).join(' and ');
  const fix = 'use servers with one protocol, such as ModelServer.triton for all';
  yield problem('graph-protocol', 'nodes', `${spoken}, and a graph passes requests on as they are`, fix);
}

/** Problems of nodes that a platform lacks, with the reason. */
export function* lackProblems(
  platform: string,
  { nodes }: ResolvedGraph,
  lacks: Readonly<Partial<Record<GraphWay['kind'], string>>>,
): Generator<Problem> {
  for (const [name, { way }] of Object.entries(nodes)) {
    const reason = lacks[way.kind];
    if (reason !== undefined) yield platformProblem(`${platform} cannot do node "${name}", a ${way.kind}: ${reason}`);
  }
}

/** Problems of models that a graph uses twice, where each is one place of it. */
export function* reuseProblems(platform: string, graph: ResolvedGraph): Generator<Problem> {
  const all = uses(graph);
  const twice = new Set(all.filter((name, index) => name in graph.servers && all.indexOf(name) !== index));
  for (const name of twice) {
    yield platformProblem(`two nodes lead to model "${name}", and a graph of ${platform} has each model once`);
  }
}

export function platformProblem(message: string, fix = 'change the graph, or use ServingPlatform.kserve()'): Problem {
  return problem('graph-platform', 'nodes', message, fix);
}
