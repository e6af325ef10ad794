import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { Capacity } from '../../../lib/core/hardware/capacity';
import { graceAdvice } from '../../../lib/workloads/pod/grace-advice';
import { resolveResources } from '../../../lib/workloads/pod/resources';
import { gpuPool } from '../pools';

function said(capacity: Capacity, seconds?: number, isServer?: boolean) {
  const pool = gpuPool({ capacity });
  const demand = {
    name: 'worker',
    replicas: 2,
    pool,
    resolved: resolveResources({ pool, accelerated: true, mounts: [] }),
  };
  const terminationGracePeriod = seconds === undefined ? undefined : Duration.seconds(seconds);
  return [...graceAdvice({ image: 'a:1', terminationGracePeriod }, [demand], isServer)];
}

test('fails: pods that plan for more than a spot machine gives are advised against with spot-grace', () => {
  expect(said(Capacity.SPOT, 60)).toEqual([
    {
      code: 'spot-grace',
      property: 'terminationGracePeriod',
      message: 'each worker has 60 s to stop, but a machine of spot pool "k80" that is taken back gives pods 15 s',
      fix: "save in 15 s and set terminationGracePeriod to Duration.seconds(15), or acknowledge this if the pool's kubelet has a longer shutdownGracePeriodSeconds",
    },
  ]);
});

test('fails: servers that answer for longer than a spot machine lets them (spot-grace)', () => {
  expect(said(Capacity.SPOT, 45, true)).toEqual([
    {
      code: 'spot-grace',
      property: 'drain',
      message:
        'each worker goes on for drain and longestRequest, 45 s together, but a machine of spot pool "k80" that is taken back gives pods 15 s',
      fix: 'shorten the two to 15 s together, or acknowledge this if clients try again',
    },
  ]);
});

test('fails: parts of a second are told as they are (spot-grace)', () => {
  expect(said(Capacity.SPOT, 15.5)[0]?.message).toContain('has 15.5 s to stop');
});

test('nothing is said of 15 s, of the default, and of machines that stay', () => {
  expect(said(Capacity.SPOT, 15)).toEqual([]);
  expect(said(Capacity.SPOT)).toEqual([]);
  expect(said(Capacity.ON_DEMAND, 600)).toEqual([]);
});
