import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { ProvisioningModel } from '../../../lib/core/hardware/provisioning-model';

describe('provisioningModel', () => {
  test('is interruptible only on spot machines', () => {
    expect(
      [ProvisioningModel.SPOT, ProvisioningModel.ON_DEMAND, ProvisioningModel.flexStart()].map(
        (each) => each.interruptible,
      ),
    ).toEqual([true, false, false]);
  });

  test.each([
    [ProvisioningModel.ON_DEMAND, 'onDemand'],
    [ProvisioningModel.SPOT, 'spot'],
    [ProvisioningModel.reservation('ours'), 'reservation'],
    [ProvisioningModel.flexStart(), 'flexStart'],
    [ProvisioningModel.queued(), 'queued'],
  ])('has its kind: %j', (provisioningModel, kind) => {
    expect(provisioningModel.kind).toBe(kind);
    expect(provisioningModel.graceSeconds).toBe(kind === 'spot' ? 15 : undefined);
  });

  test.each([
    'projects/acme-gpus/zones/us-central1-a/reservations/ours',
    'ours/reservationSubBlocks/s1',
    'ours/b1',
    'a'.repeat(64),
    'Ours',
    '',
  ])('fails: %j is no reservation (reservation-name)', (name) => {
    expect(() => ProvisioningModel.reservation(name)).toThrow(
      `[ProvisioningModel.reservation(${JSON.stringify(name)})] ${JSON.stringify(name)} names no reservation as GKE does: use a name such as "ours", or "projects/acme-gpus/reservations/ours" of another project (reservation-name)`,
    );
  });

  test.each([
    'ours',
    'ours/reservationBlocks/b1',
    'ours/reservationBlocks/b1/reservationSubBlocks/s1',
    'projects/acme-gpus/reservations/ours',
    'projects/example.com:acme-gpus/reservations/ours/reservationBlocks/b1/reservationSubBlocks/s1',
  ])('takes a reservation, of another project too, and a part of it: %s', (name) => {
    expect(ProvisioningModel.reservation(name).reservationName).toBe(name);
  });

  test('takes a reservation of 63 characters, and machines for a week', () => {
    expect(ProvisioningModel.reservation('a'.repeat(63)).reservationName).toHaveLength(63);
    expect(ProvisioningModel.flexStart(Duration.days(7)).maxRun?.toHours()).toBe(168);
    expect(ProvisioningModel.flexStart().maxRun?.toDays()).toBe(7);
    expect(ProvisioningModel.flexStart(Duration.minutes(10)).maxRun?.toSeconds()).toBe(600);
  });

  test.each([
    ['flex-start', () => ProvisioningModel.flexStart(Duration.days(8))],
    ['flex-start', () => ProvisioningModel.flexStart(Duration.seconds(0))],
    ['flex-start', () => ProvisioningModel.flexStart(Duration.seconds(599))],
  ])('fails: %s machines that live longer than they can, or not at all', (_, make) => {
    expect(make).toThrow(/maxRun is \d+ s: use .* \(max-run\)/);
  });
});
