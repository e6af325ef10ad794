import { expect, test } from 'vitest';
import { shellWord } from '../../../lib/core/names/shell-word';

test('any text is one word of a shell', () => {
  expect(shellWord('a b "c" $d')).toBe(`'a b "c" $d'`);
  expect(shellWord("it's Ann's")).toBe(`'it'\\''s Ann'\\''s'`);
});
