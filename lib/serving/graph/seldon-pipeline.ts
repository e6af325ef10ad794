import { objectOf } from '../../kubernetes/kinds/kind';
import { SELDON_PIPELINE } from '../../kubernetes/kinds/serving';
import type { SeldonPipelineSpec } from '../../kubernetes/kinds/serving-specs';
import { core2Entry } from '../platforms/seldon-core-2';
import type { GraphBackend, ResolvedGraph } from './graph-backend';

/** A Pipeline of Seldon Core 2, whose steps exchange tensors by Kafka. */
export const SELDON_PIPELINES: GraphBackend = {
  name: 'Pipeline',
  lacks: { router: 'its steps have no weights', switch: 'it reads tensors, and not the request' },
  entry({ name }) {
    const { path, ...entry } = core2Entry(`${name}.pipeline`);
    return { ...entry, path: `${path}/infer` };
  },

  placesOf: (graph) => stepsFrom(graph, 'root', []).steps.map(({ name }) => name),

  render(graph) {
    const { steps, last } = stepsFrom(graph, 'root', []);
    return objectOf(SELDON_PIPELINE, graph.name, { steps, output: { steps: last } });
  },
};

interface Steps {
  readonly steps: SeldonPipelineSpec['steps'];
  /** The steps whose answers are those of all. */
  readonly last: readonly string[];
}

/** The steps of a node. The first of them get the answers of `inputs`, or the request if there are none. */
function stepsFrom(graph: ResolvedGraph, node: string, inputs: readonly string[]): Steps {
  const { kind, routes = [] } = graph.nodes[node]?.way ?? {};
  const name = graph.servers[node]?.name;
  if (name !== undefined) return { steps: [inputs.length === 0 ? { name } : { name, inputs }], last: [name] };
  return routes.reduce<Steps>(
    (before, { to }) => {
      const { steps, last } = stepsFrom(graph, to, kind === 'sequence' ? before.last : inputs);
      return { steps: [...before.steps, ...steps], last: kind === 'sequence' ? last : [...before.last, ...last] };
    },
    { steps: [], last: kind === 'sequence' ? inputs : [] },
  );
}
