import { accepted } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import type { ServingDeployment } from '../serving-deployment';
import type { ServingOptions } from '../serving-options';

/** A server of a graph. The graph names it, and says which platform runs it. */
export type GraphModelOptions = Omit<ServingOptions, 'platform' | 'canary' | 'exposure'>;

/** A node that gets a percentage of the requests. */
export interface WeightedNode<To extends string> {
  readonly to: To;
  /** The percentage. Those of one router are together 100. */
  readonly weight: number;
}

/** A node that gets the requests that have something. */
export interface MatchedNode<To extends string> {
  readonly to: To;
  /**
   * The path in the JSON of the request that must be there, such as `instances.#(kind=="cat")`.
   *
   * @see https://github.com/tidwall/gjson/blob/master/SYNTAX.md
   */
  readonly when: string;
}

export type GraphWay =
  | { readonly kind: 'model'; readonly options: GraphModelOptions }
  | { readonly kind: 'serving'; readonly deployment: ServingDeployment }
  | { readonly kind: 'sequence' | 'ensemble'; readonly routes: readonly { readonly to: string }[] }
  | { readonly kind: 'router'; readonly routes: readonly WeightedNode<string>[] }
  | { readonly kind: 'switch'; readonly routes: readonly MatchedNode<string>[] };

/**
 * A node of an inference graph: a model, or a rule for which other nodes get a request. The type parameter has the names of those nodes.
 *
 * @example
 * const root = GraphNode.router([{ to: 'old', weight: 90 }, { to: 'new', weight: 10 }]);
 */
export class GraphNode<To extends string = string> {
  declare readonly '~type': 'GraphNode';
  declare readonly '~to'?: To;

  /** A model with a server of its own, which the graph makes. */
  static model(options: GraphModelOptions): GraphNode<never> {
    return new GraphNode({ kind: 'model', options });
  }

  /** A server that the program has already, in the same namespace. */
  static serving(deployment: ServingDeployment): GraphNode<never> {
    return new GraphNode({ kind: 'serving', deployment });
  }

  /** One node after the other. Each gets the answer of the one before it, and the last one answers. */
  static sequence<const To extends string>(...steps: readonly [To, ...To[]]): GraphNode<To> {
    return new GraphNode({ kind: 'sequence', routes: steps.map((to) => ({ to })) });
  }

  /** All nodes at once, each with the whole request. The answer has theirs by their names. */
  static ensemble<const To extends string>(...members: readonly [To, ...To[]]): GraphNode<To> {
    return new GraphNode({ kind: 'ensemble', routes: members.map((to) => ({ to })) });
  }

  /** One of the nodes by chance. Refused: weights that are no whole numbers, or are not together 100. */
  static router<const To extends string>(routes: readonly [WeightedNode<To>, ...WeightedNode<To>[]]): GraphNode<To> {
    return accepted('GraphNode.router', [weightProblems(routes)], () => new GraphNode<To>({ kind: 'router', routes }));
  }

  /** The first node whose condition the request meets. Refused: a condition that is empty. */
  static switch<const To extends string>(routes: readonly [MatchedNode<To>, ...MatchedNode<To>[]]): GraphNode<To> {
    return accepted('GraphNode.switch', [matchProblems(routes)], () => new GraphNode<To>({ kind: 'switch', routes }));
  }

  private constructor(readonly way: GraphWay) {}

  /** The names of the nodes that it leads to. */
  get targets(): readonly string[] {
    return 'routes' in this.way ? this.way.routes.map(({ to }) => to) : [];
  }
}

function* weightProblems(routes: readonly WeightedNode<string>[]): Generator<Problem> {
  const weights = routes.map(({ weight }) => weight);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 100 && weights.every((weight) => Number.isInteger(weight) && weight >= 0)) return;
  const message = `the weights are ${weights.join(', ')}, together ${sum}`;
  yield problem('graph-weights', 'weight', message, 'give whole percentages of 0 or more, together 100');
}

function* matchProblems(routes: readonly MatchedNode<string>[]): Generator<Problem> {
  for (const { to } of routes.filter(({ when }) => when.trim() === '')) {
    const fix = 'give the path that the request must have, such as instances.#(kind=="cat")';
    yield problem('graph-condition', 'when', `the condition of "${to}" is empty, so it would never get a request`, fix);
  }
}
