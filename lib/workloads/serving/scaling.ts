import { accepted } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { number, typeProblems, valueOf } from '../../core/problems/rules';

export const SCALING = valueOf('Scaling', 'use Scaling.fixed(3) or another way of Scaling');

const FIXED = { replicas: number('give a number, such as 3') };

/** How many replicas a server has. */
export class Scaling {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Scaling';

  /** Always the same number. Refused below 1. */
  static fixed(replicas: number): Scaling {
    const checks = [typeProblems({ replicas }, FIXED), replicaProblems('replicas', replicas)];
    return accepted('Scaling.fixed', checks, () => new Scaling({ kind: 'fixed', replicas }));
  }

  private constructor(readonly way: { readonly kind: 'fixed'; readonly replicas: number }) {}

  /** The fewest replicas. */
  get least(): number {
    return this.way.replicas;
  }

  /** The most replicas. */
  get most(): number {
    return this.way.replicas;
  }
}

export function* replicaProblems(property: string, replicas: number): Generator<Problem> {
  if (Number.isSafeInteger(replicas) && replicas > 0) return;
  yield problem('replicas', property, `${replicas} is not a number of replicas`, 'use a whole number of 1 or more');
}
