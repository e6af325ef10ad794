import type { INodePool } from '../../core/contracts/node-pool';
import { problem, type Problem } from '../../core/problems/problem';
import { claimProblems } from './claim-problems';
import type { Mount } from './mount';
import type { PodOptions, PodPlace } from './pod-options';
import type { PodDemand } from './pool-demand';
import { mebibytes, memoryText } from './quantity';
import { memoryMounts } from './resources';

/** Problems of the mounts of pods. */
export function* mountProblems(pod: PodOptions, demands: readonly PodDemand[], place: PodPlace): Generator<Problem> {
  const { mounts = [] } = pod;
  yield* pathProblems(mounts);
  yield* memoryProblems(memoryMounts(mounts), demands);
  for (const mount of mounts) yield* claimProblems(mount, demands, place);
}

function* pathProblems(mounts: readonly Mount[]): Generator<Problem> {
  const paths = mounts.map(({ path }) => path);
  for (const path of new Set(paths)) {
    const count = paths.filter((other) => other === path).length;
    if (count > 1)
      yield problem('mount-path', 'mounts', `${count} mounts are at ${path}`, 'give each a path of its own');
  }
}

function* memoryProblems(inMemory: number, demands: readonly PodDemand[]): Generator<Problem> {
  for (const { name, resolved, pool } of demands) {
    if (inMemory === 0 || inMemory < mebibytes(resolved.memory)) continue;
    const has = `the ${memoryText(resolved.memory)} of memory of each ${name}, and leave it nothing`;
    const message = `memory mounts of ${inMemory} MiB count towards ${has}`;
    yield problem('mount-memory', 'mounts', message, roomFor(inMemory, pool));
  }
}

/** Twice the mounts, if a node has that much. */
function roomFor(inMemory: number, { allocatable, poolName }: INodePool): string {
  const wanted = Math.ceil(inMemory * 2);
  return allocatable && mebibytes(allocatable.memory) < wanted
    ? `mount less, or use a pool with larger machines than those of "${poolName}"`
    : `raise memory to Size.mebibytes(${wanted}), or mount less`;
}
