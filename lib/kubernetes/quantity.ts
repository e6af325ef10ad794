import { Size, SizeRoundingBehavior } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
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
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
  ...{ Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3, Ti: 1024 ** 4, Pi: 1024 ** 5, Ei: 1024 ** 6 },
};

/**
 * The number that a quantity of Kubernetes stands for, such as `100m`, `1Gi` or `2e3`; `undefined` if it is none, or below 0.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function quantityOf(text: string): number | undefined {
  const form = /^\+?(\d+\.?\d*|\.\d+)(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d+))?$/;
  const [, digits, unit = '', exponent = '0'] = form.exec(text) ?? [];
  return digits === undefined ? undefined : Number(`${digits}e${exponent}`) * (UNITS[unit] ?? 1);
}

/** An amount of memory or disk that may be a quantity of Kubernetes. */
export function sizeIn(amount: Size | k8s.Quantity): Size {
  return 'value' in amount ? Size.kibibytes((quantityOf(String(amount.value)) ?? NaN) / 1024) : amount;
}

/** The number that a quantity of Kubernetes stands for, such as `100m` or `1Gi`; 0 for none. */
export function numberOf(quantity: Json | undefined): number {
  if (typeof quantity === 'number') return quantity;
  return typeof quantity === 'string' ? (quantityOf(quantity) ?? 0) : 0;
}
