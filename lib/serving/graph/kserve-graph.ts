import { objectOf } from '../../kubernetes/kinds/kind';
import { INFERENCE_GRAPH } from '../../kubernetes/kinds/serving';
import type { InferenceRouter } from '../../kubernetes/kinds/serving-specs';
import { inStandardMode } from '../platforms/kserve';
import type { GraphBackend, ResolvedGraph } from './graph-backend';
import type { GraphNode } from './graph-node';
import { platformProblem } from './graph-problems';

// A model as the root still needs a router before it.
const ROUTERS = {
  model: 'Sequence',
  sequence: 'Sequence',
  ensemble: 'Ensemble',
  router: 'Splitter',
  switch: 'Switch',
} as const;

/**
 * KServe's InferenceGraph: a router that calls the servers by HTTP.
 *
 * @see https://kserve.github.io/website/docs/model-serving/inferencegraph/overview
 */
export const KSERVE_GRAPHS: GraphBackend = {
  name: 'InferenceGraph',
  lacks: {},
  entry: ({ name }) => ({ name, port: 80, path: '', healthPath: '/readyz', ports: [8080] }),

  *problems({ nodes, protocol }) {
    const chained = Object.values(nodes).some(({ way }) => way.kind === 'sequence' && way.routes.length > 1);
    if (protocol === 'v1' || !chained) return;
    const message =
      'the models speak v2, which answers with outputs and asks for inputs, and KServe passes the answer of one step of a sequence to the next as it is';
    yield platformProblem(message);
  },

  render(graph) {
    const routers = Object.entries(graph.nodes).filter(([name, { way }]) => name === 'root' || way.kind !== 'model');
    const nodes = Object.fromEntries(routers.map(([name, node]) => [name, routerOf(graph, node)]));
    // Its router ends requests after a minute by itself.
    const time = graph.requestTimeout.toSeconds();
    const routerTimeouts = { serverRead: time, serverWrite: time };
    return inStandardMode(objectOf(INFERENCE_GRAPH, graph.name, { nodes, minReplicas: 2, routerTimeouts }), 'none');
  },
};

function routerOf(graph: ResolvedGraph, { way: { kind, routes } }: GraphNode): InferenceRouter {
  const all = kind === 'model' ? [{ to: 'root' }] : routes;
  const steps = all.map(({ to, weight, when }, index) => ({
    ...targetOf(graph, to),
    name: to,
    weight,
    condition: when,
    // A step that fails ends the graph, and its answer is the graph's.
    ...((kind === 'sequence' || kind === 'ensemble') && { dependency: 'Hard' as const }),
    ...(kind === 'sequence' && index > 0 && { data: '$response', mapPredictionsToInstances: true }),
  }));
  return { routerType: ROUTERS[kind], steps };
}

function targetOf({ servers, namespace }: ResolvedGraph, node: string) {
  const serving = servers[node];
  if (!serving) return { nodeName: node };
  const { ports, predict } = serving.tracks[0].container;
  const port = ports.find(({ protocol }) => protocol === 'http')?.port;
  return { serviceUrl: `http://${serving.name}.${namespace}:${port}${predict?.path}` };
}
