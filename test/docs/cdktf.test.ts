import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the README tells of the end of cdktf before anything else, with the way to its fork', () => {
  const [, first = ''] = /^# .*\n([\s\S]*?)^(?:- |## )/m.exec(readFileSync('README.md', 'utf8')) ?? [];
  expect(first).toMatch(/^cdktf was archived in December 2025: /m);
  expect(first).toContain('](docs/versions.md#cdktn)');
});

test('CI runs the commands of docs/versions.md in a copy of this project, and its tests there, as the page says', () => {
  const ci = readFileSync('.ci/run', 'utf8');
  const [, copy = ''] = /^cdktn_project\(\) \{\n([\s\S]*?)^\}/m.exec(ci) ?? [];
  expect(copy).toContain('rm package-lock.json');
  expect(copy).toMatch(/## cdktn.* docs\/versions\.md/);
  const [, tests = ''] = /^with_cdktn\(\) \{\n([\s\S]*?)^\}/m.exec(ci) ?? [];
  expect(tests).toMatch(/count cdktn npx vitest run .*test\/apps .*test\/infrastructure/);
  expect(ci).toMatch(/^beside cdktn .* cdktn_project$/m);
  expect(ci).toMatch(/^await cdktn && .* with_cdktn$/m);
  const page = readFileSync('docs/versions.md', 'utf8').replace(/\s+/g, ' ');
  expect(page).toContain('CI runs these two commands in a copy of this project, with the newest versions of all else');
});
