import { accepted } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { number, optional, optionProblems, valueOf, type Rules } from '../../core/problems/rules';

/** Options of a rolling replacement. */
export interface RollingOptions {
  /**
   * How many replicas there are more than usual during a roll-out. With 0, one replica stops before the next starts.
   *
   * @default - 1 if the pool has room for it beside its other workloads, or else 0
   */
  readonly surge?: number;
}

export const ROLLOUT = valueOf('Rollout', 'use Rollout.rolling() or another way of Rollout');

const ROLLING: Rules<RollingOptions> = { surge: optional(number('give a number, such as 1')) };

/** How new pods take the place of old ones. */
export class Rollout {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Rollout';

  /** One after the other: an old pod goes when a new one is ready. */
  static rolling(options: RollingOptions = {}): Rollout {
    const checks = [optionProblems(options, ROLLING), surgeProblems(options)];
    return accepted('Rollout.rolling', checks, () => new Rollout({ kind: 'rolling', surge: options.surge }));
  }

  private constructor(readonly way: { readonly kind: 'rolling'; readonly surge?: number }) {}
}

function* surgeProblems(options: RollingOptions): Generator<Problem> {
  const { surge } = options;
  if (surge === undefined || (Number.isSafeInteger(surge) && surge >= 0)) return;
  yield problem('rollout-surge', 'surge', `${surge} is not a number of replicas`, 'use a whole number of 0 or more');
}
