import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { googleKeys } from '../../scripts/refresh-google-keys';

test("the names of the provider's arguments are those of its schemas", () => {
  const text = readFileSync(join(__dirname, '../../lib/infrastructure/google-keys.json'), 'utf8');
  expect(text).toBe(googleKeys());
});
