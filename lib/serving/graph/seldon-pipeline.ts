import type { Problem } from '../../core/problems/problem';
import { objectOf } from '../../kubernetes/kinds/kind';
import { SELDON_PIPELINE } from '../../kubernetes/kinds/serving';
import type { SeldonPipelineSpec } from '../../kubernetes/kinds/serving-specs';
import type { Manifest } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import type { GraphBackend, ResolvedGraph } from './graph-backend';
import { lackProblems, reuseProblems } from './graph-problems';

const LACKS = {
  router: 'a Pipeline has no weights',
  switch: 'a Pipeline reads tensors and not the request',
  serving: 'a Pipeline leads to Models of Seldon Core 2 alone',
};

/** A Pipeline of Seldon Core 2, whose steps exchange tensors by Kafka. */
export class SeldonPipeline implements GraphBackend {
  readonly name = 'Pipeline';
  readonly kind = SELDON_PIPELINE;
  readonly operator = Operator.SELDON_CORE_2;

  *problems(graph: ResolvedGraph): Generator<Problem> {
    yield* lackProblems('Seldon Core 2', graph, LACKS);
    yield* reuseProblems('Seldon Core 2', graph);
  }

  url({ name, namespace }: ResolvedGraph): string {
    return `http://seldon-mesh.${namespace}/v2/models/${name}.pipeline/infer`;
  }

  render(graph: ResolvedGraph): Manifest {
    const [steps, last] = stepsOf(graph, 'root', []);
    return objectOf(SELDON_PIPELINE, graph.name, { steps, output: { steps: last } });
  }
}

type Steps = SeldonPipelineSpec['steps'];

/** The steps of a node that takes the answers of others, and those of them that answer for it. */
function stepsOf(graph: ResolvedGraph, name: string, inputs: readonly string[]): readonly [Steps, readonly string[]] {
  const { way } = graph.nodes[name] ?? {};
  if (way === undefined || !('routes' in way)) {
    const model = graph.servers[name]?.name ?? name;
    return [[{ name: model, ...(inputs.length > 0 && { inputs }) }], [model]];
  }
  if (way.kind === 'sequence') {
    return way.routes.reduce<readonly [Steps, readonly string[]]>(
      ([steps, before], { to }) => {
        const [more, after] = stepsOf(graph, to, before);
        return [[...steps, ...more], after];
      },
      [[], inputs],
    );
  }
  const members = way.routes.map(({ to }) => stepsOf(graph, to, inputs));
  return [members.flatMap(([steps]) => steps), members.flatMap(([, last]) => last)];
}
