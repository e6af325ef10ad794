import { expect, test } from 'vitest';
import { nodesAtBest } from '../../../lib/workloads/pod/packing';
import type { PodGroup } from '../../../lib/workloads/pod/pod-group';
import type { PodNeeds } from '../../../lib/workloads/pod/pod-needs';

const NODE: PodNeeds = { cpuMillis: 8000, memoryMiB: 16_000, storageMiB: 1000, gpus: 4, pods: 10 };
const NOTHING: PodNeeds = { cpuMillis: 0, memoryMiB: 0, storageMiB: 0, gpus: 0, pods: 0 };

const pods = (replicas: number, needs: Partial<PodNeeds>, required?: number): PodGroup => ({
  needs: { ...NOTHING, ...needs },
  replicas,
  required,
});

test.each<[string, PodGroup[], number]>([
  ['nothing', [], 0],
  ['pods that need nothing', [pods(100, {})], 1],
  ['no pods', [pods(0, { cpuMillis: 1000 })], 0],
  ['one pod', [pods(1, { cpuMillis: 1000 })], 1],
  ['as many pods as a node holds', [pods(8, { cpuMillis: 1000 })], 1],
  ['one pod more', [pods(9, { cpuMillis: 1000 })], 2],
  ['many nodes that are full, and one that is not', [pods(41, { cpuMillis: 1000 })], 6],
  ['what fills first is memory', [pods(5, { cpuMillis: 1000, memoryMiB: 8000 })], 3],
  ['what fills first is storage', [pods(5, { cpuMillis: 1000, storageMiB: 500 })], 3],
  ['what fills first are GPUs', [pods(5, { cpuMillis: 1000, gpus: 2 })], 3],
  ['what fills first is the number of pods', [pods(21, { pods: 1 })], 3],
  ['the required pods alone', [pods(20, { cpuMillis: 4000 }, 3)], 2],
  ['small pods beside large ones', [pods(3, { cpuMillis: 5000 }), pods(3, { cpuMillis: 3000 })], 3],
  [
    'small pods on what large ones leave, and further nodes',
    [pods(3, { cpuMillis: 5000 }), pods(5, { cpuMillis: 3000 })],
    4,
  ],
  ['small pods on some nodes that large ones leave', [pods(5, { cpuMillis: 5000 }), pods(2, { cpuMillis: 3000 })], 5],
  ['three kinds', [pods(2, { cpuMillis: 5000 }), pods(2, { cpuMillis: 2000 }), pods(3, { cpuMillis: 1000 })], 3],
  ['pods that need no CPU, beside those that take all', [pods(2, { cpuMillis: 8000 }), pods(2, { gpus: 4 })], 2],
  ['memory that large pods leave', [pods(2, { memoryMiB: 10_000 }), pods(3, { memoryMiB: 6000 })], 3],
  ['storage that large pods leave', [pods(2, { storageMiB: 600 }), pods(3, { storageMiB: 400 })], 3],
  ['GPUs that large pods leave', [pods(2, { gpus: 3 }), pods(3, { gpus: 1 })], 3],
  ['places that other pods leave', [pods(9, { cpuMillis: 800, pods: 1 }), pods(2, { memoryMiB: 1, pods: 1 })], 2],
  ['several small pods on each of several nodes', [pods(2, { cpuMillis: 6000 }), pods(4, { cpuMillis: 1000 })], 2],
  ['one small pod more', [pods(2, { cpuMillis: 6000 }), pods(5, { cpuMillis: 1000 })], 3],
  ['CPU that several pods of a node leave', [pods(3, { cpuMillis: 3000 }), pods(3, { cpuMillis: 2500 })], 3],
  ['memory that several pods of a node leave', [pods(3, { memoryMiB: 6000 }), pods(3, { memoryMiB: 5000 })], 3],
  ['storage that several pods of a node leave', [pods(3, { storageMiB: 375 }), pods(3, { storageMiB: 312 })], 3],
  ['GPUs that several pods of a node leave', [pods(5, { gpus: 1 }), pods(4, { gpus: 1, cpuMillis: 1 })], 3],
  [
    'the better of two orders',
    [pods(2, { cpuMillis: 7000, memoryMiB: 1 }), pods(2, { cpuMillis: 1, memoryMiB: 15_000 })],
    2,
  ],
  ['pods without end that need nothing, beside others', [pods(2, { cpuMillis: 8000 }), pods(1000, {})], 2],
])('%s', (_, groups, nodes) => {
  expect(nodesAtBest(groups, NODE)).toBe(nodes);
});
