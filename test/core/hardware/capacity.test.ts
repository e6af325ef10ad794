import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { Capacity } from '../../../lib/core/hardware/capacity';

describe('capacity', () => {
  test('is interruptible only on spot machines', () => {
    expect([Capacity.SPOT, Capacity.ON_DEMAND, Capacity.flexStart()].map((each) => each.interruptible)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each(['projects/p/reservations/r', 'a'.repeat(64), '1a', 'a-', ''])(
    'fails: %j is no reservation (reservation-name)',
    (name) => {
      expect(() => Capacity.reservation(name)).toThrow('(reservation-name)');
    },
  );

  test('takes a reservation of 63 characters, and machines for a week', () => {
    expect(Capacity.reservation('a'.repeat(63)).reservationName).toHaveLength(63);
    expect(Capacity.flexStart(Duration.days(7)).maxRun?.toHours()).toBe(168);
  });

  test.each([
    ['flex-start', () => Capacity.flexStart(Duration.days(8))],
    ['flex-start', () => Capacity.flexStart(Duration.seconds(0))],
  ])('fails: %s machines that live longer than they can, or not at all', (_, make) => {
    expect(make).toThrow(/maxRun is \d+ s: use .* \(max-run\)/);
  });
});
