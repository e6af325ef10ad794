import type { Problem } from '../../core/problems/problem';
import { INFERENCE_GRAPH } from '../../kubernetes/kinds/serving';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { InferenceRouter } from '../../kubernetes/kinds/serving-specs';
import type { Manifest } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import { standardMode } from '../platforms/kserve';
import type { ResolvedServing } from '../serving';
import type { GraphBackend, ResolvedGraph } from './graph-backend';
import type { GraphWay } from './graph-node';
import { platformProblem } from './graph-problems';

const ROUTERS = { sequence: 'Sequence', ensemble: 'Ensemble', router: 'Splitter', switch: 'Switch' } as const;

/**
 * KServe's InferenceGraph: a router that calls the servers by HTTP.
 *
 * @see https://kserve.github.io/website/docs/model-serving/inferencegraph/overview
 */
export class KServeGraph implements GraphBackend {
  readonly name = 'InferenceGraph';
  readonly kind = INFERENCE_GRAPH;
  readonly operator = Operator.KSERVE;
  readonly ports = [8080];

  *problems(graph: ResolvedGraph): Generator<Problem> {
    for (const [name, { way }] of Object.entries(graph.nodes)) {
      if (way.kind !== 'sequence' || way.routes.length === 1 || protocolOf(graph) !== 'v2') continue;
      const message = `KServe passes an answer on as it is, but the servers of sequence "${name}" speak v2, which answers with outputs and asks for inputs`;
      yield platformProblem(message, 'use servers of v1 such as TensorFlow Serving, or ServingPlatform.seldon()');
    }
  }

  url({ name, namespace }: ResolvedGraph): string {
    return `http://${name}.${namespace}`;
  }

  render(graph: ResolvedGraph): Manifest {
    const routers = Object.entries(graph.nodes).flatMap(([name, { way }]) =>
      'routes' in way ? [[name, routerOf(graph, way)] as const] : [],
    );
    // A model alone still needs a router before it.
    const alone: InferenceRouter = { routerType: 'Sequence', steps: [stepTo(graph, 'root')] };
    const nodes = routers.length === 0 ? { root: alone } : Object.fromEntries(routers);
    return standardMode(objectOf(INFERENCE_GRAPH, graph.name, { nodes, minReplicas: 2 }), 'none');
  }
}

type Routed = Extract<GraphWay, { routes: unknown }>;

function routerOf(graph: ResolvedGraph, way: Routed): InferenceRouter {
  const steps = way.routes.map((route, index) => ({
    ...stepTo(graph, route.to),
    ...('weight' in route && { weight: route.weight }),
    ...('when' in route && { condition: route.when }),
    // A step that fails ends the graph, and its answer is the graph's.
    ...((way.kind === 'sequence' || way.kind === 'ensemble') && { dependency: 'Hard' as const }),
    ...(way.kind === 'sequence' && index > 0 && { data: '$response', mapPredictionsToInstances: true }),
  }));
  return { routerType: ROUTERS[way.kind], steps };
}

function stepTo({ servers }: ResolvedGraph, name: string): NonNullable<InferenceRouter['steps']>[number] {
  const serving = servers[name];
  return serving ? { name, serviceUrl: urlOf(serving) } : { name, nodeName: name };
}

function urlOf({ name, namespace, tracks: [{ container }] }: ResolvedServing): string {
  const port = container.ports.find(({ protocol }) => protocol === 'http')?.port;
  return `http://${name}.${namespace}:${port}${container.predict?.path ?? ''}`;
}

/** The protocol that the servers of a graph speak. */
export function protocolOf({ servers }: ResolvedGraph): 'v1' | 'v2' | undefined {
  return Object.values(servers)[0]?.tracks[0].container.predict?.protocol;
}
