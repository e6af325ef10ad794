import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES, ROOT } from '../docs/examples';
import { findings } from '../support/compiled';

const MARK = '// @ts-expect-error: ';
const marked = readFileSync(join(__dirname, 'illegal-states.ts'), 'utf8');

/** Variants of the file beside it. */
const VARIANTS = {
  marked,
  unmarked: marked.replaceAll(MARK, '// '),
  legal: `${marked}\n${MARK}legal\nexport const legal: number = 1;\n`,
};
const pathOf = (variant: string) => join(__dirname, `illegal-states-${variant}.ts`);
const pathOfExample = (index: number) => join(ROOT, '.examples', `${index}/main.ts`);
const found = findings(
  new Map([
    ...Object.entries(VARIANTS).map(([variant, text]) => [pathOf(variant), text] as const),
    ...EXAMPLES.map(({ program }, index) => [pathOfExample(index), program] as const),
  ]),
);

/** The lines of a variant that the compiler finds fault with. */
function wrongLines(variant: keyof typeof VARIANTS): number[] {
  return [...new Set(found.get(pathOf(variant))?.map(({ line }) => line))];
}

test.each(EXAMPLES.map(({ name }, index) => [name, index] as const))('%s compiles', (_, index) => {
  expect(found.get(pathOfExample(index))).toEqual([]);
});

test('every state that is marked as illegal does not compile', () => {
  expect(wrongLines('marked')).toEqual([]);
});

test('fails: without its mark every one of them is an error, and nothing else', () => {
  const marks = marked.split(MARK).length - 1;
  expect(marks).toBeGreaterThan(50);
  expect(wrongLines('unmarked')).toHaveLength(marks);
});

test('fails: a state that became legal is told of', () => {
  expect(wrongLines('legal')).toHaveLength(1);
});
