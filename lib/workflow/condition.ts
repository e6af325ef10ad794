import { accepted } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';
import { expressionOf, RunValue } from './run-value';

/**
 * A condition on results of steps. The step that has it is left out of a run where it does not hold.
 *
 * @example
 * const when = Condition.above(evaluate.output('accuracy'), 0.9);
 */
export class Condition {
  declare readonly '~type': 'Condition';

  /** A number above another one. Each is a number or a value of the run. Refused: other texts. */
  static above(value: string, bound: number | string): Condition {
    return compared('above', value, '>', bound);
  }

  /** A number below another one. Each is a number or a value of the run. Refused: other texts. */
  static below(value: string, bound: number | string): Condition {
    return compared('below', value, '<', bound);
  }

  /** A value of the run that is equal to a text, or to another value. */
  static equals(value: string, other: string): Condition {
    const sides = [value, other];
    const checks = [valueProblems(sides), ...sides.map((side) => itemProblems(side))];
    return accepted('Condition.equals', checks, () => made(sides, `${textOf(value)} == ${textOf(other)}`));
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
    /** In the words of Argo. */
    readonly expression: string,
    /** The texts that it compares. */
    readonly sides: readonly string[],
  ) {}
}

/** Argo's own comparisons know no number such as 1e-05, so an expression reads it. */
function made(sides: readonly string[], expression: string): Condition {
  return new Condition(`{{=${expression}}}`, sides);
}

function joined(conditions: readonly Condition[], operator: '&&' | '||'): Condition {
  const expression = conditions.map((each) => `(${each.expression})`).join(` ${operator} `);
  return new Condition(
    expression,
    conditions.flatMap(({ sides }) => sides),
  );
}

function compared(factory: string, value: string, operator: '>' | '<', bound: number | string): Condition {
  const sides = [value, String(bound)];
  const checks = [valueProblems(sides), ...sides.map((side) => numberProblems(side))];
  const [left, right] = sides.map((side) => (isValue(side) ? `asFloat(${textOf(side)})` : side));
  return accepted(`Condition.${factory}`, checks, () => made(sides, `${left} ${operator} ${right}`));
}

/** A side as an expression has it. */
function textOf(side: string): string {
  return expressionOf(side) ?? JSON.stringify(side);
}

/** True for a value of the run, alone. */
function isValue(side: string): boolean {
  return expressionOf(side) !== undefined;
}

function* valueProblems(sides: readonly string[]): Generator<Problem> {
  if (sides.some(isValue)) return;
  const message = `${sides.map((side) => JSON.stringify(side)).join(' and ')} are the same in every run`;
  yield problem('condition-value', 'value', message, "compare an output, such as evaluate.output('accuracy')");
}

function* numberProblems(side: string): Generator<Problem> {
  yield* itemProblems(side);
  if (isValue(side) || (side.trim() !== '' && Number.isFinite(Number(side)))) return;
  const message = `${JSON.stringify(side)} is neither a number nor a value of the run`;
  yield problem('condition-value', 'value', message, "give a number, or an output such as evaluate.output('accuracy')");
}

function* itemProblems(side: string): Generator<Problem> {
  if (side !== RunValue.ITEM) return;
  const message = 'a condition is asked once, before the items of a fan-out';
  yield problem('condition-value', 'value', message, 'let the program look at the item');
}
