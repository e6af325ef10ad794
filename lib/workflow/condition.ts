import { referencesIn, type RunText } from './run-value';

/**
 * A condition on results of steps. The step that has it is left out of a run where it does not hold.
 *
 * @example
 * const when = Condition.above(evaluate.output('accuracy'), 0.9);
 */
export interface Condition {
  readonly '~type': 'Condition';
  /** In the words of Argo, but for the values in it, which stand there as in any text. */
  readonly text: string;
}

export const Condition = {
  /** A number above another one. */
  above: (value: RunText, bound: number | RunText) => compared(numberIn(value), '>', numberIn(bound)),
  /** A number below another one. */
  below: (value: RunText, bound: number | RunText) => compared(numberIn(value), '<', numberIn(bound)),
  /** A value of the run that is equal to a text, or to another value. */
  equals: (value: RunText, other: string) =>
    compared(value, '==', referencesIn(other)[0] === other ? other : JSON.stringify(other)),
  /** Conditions that all hold. */
  all: (first: Condition, ...others: readonly Condition[]) => joined('&&', [first, ...others]),
  /** Conditions of which at least one holds. */
  any: (first: Condition, ...others: readonly Condition[]) => joined('||', [first, ...others]),
};

function compared(left: string, operator: string, right: string): Condition {
  return { '~type': 'Condition', text: `{{=${left} ${operator} ${right}}}` };
}

/** Argo's own comparisons know no number such as 1e-05, so an expression reads it. */
function numberIn(side: number | RunText): string {
  return typeof side === 'number' ? String(side) : `asFloat(${side})`;
}

function joined(operator: string, conditions: readonly Condition[]): Condition {
  return { '~type': 'Condition', text: conditions.map(({ text }) => `(${text})`).join(` ${operator} `) };
}
