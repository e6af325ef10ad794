import { expect, test } from 'vitest';
import { NodeImage } from '../../../lib/core/hardware/node-image';
import type { ClaimPlace } from '../../../lib/pods/mounts/claim-place';
import { claimProblems, oneNodeProblems } from '../../../lib/pods/mounts/claim-problems';
import { Mount, type PersistentVolumeClaimMountOptions } from '../../../lib/pods/mounts/mount';
import type { PodSet } from '../../../lib/pods/pod-set';
import { formatProblem } from '../../../lib/core/problems/problem';
import { cpuPool, demand, GKE, gpuPool, withPod } from '../../workload/pools';

const ONE_NODE: ClaimPlace = { accessMode: 'ReadWriteOnce' };

function found(mount: Mount, sets: readonly PodSet[]) {
  const mounting = withPod({ mounts: [mount] }, ...sets);
  return [
    ...mounting.flatMap(({ pool }) => [...claimProblems(mount, pool, { cluster: GKE })]),
    ...oneNodeProblems(mounting),
  ];
}

function problems(
  place: ClaimPlace,
  sets: readonly PodSet[],
  options: PersistentVolumeClaimMountOptions = {},
): string[] {
  return found(Mount.persistentVolumeClaim('data', '/data', options, place), sets).map(formatProblem);
}

test('fails: pods on several nodes mount a volume of one node (volume-access)', () => {
  expect(problems(ONE_NODE, [demand(gpuPool(), 4), demand(cpuPool(), 3, {}, 'ps')])).toEqual([
    'volume "data" is ReadWriteOnce, so the pods of one node can mount it, but 4 × worker and 3 × ps may be on 6 nodes of pools "k80" and "cpu": set accessMode of the volume to \'ReadWriteMany\', with a source for many nodes such as Filestore, or run the pods on one pool of 1 node (volume-access)',
  ]);
  expect(problems(ONE_NODE, [demand(gpuPool(), 2)])).toEqual([
    expect.stringContaining('but 2 × worker may be on 2 nodes of pool "k80"'),
  ]);
  expect(problems(ONE_NODE, [{ ...demand(gpuPool(), 1), copies: 3 }])).toHaveLength(1);
});

test.each([
  ['one pod', [demand(gpuPool(), 1)]],
  ['pods of a pool of one node', [demand(gpuPool({ maxNodes: 1 }), 4)]],
  ['pods of a pool whose nodes are not known', [demand(gpuPool({ maxNodes: undefined }), 4)]],
  ['pods that take turns', [1, 2].map((turn) => ({ ...demand(gpuPool(), 1), turns: [String(turn)] }))],
])('a volume of one node is mounted by %s', (_, demands) => {
  expect(problems(ONE_NODE, demands)).toEqual([]);
});

test.each([{}, { accessMode: 'ReadWriteMany' }] as const)(
  'a volume with %j is mounted by pods on any nodes',
  (place) => {
    expect(problems(place, [demand(gpuPool(), 8)])).toEqual([]);
  },
);

test('fails: a volume for readers is mounted for writing (volume-read-only)', () => {
  const place: ClaimPlace = { accessMode: 'ReadOnlyMany' };
  expect(problems(place, [demand(gpuPool(), 8)])).toEqual([
    'volume "data" is ReadOnlyMany, but it is mounted at /data for writing: mount it with readOnly: true, or set accessMode of the volume to \'ReadWriteMany\' (volume-read-only)',
  ]);
  expect(problems(place, [demand(gpuPool(), 8)], { readOnly: true })).toEqual([]);
});

test('fails: each is told as a problem of mounts (volume-access, volume-read-only, volume-node-image)', () => {
  const places: ClaimPlace[] = [ONE_NODE, { accessMode: 'ReadOnlyMany' }, { kernelModule: 'ceph' }];
  const demands = [demand(gpuPool({ image: NodeImage.COS }), 4)];
  const all = places.flatMap((place) => found(Mount.persistentVolumeClaim('data', '/data', {}, place), demands));
  expect(all.map(({ code, property }) => [code, property])).toEqual([
    ['volume-access', 'mounts'],
    ['volume-read-only', 'mounts'],
    ['volume-node-image', 'mounts'],
  ]);
  expect(found(Mount.configFiles({}, '/etc/x'), demands)).toEqual([]);
});

test('fails: nodes with Container-Optimized OS cannot mount CephFS (volume-node-image)', () => {
  const place: ClaimPlace = { kernelModule: 'ceph' };
  const cos = gpuPool({ image: NodeImage.COS });
  expect(problems(place, [demand(cos, 1)])).toEqual([
    'volume "data" is mounted by the kernel\'s module ceph, which the nodes of pool "k80" (n1-standard-16) do not have, as they run Container-Optimized OS: set image of pool "k80" to NodeImage.UBUNTU (volume-node-image)',
  ]);
  for (const image of [NodeImage.UBUNTU, undefined])
    expect(problems(place, [demand(gpuPool({ image }), 1)])).toEqual([]);
  expect(problems({}, [demand(cos, 1)])).toEqual([]);
});
