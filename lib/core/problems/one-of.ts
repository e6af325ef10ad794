/** `1, 2 or 4`. */
export function oneOf(values: readonly (string | number)[]): string {
  const words = values.map(String);
  const last = words.pop() ?? '';
  return words.length > 0 ? `${words.join(', ')} or ${last}` : last;
}
