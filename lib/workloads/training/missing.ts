import type { Problem } from '../../core/problem';

/** What is wrong with a required prop that is not there: the compiler does not see it in JavaScript, nor in `pools[3]`. */
export function missingProblems(property: string, value: unknown, fix: string): Problem[] {
  if (value !== undefined && value !== null) return [];
  return [{ code: 'missing', property, message: `${property} is missing`, fix }];
}
