import { SizeRoundingBehavior, type Size } from 'cdk8s';

/** An amount of memory as manifests write it: whole GiB or MiB if that is exact, otherwise KiB. */
export function memoryText(size: Size): string {
  const kibibytes = size.toKibibytes({ rounding: SizeRoundingBehavior.FLOOR });
  if (kibibytes > 0 && kibibytes % 1024 ** 2 === 0) return `${kibibytes / 1024 ** 2}Gi`;
  return kibibytes % 1024 === 0 ? `${kibibytes / 1024}Mi` : `${kibibytes}Ki`;
}

/** An amount of CPU as manifests write it: whole CPUs if that is exact, otherwise thousandths. */
export function cpuText(millis: number): string {
  return millis % 1000 === 0 ? String(millis / 1000) : `${millis}m`;
}

/** MiB with fractions, for sums and comparisons; 0 for `undefined`. */
export function mebibytes(size: Size | undefined): number {
  return size?.toMebibytes({ rounding: SizeRoundingBehavior.NONE }) ?? 0;
}
