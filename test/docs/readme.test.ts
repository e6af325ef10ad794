import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the README tells of the end of cdktf before anything else, with the way to its fork', () => {
  const [, first = ''] = /^# .*\n([\s\S]*?)^(?:- |## )/m.exec(readFileSync('README.md', 'utf8')) ?? [];
  expect(first).toMatch(/^cdktf was archived in December 2025: /m);
  expect(first).toContain('](docs/versions.md#cdktn)');
});
