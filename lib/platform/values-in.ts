/** A value of a rendered object, and its path. */
export interface ValueAt {
  readonly value: unknown;
  /** The path to it, separated by dots. */
  readonly at: string;
}

/**
 * All values of a rendered object in order, the object included.
 *
 * @param isWhole true for values whose parts are left out. @default - none
 */
export function* valuesIn(
  value: unknown,
  isWhole: (value: unknown) => boolean = () => false,
  path: readonly string[] = [],
): Generator<ValueAt> {
  yield { value, at: path.join('.') };
  if (typeof value !== 'object' || value === null || isWhole(value)) return;
  for (const [key, child] of Object.entries(value)) yield* valuesIn(child, isWhole, [...path, key]);
}
