import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { openAdvice } from '../../../lib/core/problems/check';
import { MaintenanceWindow } from '../../../lib/infrastructure/cluster/maintenance-window';
import { messageOf, refusedFor } from '../synthesized';
import { clusterOf } from '../clusters';

describe('MaintenanceWindow', () => {
  test('days of the week recur from a fixed date, in the order of the week', () => {
    expect(MaintenanceWindow.weekly(['SU', 'SA'], '22:00', Duration.hours(6)).toTerraform()).toEqual({
      recurringWindow: {
        startTime: '2024-01-06T22:00:00Z',
        endTime: '2024-01-07T04:00:00Z',
        recurrence: 'FREQ=WEEKLY;BYDAY=SA,SU',
      },
    });
  });

  test('a time without upgrades is an exclusion', () => {
    const window = MaintenanceWindow.daily('03:00').except('launch', '2026-12-20T00:00:00Z', '2027-01-05T00:00:00Z');
    expect(window.toTerraform().maintenanceExclusion).toEqual([
      {
        exclusionName: 'launch',
        startTime: '2026-12-20T00:00:00Z',
        endTime: '2027-01-05T00:00:00Z',
        exclusionOptions: { scope: 'NO_UPGRADES' },
      },
    ]);
  });

  test.each([
    ['a text that is not a time', () => MaintenanceWindow.daily('25:00')],
    ['three hours', () => MaintenanceWindow.weekly(['MO', 'TU', 'WE', 'TH', 'FR'], '03:00', Duration.hours(3))],
    ['more than a day', () => MaintenanceWindow.weekly(['SA'], '03:00', Duration.hours(30))],
    ['no day', () => MaintenanceWindow.weekly([], '03:00', Duration.hours(12))],
    ['broken seconds', () => MaintenanceWindow.weekly(['SA'], '03:00', Duration.millis(12 * 3_600_000 + 500))],
  ])('fails: a window of %s', (_, make) => {
    expect(refusedFor(make)).toEqual(['maintenance-window']);
  });

  test('fails: the time of a window is in UTC (maintenance-window)', () => {
    expect(() => MaintenanceWindow.daily('3am')).toThrow(
      '"3am" is not a time of day: use HH:MM in UTC, "00:00" to "23:59", such as "20:00"',
    );
  });

  test('a window and an exclusion may be as long as GKE takes them', () => {
    expect(refusedFor(() => MaintenanceWindow.weekly(['SA'], '00:00', Duration.hours(24)))).toEqual([]);
    // 13 weeks are 91 days, so 4 hours a week come to 52 hours in any 92 days.
    expect(refusedFor(() => MaintenanceWindow.weekly(['SA'], '03:00', Duration.hours(4)))).toEqual([]);
    const window = MaintenanceWindow.daily('03:00');
    expect(refusedFor(() => window.except('x', '2026-12-01T00:00:00Z', '2027-03-01T00:00:00Z'))).toEqual([]);
    expect(refusedFor(() => window.except('x', '2026-12-01T00:00:00Z', '2027-03-01T00:00:01Z'))).toEqual([
      'maintenance-exclusion',
    ]);
  });

  test.each([
    ['that ends before it begins', '2026-12-20T00:00:00Z', '2026-12-19T00:00:00Z'],
    ['of more than 90 days', '2026-12-01T00:00:00Z', '2027-03-15T00:00:00Z'],
    ['without times', 'christmas', 'new year'],
  ])('fails: an exclusion %s', (_, start, end) => {
    expect(refusedFor(() => MaintenanceWindow.daily('03:00').except('x', start, end))).toEqual([
      'maintenance-exclusion',
    ]);
  });

  const excluding = (...spans: readonly (readonly [start: string, end: string])[]) =>
    spans.reduce(
      (window, [start, end], index) => window.except(`x${index}`, `${start}T00:00:00Z`, `${end}T00:00:00Z`),
      MaintenanceWindow.daily('03:00'),
    );

  test('fails: two exclusions of one name', () => {
    const window = MaintenanceWindow.daily('03:00').except('x', '2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z');
    expect(messageOf(() => window.except('x', '2026-12-11T00:00:00Z', '2026-12-12T00:00:00Z'))).toContain(
      'two exclusions are named "x", and Terraform keeps only one: give each a name of its own (maintenance-exclusion)',
    );
  });

  test('fails: exclusions that leave less than two days of 92', () => {
    expect(() => excluding(['2026-11-01', '2027-01-30'], ['2027-02-01', '2027-05-02'])).not.toThrow();
    expect(messageOf(() => excluding(['2026-11-01', '2027-01-30'], ['2027-01-31', '2027-05-01']))).toContain(
      'the exclusions leave 24 h in some 92 days, but GKE wants 48 for maintenance',
    );
    // What several exclude counts once.
    expect(() => excluding(['2026-11-01', '2027-01-20'], ['2026-12-01', '2027-01-30'])).not.toThrow();
  });

  test('fails: a window that exclusions leave too little of is advised against with maintenance-availability', () => {
    const adviceOf = (maintenance: MaintenanceWindow) =>
      openAdvice(clusterOf({ maintenance })).map(({ advice }) => `${advice.code}: ${advice.message}`);
    expect(adviceOf(excluding(['2026-12-01', '2027-02-19']))).toEqual([]);
    expect(adviceOf(excluding(['2026-12-01', '2027-03-01']))).toEqual([
      'maintenance-availability: the window and its exclusions together leave about 8 h in some 92 days, and GKE wants 48 for maintenance',
    ]);
    const always = MaintenanceWindow.weekly(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], '03:00', Duration.hours(24));
    expect(adviceOf(always.except('x', '2026-12-01T00:00:00Z', '2027-03-01T00:00:00Z'))).toEqual([]);
  });
});
