import { SizeRoundingBehavior, type Size } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { requiredProblems } from '../../core/problems/given';
import { KINDS } from '../../core/problems/kinds';
import type { Problem } from '../../core/problems/problem';

/** As a manifest has it: whole GiB or MiB where that is exact, KiB otherwise. */
export function memoryText(size: Size): string {
  const kibibytes = size.toKibibytes({ rounding: SizeRoundingBehavior.FLOOR });
  if (kibibytes > 0 && kibibytes % 1024 ** 2 === 0) return `${kibibytes / 1024 ** 2}Gi`;
  return kibibytes % 1024 === 0 ? `${kibibytes / 1024}Mi` : `${kibibytes}Ki`;
}

/** As a manifest has it: whole CPUs where that is exact. */
export function cpuText(millis: number): string {
  return millis % 1000 === 0 ? String(millis / 1000) : `${millis}m`;
}

export function memoryQuantity(size: Size): k8s.Quantity {
  return k8s.Quantity.fromString(memoryText(size));
}

export function cpuQuantity(millis: number): k8s.Quantity {
  return k8s.Quantity.fromString(cpuText(millis));
}

/** With fractions, for sums and comparisons; 0 for none. */
export function mebibytes(size: Size | undefined): number {
  return size?.toMebibytes({ rounding: SizeRoundingBehavior.NONE }) ?? 0;
}

/** What is wrong with an amount of memory or disk. @param who who asks for it, for the message */
export function quantityProblems(who: string, property: string, size: Size, fix: string): Problem[] {
  const noSize = requiredProblems({ [property]: size }, { [property]: KINDS.size });
  if (noSize.length > 0) return noSize;
  const amount = mebibytes(size);
  if (amount > 0 && Number.isFinite(amount)) return [];
  return [amountProblem(who, property, memoryText(size), fix)];
}

/**
 * CDKTF lets a number of about -8e298 stand for one that only Terraform knows, and workloads do not import CDKTF. Nobody
 * means one below this, and what is computed with such a number, such as an eighth of it, is below it too.
 */
export const TERRAFORM_NUMBER = -1e280;

/** What is wrong with a number that stands for one that only Terraform knows. */
export function terraformNumberProblems(who: string, property: string, given: number): Problem[] {
  if (!(given < TERRAFORM_NUMBER)) return [];
  return [
    {
      code: 'token-in-manifest',
      property,
      message: `${property} of ${who} is a value that only Terraform knows`,
      fix: 'use a plain number, which the infrastructure can share',
    },
  ];
}

export function amountProblem(who: string, property: string, given: string, fix: string): Problem {
  return { code: 'resource-amount', property, message: `${who} cannot ask for ${property} of ${given}`, fix };
}
