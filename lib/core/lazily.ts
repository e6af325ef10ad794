/** Makes a value on first use, so that importing the package reads no tables and loads no code of engines. */
export function lazily<V>(make: () => V): () => V {
  let made: { readonly value: V } | undefined;
  return () => (made ??= { value: make() }).value;
}
