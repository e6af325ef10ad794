import { Token } from 'cdktf';
import { expect, test } from 'vitest';
import { holdsTerraformValue, isTerraformNumber } from '../../../lib/core/names/terraform-value';

const NUMBER = Token.asNumber({ resolve: () => 3 });

test.each([
  ['text', Token.asString({ resolve: () => 'a' })],
  ['list', Token.asList({ resolve: () => ['a'] })[0] ?? ''],
  ['map', Object.keys(Token.asStringMap({ resolve: () => ({ a: 'b' }) }))[0] ?? ''],
  ['number', String(NUMBER)],
])("a %s of cdktf is known in a text by its looks, so that no name is made of Terraform's values", (_, token) => {
  expect(holdsTerraformValue(`pool-${token}-a`)).toBe(true);
});

test('numbers of cdktf are known by their size, also what is worked out from one', () => {
  expect([NUMBER, NUMBER * 1000, NUMBER / 8].map(isTerraformNumber)).toEqual([true, true, true]);
});

test.each(['pool-1', '-1e+27', '${HOME}', 'TfToken'])('%s is a plain text', (text) => {
  expect(holdsTerraformValue(text)).toBe(false);
});

test.each([0, -1, -1e27, Number.MAX_VALUE])('%s is a plain number', (number) => {
  expect(isTerraformNumber(number)).toBe(false);
});
