/** Makes a table when it is first read: importing the package reads none. */
export function lazily<V>(make: () => V): () => V {
  let made: { readonly value: V } | undefined;
  return () => (made ??= { value: make() }).value;
}
