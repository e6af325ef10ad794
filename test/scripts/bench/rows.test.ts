import { expect, test } from 'vitest';
import { tableOf, type Row } from '../../../scripts/bench/rows';

const row = (count: number, ms: number, plainMs?: number): Row => ({
  program: 'jobs',
  count,
  ours: { ms, peakMb: 100 },
  plain: plainMs === undefined ? undefined : { ms: plainMs, peakMb: 90, ratio: ms / plainMs },
});

test('a row has the growth from half as many, of both programs', () => {
  expect(tableOf([row(500, 1000, 1100), row(1000, 2000, 3300)])).toContain(
    '| 1000 jobs | 2000 | 3300 | 0.61 |  | 2.00 | 3.00 | 100 | 90 |',
  );
});

test('a program that writes nothing has no plain one', () => {
  expect(tableOf([row(500, 1000)]).at(-1)).toBe('| 500 jobs | 1000 |  |  |  |  |  | 100 |  |');
});
