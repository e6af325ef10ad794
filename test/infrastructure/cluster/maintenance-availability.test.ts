import { expect, test } from 'vitest';
import { isEnough, leastAvailableHours } from '../../../lib/infrastructure/cluster/maintenance-availability';

const DAY = 86_400;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
const between = (from: string, to: string) => ({ from: at(from), to: at(to) });
/** Four hours from midnight of one day of the week; Monday is 0. */
const on = (day: number) => ({ starts: [day * DAY], seconds: 4 * 3600 });

// 7 December 2026 is a Monday.
test.each([
  ['Saturdays beside days of work', on(5), [between('2026-12-07', '2026-12-12')], 52],
  ['Saturdays but one', on(5), [between('2026-12-12', '2026-12-13')], 48],
  ['Mondays but one', on(0), [between('2026-12-07', '2026-12-12')], 48],
  ['Mondays beside a Saturday', on(0), [between('2026-12-12', '2026-12-13')], 52],
  ['Saturdays but two', on(5), [between('2026-12-12', '2026-12-13'), between('2026-12-26', '2026-12-27')], 44],
  ['any time but four weeks', undefined, [between('2026-12-01', '2026-12-29')], 64 * 24],
])('in the worst 92 days there remain %s', (_, window, exclusions, hours) => {
  expect(leastAvailableHours(window, exclusions)).toBe(hours);
});

test('GKE wants two days', () => {
  expect([isEnough(48), isEnough(47.9)]).toEqual([true, false]);
});
