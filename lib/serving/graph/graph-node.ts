import { accepted, problem } from '../../core/problems';
import type { ServingOptions } from '../serving-options';

/** The server of a model in a graph. Its name and the model's follow from the node's. */
export type GraphModelOptions = Omit<ServingOptions, 'platform' | 'modelName' | 'canary' | 'exposure'>;

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
   * The path in the JSON of the request that must be there, such as `instances.#(kind=="cat")`. Refused if it is empty.
   *
   * @see https://github.com/tidwall/gjson/blob/master/SYNTAX.md
   */
  readonly when: string;
}

/** A step to another node. */
export type GraphRoute = { readonly to: string; readonly weight?: number; readonly when?: string };
type Rule = 'sequence' | 'ensemble' | 'router' | 'switch';
export type GraphWay =
  | { readonly kind: 'model'; readonly options: GraphModelOptions; readonly routes: readonly [] }
  | { readonly kind: Rule; readonly routes: readonly GraphRoute[] };

/**
 * A node of an inference graph: a model, or a rule for which other nodes get a request. The type parameter has the names of those nodes.
 *
 * @example
 * const root = GraphNode.router([{ to: 'old', weight: 90 }, { to: 'new', weight: 10 }]);
 */
export class GraphNode<To extends string = string> {
  declare readonly '~type': 'GraphNode';
  declare readonly '~to'?: To;

  /** A model and its server. */
  static model(options: GraphModelOptions): GraphNode<never> {
    return new GraphNode({ kind: 'model', options, routes: [] });
  }

  /** One node after the other. Each gets the answer of the one before it, and the last one answers. */
  static sequence<const To extends string>(...steps: readonly [To, ...To[]]): GraphNode<To> {
    return new GraphNode({ kind: 'sequence', routes: steps.map((to) => ({ to })) });
  }

  /** All nodes at once, each with the whole request. The answer has theirs by their names. */
  static ensemble<const To extends string>(...members: readonly [To, ...To[]]): GraphNode<To> {
    return new GraphNode({ kind: 'ensemble', routes: members.map((to) => ({ to })) });
  }

  /** One of the nodes by chance. Refused: weights that are no whole numbers of 0 or more, or are not together 100. */
  static router<const To extends string>(routes: readonly WeightedNode<To>[]): GraphNode<To> {
    const weights = routes.map(({ weight }) => weight);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const isWrong = sum !== 100 || weights.some((weight) => !(Number.isInteger(weight) && weight >= 0));
    const message = `the weights are ${weights.join(', ')}, together ${sum}`;
    const wrong = problem('graph-weights', 'weight', message, 'give whole percentages of 0 or more, together 100');
    return accepted('GraphNode.router', [isWrong ? [wrong] : []], () => new GraphNode<To>({ kind: 'router', routes }));
  }

  /** The first node whose condition the request meets. */
  static switch<const To extends string>(routes: readonly MatchedNode<To>[]): GraphNode<To> {
    const empty = routes
      .filter(({ when }) => when.trim() === '')
      .map(({ to }) => {
        const fix = 'give the path that the request must have, such as instances.#(kind=="cat")';
        return problem('graph-condition', 'when', `the condition of "${to}" is empty, so it would get no request`, fix);
      });
    return accepted('GraphNode.switch', [empty], () => new GraphNode<To>({ kind: 'switch', routes }));
  }

  private constructor(readonly way: GraphWay) {}
}
