import { inExpression, inGraph, isRunText, type RunText } from './run-value';

/**
 * A condition on results of steps. The step that has it is left out of a run where it does not hold.
 *
 * @example
 * const when = Condition.above(evaluate.output('accuracy'), 0.9);
 */
export class Condition {
  declare readonly '~type': 'Condition';

  /** A number above another one. */
  static above(value: RunText, bound: number | RunText): Condition {
    return new Condition(`{{=${numberIn(value)} > ${numberIn(bound)}}}`);
  }

  /** A number below another one. */
  static below(value: RunText, bound: number | RunText): Condition {
    return new Condition(`{{=${numberIn(value)} < ${numberIn(bound)}}}`);
  }

  /** A value of the run that is equal to a text, or to another value. */
  static equals(value: RunText, other: string): Condition {
    return new Condition(`{{=${value} == ${isRunText(other) ? other : JSON.stringify(other)}}}`);
  }

  /** Conditions that all hold. */
  static all(first: Condition, ...others: readonly Condition[]): Condition {
    return joined([first, ...others], '&&');
  }

  /** Conditions of which at least one holds. */
  static any(first: Condition, ...others: readonly Condition[]): Condition {
    return joined([first, ...others], '||');
  }

  /** @internal */
  constructor(
    /** In the words of Argo, but for the values in it, which stand there as in any text. */
    readonly text: string,
  ) {}

  /** As the graph of Argo has it. */
  get expression(): string {
    return inExpression(inGraph(this.text));
  }
}

/** Argo's own comparisons know no number such as 1e-05, so an expression reads it. */
function numberIn(side: number | RunText): string {
  return typeof side === 'number' ? String(side) : `asFloat(${side})`;
}

function joined(conditions: readonly Condition[], operator: '&&' | '||'): Condition {
  return new Condition(conditions.map(({ text }) => `(${text})`).join(` ${operator} `));
}
