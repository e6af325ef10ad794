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
    return new Condition(`${value} > ${bound}`);
  }

  /** A number below another one. Each is a number or a text that is known when the workflow runs. */
  static below(value: string, bound: number | string): Condition {
    return new Condition(`${value} < ${bound}`);
  }

  /** Two equal texts. */
  static equals(value: string, other: string): Condition {
    return new Condition(`'${value}' == '${other}'`);
  }

  /** Conditions that all hold. */
  static all(...conditions: readonly Condition[]): Condition {
    return new Condition(conditions.map(({ expression }) => `(${expression})`).join(' && '));
  }

  /** Conditions of which at least one holds. */
  static any(...conditions: readonly Condition[]): Condition {
    return new Condition(conditions.map(({ expression }) => `(${expression})`).join(' || '));
  }

  private constructor(readonly expression: string) {}
}
