/** A path as programs compare it that know no parts of paths: the path itself, and what begins with it and a `/`. */
export function pathForms(path: string): { readonly value: string; readonly exact: boolean }[] {
  if (path === '/') return [{ value: path, exact: false }];
  return [
    { value: path, exact: true },
    { value: `${path}/`, exact: false },
  ];
}
