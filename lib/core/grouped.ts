/** The members of a list by a key, with the keys in the order in which they first appear. */
export function groupedBy<T>(list: readonly T[], keyOf: (member: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const member of list) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return [...groups.values()];
}
