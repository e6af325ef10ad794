import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { ProvisioningModel } from '../../lib/core/hardware/provisioning-model';
import { graceAdvice } from '../../lib/pods/grace-advice';
import { demand, gpuPool, withPod } from '../workload/pools';

function said(provisioningModel: ProvisioningModel, seconds?: number, drains?: boolean) {
  const pool = gpuPool({ provisioningModel });
  const terminationGracePeriod = seconds === undefined ? undefined : Duration.seconds(seconds);
  const sets = withPod({ terminationGracePeriod }, demand(pool, 2));
  return [...graceAdvice(sets.map((set) => ({ ...set, drains })))];
}

test('fails: pods that plan for more than a spot machine gives are advised against with spot-grace', () => {
  expect(said(ProvisioningModel.SPOT, 60)).toEqual([
    {
      code: 'spot-grace',
      property: 'terminationGracePeriod',
      message: 'each worker has 60 s to stop, but a machine of spot pool "k80" that is taken back gives pods 15 s',
      fix: "save in 15 s and set terminationGracePeriod to Duration.seconds(15), or acknowledge this if the pool's kubelet has a longer shutdownGracePeriodSeconds",
    },
  ]);
});

test('fails: servers that answer for longer than a spot machine lets them (spot-grace)', () => {
  expect(said(ProvisioningModel.SPOT, 45, true)).toEqual([
    {
      code: 'spot-grace',
      property: 'preStopDelay',
      message:
        'each worker goes on for preStopDelay and requestTimeout, 45 s together, but a machine of spot pool "k80" that is taken back gives pods 15 s',
      fix: 'shorten the two to 15 s together, or acknowledge this if clients try again',
    },
  ]);
});

test('fails: parts of a second are told as they are (spot-grace)', () => {
  expect(said(ProvisioningModel.SPOT, 15.5)[0]?.message).toContain('has 15.5 s to stop');
});

test('nothing is said of 15 s, of the default, and of machines that stay', () => {
  expect(said(ProvisioningModel.SPOT, 15)).toEqual([]);
  expect(said(ProvisioningModel.SPOT)).toEqual([]);
  expect(said(ProvisioningModel.ON_DEMAND, 600)).toEqual([]);
});
