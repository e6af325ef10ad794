/** Makes a value when it is first asked for: importing the package reads no tables, and loads no code of the engines. */
export function lazily<V>(make: () => V): () => V {
  let made: { readonly value: V } | undefined;
  return () => (made ??= { value: make() }).value;
}
