/**
 * A condition on results of steps. The step that has it is left out of a run where it does not hold.
 *
 * @example
 * const when = Condition.above(evaluate.output('accuracy'), 0.9);
 */
export class Condition {
  declare readonly '~type': 'Condition';

  /** A number above another one. Each is a number or a text that is known when the workflow runs. */
  static above(value: string, bound: number | string): Condition {
    return new Condition({ kind: 'compare', left: value, operator: '>', right: String(bound) });
  }

  /** A number below another one. Each is a number or a text that is known when the workflow runs. */
  static below(value: string, bound: number | string): Condition {
    return new Condition({ kind: 'compare', left: value, operator: '<', right: String(bound) });
  }

  /** Two equal texts. */
  static equals(value: string, other: string): Condition {
    return new Condition({ kind: 'compare', left: value, operator: '==', right: other });
  }

  /** Conditions that all hold. */
  static all(...conditions: readonly Condition[]): Condition {
    return new Condition({ kind: 'all', conditions });
  }

  /** Conditions of which at least one holds. */
  static any(...conditions: readonly Condition[]): Condition {
    return new Condition({ kind: 'any', conditions });
  }

  private constructor(readonly test: ConditionTest) {}
}

/** A condition, as backends write it. */
export type ConditionTest =
  | { readonly kind: 'compare'; readonly left: string; readonly operator: '>' | '<' | '=='; readonly right: string }
  | { readonly kind: 'all' | 'any'; readonly conditions: readonly Condition[] };

/** The texts of a condition that may hold references. */
export function conditionTexts({ test }: Condition): string[] {
  return test.kind === 'compare' ? [test.left, test.right] : test.conditions.flatMap(conditionTexts);
}
