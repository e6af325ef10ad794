import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { CAPACITY, Capacity } from '../../../lib/core/hardware/capacity';

describe('capacity', () => {
  test('is interruptible only on spot machines', () => {
    expect([Capacity.SPOT, Capacity.ON_DEMAND, Capacity.flexStart()].map((each) => each.interruptible)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each([
    [Capacity.ON_DEMAND, 'onDemand'],
    [Capacity.SPOT, 'spot'],
    [Capacity.reservation('ours'), 'reservation'],
    [Capacity.flexStart(), 'flexStart'],
    [Capacity.queued(), 'queued'],
  ])('has its kind, and is known by its class: %j', (capacity, kind) => {
    expect(capacity.kind).toBe(kind);
    expect(capacity.graceSeconds).toBe(kind === 'spot' ? 15 : undefined);
    expect([...CAPACITY.check('capacity', capacity)]).toEqual([]);
  });

  test('fails: what is no text and no time (wrong-type)', () => {
    expect(() => Capacity.reservation(3 as never)).toThrow(
      '[Capacity.reservation(3)] name cannot be 3: use its name, such as "ours"',
    );
    expect(() => Capacity.flexStart(3 as never)).toThrow(
      "[Capacity.flexStart] maxRun cannot be 3: use cdk8s' Duration, such as Duration.hours(4) (wrong-type)",
    );
  });

  test.each([
    'projects/p/reservations/r',
    'projects/acme-gpus/zones/us-central1-a/reservations/ours',
    'projects/acme-gpus/reservations/',
    'ours/reservationSubBlocks/s1',
    'ours/reservationBlocks/',
    'ours/b1',
    'a'.repeat(64),
    '1a',
    'a-',
    '',
  ])('fails: %j is no reservation (reservation-name)', (name) => {
    expect(() => Capacity.reservation(name)).toThrow(
      `[Capacity.reservation(${JSON.stringify(name)})] ${JSON.stringify(name)} names no reservation as GKE does: use its name, such as "ours", or for one that another project shares "projects/acme-gpus/reservations/ours"; "/reservationBlocks/…/reservationSubBlocks/…" may follow (reservation-name)`,
    );
  });

  test.each([
    'ours',
    'ours/reservationBlocks/b1',
    'ours/reservationBlocks/b1/reservationSubBlocks/s1',
    'projects/acme-gpus/reservations/ours',
    'projects/example.com:acme-gpus/reservations/ours/reservationBlocks/b1/reservationSubBlocks/s1',
  ])('takes a reservation, of another project too, and a part of it: %s', (name) => {
    expect(Capacity.reservation(name).reservationName).toBe(name);
  });

  test('takes a reservation of 63 characters, and machines for a week', () => {
    expect(Capacity.reservation('a'.repeat(63)).reservationName).toHaveLength(63);
    expect(Capacity.flexStart(Duration.days(7)).maxRun?.toHours()).toBe(168);
    expect(Capacity.flexStart().maxRun?.toDays()).toBe(7);
    expect(Capacity.flexStart(Duration.minutes(10)).maxRun?.toSeconds()).toBe(600);
  });

  test.each([
    ['flex-start', () => Capacity.flexStart(Duration.days(8))],
    ['flex-start', () => Capacity.flexStart(Duration.seconds(0))],
    ['flex-start', () => Capacity.flexStart(Duration.seconds(599))],
  ])('fails: %s machines that live longer than they can, or not at all', (_, make) => {
    expect(make).toThrow(/maxRun is \d+ s: use .* \(max-run\)/);
  });
});
