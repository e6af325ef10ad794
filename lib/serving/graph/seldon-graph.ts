import { objectOf } from '../../kubernetes/kinds/kind';
import { SELDON_DEPLOYMENT } from '../../kubernetes/kinds/serving';
import type { JsonObject } from '../../kubernetes/manifest';
import { workloadLabel } from '../../kubernetes/workload-label';
import { componentOf, SELDON_CORE } from '../platforms/seldon-core';
import type { GraphBackend, ResolvedGraph } from './graph-backend';
import type { GraphRoute } from './graph-node';

/** The platform of a model in the graph's object. */
const MEMBER = { ...SELDON_CORE, longestName: undefined, scaleTarget: undefined };

/**
 * A graph of Seldon Core 1: one SeldonDeployment with the pods of all its models, and pods of an orchestrator that calls them.
 *
 * @see https://docs.seldon.io/projects/seldon-core/en/v1.17.1/graph/inference-graph.html
 */
export const SELDON_GRAPHS: GraphBackend = {
  name: 'SeldonDeployment',
  lacks: {
    ensemble: 'without a combiner of your own Seldon keeps one of the answers and drops the others',
    switch: 'without a router of your own Seldon reads no requests',
  },
  // Only without the name of a model is each node asked for its own.
  entry: ({ name, protocol }) => {
    const path = protocol === 'v1' ? '/v1/models/:predict' : '/v2/models/infer';
    return { name: `${name}-graph`, port: 8000, path, healthPath: '/ready', ports: [8000, 5001] };
  },
  placesOf: (graph) => modelsIn(unitOf(graph, 'root', [])),
  memberPlatform: (containerName) => ({ ...MEMBER, containerName }),

  render(graph) {
    const predictor = {
      name: 'graph',
      labels: workloadLabel(graph.name),
      svcOrchSpec: { replicas: 2 },
      graph: unitOf(graph, 'root', []),
      componentSpecs: Object.values(graph.servers).map((serving) => componentOf(serving, serving.tracks[0])),
    };
    return objectOf(SELDON_DEPLOYMENT, graph.name, {
      annotations: { 'seldon.io/engine-separate-pod': 'true' },
      protocol: graph.protocol === 'v1' ? 'tensorflow' : 'v2',
      predictors: [predictor],
    });
  },
};

/** A unit of Seldon's graph. */
type Unit = JsonObject & { readonly name: string; readonly type?: 'MODEL'; readonly children?: readonly Unit[] };

/** A node as Seldon's units, each with what comes after it as its child. */
function unitOf(graph: ResolvedGraph, name: string, after: readonly string[]): Unit {
  const { kind, routes = [] } = graph.nodes[name]?.way ?? {};
  if (kind === 'router') return testOf(graph, name, routes, after);
  const [next, ...others] = [...routes.map(({ to }) => to), ...after];
  if (kind === 'sequence') return unitOf(graph, next ?? '', others);
  return { name, type: 'MODEL', ...(next !== undefined && { children: [unitOf(graph, next, others)] }) };
}

/** Seldon's test has two sides, so the second side of several weights is a test again. */
function testOf(graph: ResolvedGraph, name: string, routes: readonly GraphRoute[], after: readonly string[]): Unit {
  const [{ to, weight = 0 } = { to: '' }, ...others] = routes;
  if (others.length === 0) return unitOf(graph, to, after);
  const all = others.reduce((sum, other) => sum + (other.weight ?? 0), weight);
  const value = (weight / Math.max(1, all)).toFixed(4);
  const children = [unitOf(graph, to, after), testOf(graph, `${name}-rest`, others, after)];
  return { name, implementation: 'RANDOM_ABTEST', parameters: [{ name: 'ratioA', type: 'FLOAT', value }], children };
}

function modelsIn({ name, type, children = [] }: Unit): string[] {
  return [...(type === 'MODEL' ? [name] : []), ...children.flatMap(modelsIn)];
}
