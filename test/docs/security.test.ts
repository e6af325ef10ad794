import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// docs/security.md says how a cluster stands to the CIS benchmark. What it shows in backticks is in the emitted Terraform.

const ROWS = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, item = '', , result = '', by = '']) => ({ item, result, by }));
const STATED = ROWS.flatMap(({ item, by }) =>
  [...by.matchAll(/`(google_\w+)\.([\w.]+) = ([^`]+)`/g)].map(([, type = '', path = '', value = '']) => ({
    item,
    type,
    path,
    value,
  })),
);

// The edge of the test: what was emitted is JSON without a type.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const { resource }: { resource: Record<string, Record<string, any>> } = JSON.parse(
  readFileSync('test/apps/goldens/mnist-prod/terraform.json', 'utf8'),
);

test('every item passes, by itself or by an option, or is not applicable', () => {
  expect(ROWS.length).toBeGreaterThan(40);
  for (const { item, result, by } of ROWS) {
    expect(['pass', 'by option', 'not applicable'], item).toContain(result);
    expect(by, item).not.toBe('');
  }
});

test.each(STATED)('$item: $type has $path = $value', ({ type, path, value }) => {
  const all = Object.values(resource[type] ?? {});
  expect(all).not.toEqual([]);
  const pattern = new RegExp(`^${value.replace(/[.*]/g, (sign) => (sign === '*' ? '.*' : '\\.'))}$`);
  for (const each of all) {
    const found: unknown = path.split('.').reduce((part, name) => part?.[name], each);
    expect(String(found)).toMatch(pattern);
  }
});

test('what audits ask for beyond the defaults stands in the table as it is, with the option that does it', () => {
  const by = (item: string) => ROWS.find((row) => row.item === item)?.by ?? '';
  expect(by('5.6.4')).toMatch(/`controlPlaneAccess`.*dns_endpoint_config\.allow_external_traffic = true`/);
  expect(by('5.7.1')).toContain('`security.apiServerLogs`');
  expect(readFileSync('docs/security.md', 'utf8')).toContain('`accessLogs` of a `Bucket`');
});
