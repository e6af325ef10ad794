/** What the fix of a message names, for the program that follows it. Before there is a message, each is a stand-in. */
export interface Fix {
  /** A number of the fix: the first, the second… Numbers within names and quoted texts do not count. */
  readonly number: (index?: number) => number;
  /** A text between double quotes: the first, the second… */
  readonly quoted: (index?: number) => string;
  /** The text that the group of a pattern finds. */
  readonly part: (pattern: RegExp) => string;
}

export const NO_FIX: Fix = { number: () => NaN, quoted: () => '', part: () => '' };

const NUMBER = /(?<![\w./:-])\d+(?:\.\d+)?(?![\w/:-])/g;

export function fixOf(text: string): Fix {
  const found = <T>(value: T | undefined, what: string): T => {
    if (value === undefined) throw new Error(`the fix names no ${what}: ${text}`);
    return value;
  };
  const numbers = (text.replace(/"[^"]*"/g, '').match(NUMBER) ?? []).map(Number);
  const quoted = [...text.matchAll(/"([^"]+)"/g)].map(([, inside]) => inside);
  return {
    number: (index = 0) => found(numbers[index], `number ${index + 1}`),
    quoted: (index = 0) => found(quoted[index], `quoted text ${index + 1}`),
    part: (pattern) => found(pattern.exec(text)?.[1], String(pattern)),
  };
}
