import { expect, test } from 'vitest';
import { LocalCluster } from '../../../lib/local/local-cluster';
import type { INodePool } from '../../../lib/core/contracts/node-pool';
import { Taint } from '../../../lib/core/contracts/taint';
import { placeOn } from '../../../lib/pods/placement/placement';
import { gpuPool } from '../../workload/pools';

test("a pod selects its pool's labels and tolerates exactly its taints", () => {
  expect(placeOn(gpuPool({ taints: [Taint.GPU, Taint.of('team', 'vision', 'NoExecute')] }))).toEqual({
    nodeSelector: { 'cloud.google.com/gke-nodepool': 'k80' },
    tolerations: [
      { key: 'nvidia.com/gpu', operator: 'Equal', value: 'present', effect: 'NoSchedule' },
      { key: 'team', operator: 'Equal', value: 'vision', effect: 'NoExecute' },
    ],
  });
});

test('a pool without labels and taints says nothing of placement', () => {
  expect(placeOn(LocalCluster.minikube().pool)).toEqual({});
});

test('pods for Arm tolerate the taint that GKE gives to Arm machines, also where the machine is not known', () => {
  const tolerations = (facts: Partial<INodePool>, architecture?: 'amd64' | 'arm64') =>
    placeOn({ ...gpuPool({ taints: [], architecture: undefined }), ...facts }, architecture).tolerations;
  const arm = [{ key: 'kubernetes.io/arch', operator: 'Equal', value: 'arm64', effect: 'NoSchedule' }];
  expect(tolerations({}, 'arm64')).toEqual(arm);
  expect(tolerations({ taints: [Taint.ARM] }, 'arm64')).toEqual(arm);
  expect(tolerations({ taints: [Taint.of('team', 'a')] }, 'arm64')).toEqual([
    { key: 'team', operator: 'Equal', value: 'a', effect: 'NoSchedule' },
    ...arm,
  ]);
  expect(tolerations({ architecture: 'arm64' })).toBeUndefined();
  expect(tolerations({}, 'amd64')).toBeUndefined();
  expect(tolerations({})).toBeUndefined();
});
