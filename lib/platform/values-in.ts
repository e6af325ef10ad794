/** A value of a rendered object, and where it is. */
export interface ValueAt {
  readonly value: unknown;
  /** The names that lead to it, separated by dots. The name of a value itself is at `a key` of what holds it. */
  readonly at: string;
}

/**
 * All values of a rendered object, itself and its names among them, in order.
 *
 * @param isWhole says of which values the parts are left out. @default - none
 */
export function* valuesIn(
  value: unknown,
  isWhole: (value: unknown) => boolean = () => false,
  path: readonly string[] = [],
): Generator<ValueAt> {
  yield { value, at: path.join('.') };
  if (typeof value !== 'object' || value === null || isWhole(value)) return;
  for (const [key, child] of Object.entries(value)) {
    yield { value: key, at: [...path, 'a key'].join('.') };
    yield* valuesIn(child, isWhole, [...path, key]);
  }
}
