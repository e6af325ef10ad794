/** True if a path of a construct is that of another, or below it. */
export function isAt(path: string, construct: string): boolean {
  return path === construct || path.startsWith(`${construct}/`);
}
