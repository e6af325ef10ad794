import { SizeRoundingBehavior, type Size } from 'cdk8s';

/** MiB with fractions, for sums and comparisons; 0 for `undefined`. */
export function mebibytes(size: Size | undefined): number {
  return size?.toMebibytes({ rounding: SizeRoundingBehavior.NONE }) ?? 0;
}
