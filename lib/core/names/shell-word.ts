/** A text as one word of a shell, whatever characters it has. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
