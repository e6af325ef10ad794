import { valueOf } from '../../core/problems/rules';

export const EXPOSURE = valueOf('Exposure', 'use Exposure.internal() or another way of Exposure');

/** Who can reach a server. */
export class Exposure {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Exposure';

  /** Pods of the cluster alone, by the name of its Service. */
  static internal(): Exposure {
    return new Exposure({ kind: 'internal' });
  }

  private constructor(readonly way: { readonly kind: 'internal' }) {}
}
