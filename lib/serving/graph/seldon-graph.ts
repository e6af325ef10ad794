import type { Problem } from '../../core/problems/problem';
import { objectOf } from '../../kubernetes/kinds/kind';
import { SELDON_DEPLOYMENT } from '../../kubernetes/kinds/serving';
import type { JsonObject, Manifest } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import { workloadLabel } from '../../kubernetes/workload-label';
import { componentOf, SeldonCore, podProblems } from '../platforms/seldon-core';
import type { ServingPlatform } from '../serving-platform';
import type { GraphBackend, ResolvedGraph } from './graph-backend';
import type { WeightedNode } from './graph-node';
import { lackProblems, platformProblem, reuseProblems } from './graph-problems';
import { protocolOf } from './kserve-graph';

const LACKS = {
  ensemble: 'without a combiner of your own it gives one of the answers and drops the others',
  switch: 'only a router of your own can read requests there',
  serving: 'the servers of its graph are in the object of the graph',
};

/** The predictor of a graph, and the end of the name of its address. */
const PREDICTOR = 'graph';

/**
 * A graph of Seldon Core 1: one SeldonDeployment with the pods of all its models, and an orchestrator in pods of its own that calls them.
 *
 * @see https://docs.seldon.io/projects/seldon-core/en/v1.17.1/graph/inference-graph.html
 */
export class SeldonGraph implements GraphBackend {
  readonly name = 'SeldonDeployment';
  readonly kind = SELDON_DEPLOYMENT;
  readonly operator = Operator.SELDON_CORE;
  readonly ports = [8000, 5001];

  memberPlatform(containerName: string): ServingPlatform {
    const { name, kind, operator, reasons } = new SeldonCore();
    const render: ServingPlatform['render'] = (serving) => new SeldonCore().render(serving);
    return { name, kind, operator, reasons, features: ['inPlace'], containerName, problems: podProblems, render };
  }

  *problems(graph: ResolvedGraph): Generator<Problem> {
    yield* lackProblems('Seldon Core 1', graph, LACKS);
    yield* reuseProblems('Seldon Core 1', graph);
    for (const [node, { modelName }] of Object.entries(graph.servers)) {
      if (modelName === node) continue;
      yield platformProblem(
        `Seldon Core 1 asks node "${node}" for a model of that name, but it serves "${modelName}"`,
        `leave modelName out, or set it to "${node}"`,
      );
    }
    for (const [name, { way }] of Object.entries(graph.nodes)) {
      if (way.kind !== 'sequence') continue;
      const inner = way.routes.slice(0, -1).find(({ to }) => !(to in graph.servers));
      if (!inner) continue;
      const message = `Seldon Core 1 leads from a model to what comes after it, but in sequence "${name}" a step comes after node "${inner.to}", which is no model`;
      yield platformProblem(message, `put "${inner.to}" last, or use ServingPlatform.kserve()`);
    }
  }

  /** Only this path, without the name of a model, lets each node be asked for its own. */
  url({ name, namespace, ...graph }: ResolvedGraph): string {
    const path = protocolOf({ name, namespace, ...graph }) === 'v2' ? '/v2/models/infer' : '/v1/models/:predict';
    return `http://${name}-${PREDICTOR}.${namespace}:8000${path}`;
  }

  render(graph: ResolvedGraph): Manifest {
    return objectOf(SELDON_DEPLOYMENT, graph.name, {
      annotations: { 'seldon.io/engine-separate-pod': 'true' },
      protocol: protocolOf(graph) === 'v2' ? 'v2' : 'tensorflow',
      predictors: [
        {
          name: PREDICTOR,
          labels: workloadLabel(graph.name),
          svcOrchSpec: { replicas: 2 },
          graph: unitOf(graph, 'root', []),
          componentSpecs: Object.values(graph.servers).map((serving) => componentOf(serving, serving.tracks[0])),
        },
      ],
    });
  }
}

/** A node as Seldon's units, each with what comes after it as its child. */
function unitOf(graph: ResolvedGraph, name: string, after: readonly string[]): JsonObject {
  const way = graph.nodes[name]?.way;
  if (way?.kind === 'sequence') {
    const [first = '', ...others] = way.routes.map(({ to }) => to);
    return unitOf(graph, first, [...others, ...after]);
  }
  if (way?.kind === 'router') return testOf(graph, name, way.routes);
  const [next, ...others] = after;
  return { name, type: 'MODEL', ...(next !== undefined && { children: [unitOf(graph, next, others)] }) };
}

/** Seldon's test has two sides, so the second side of several weights is a test again. */
function testOf(graph: ResolvedGraph, name: string, routes: readonly WeightedNode<string>[]): JsonObject {
  const [first, ...others] = routes;
  if (!first) return {};
  if (others.length === 0) return unitOf(graph, first.to, []);
  const rest = others.reduce((sum, { weight }) => sum + weight, 0);
  const ratio = first.weight + rest === 0 ? 0 : first.weight / (first.weight + rest);
  return {
    name,
    implementation: 'RANDOM_ABTEST',
    parameters: [{ name: 'ratioA', type: 'FLOAT', value: ratio.toFixed(4) }],
    children: [unitOf(graph, first.to, []), testOf(graph, `${name}-rest`, others)],
  };
}
