import { SizeRoundingBehavior, type Size } from 'cdk8s';
import type { Json } from '../core/json';

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

const UNITS: Readonly<Record<string, number>> = {
  ...{ m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12 },
  ...{ Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3, Ti: 1024 ** 4 },
};

/** The number that a quantity of Kubernetes stands for, such as `100m` or `1Gi`; 0 for none. */
export function numberOf(quantity: Json | undefined): number {
  if (typeof quantity === 'number') return quantity;
  const [, digits = '0', unit = ''] = /^([\d.]+)(\D*)$/.exec(typeof quantity === 'string' ? quantity : '') ?? [];
  return Number(digits) * (UNITS[unit] ?? 1);
}
