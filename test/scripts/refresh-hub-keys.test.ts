import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hubKeys } from '../../scripts/refresh-hub-keys';

test("the names of values of JupyterHub's chart are those of its schema", () => {
  const text = readFileSync(join(__dirname, '../../lib/notebook/hub-keys.json'), 'utf8');
  expect(text).toBe(hubKeys());
});
