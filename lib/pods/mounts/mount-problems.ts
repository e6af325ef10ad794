import { problem, type Problem } from '../../core/problems';
import { claimProblems } from './claim-problems';
import type { Mount } from './mount';
import type { PodPlace } from '../pod-options';
import type { PodSet } from '../pod-set';
import { mebibytes } from '../../core/mebibytes';
import { memoryText } from '../../kubernetes/quantity';
import { memoryMounts } from '../containers/resources';

export function* mountProblems(set: PodSet, place: PodPlace): Generator<Problem> {
  const { mounts = [] } = set.pod;
  yield* pathProblems(mounts);
  yield* memoryProblems(memoryMounts(set.pod), set);
  for (const mount of mounts) yield* claimProblems(mount, set.pool, place);
}

function* pathProblems(mounts: readonly Mount[]): Generator<Problem> {
  const paths = mounts.map(({ path }) => path);
  for (const path of new Set(paths)) {
    const count = paths.filter((other) => other === path).length;
    if (count > 1)
      yield problem('mount-path', 'mounts', `${count} mounts are at ${path}`, 'give each a path of its own');
  }
}

function* memoryProblems(inMemory: number, { name, resources: { memory }, pool }: PodSet): Generator<Problem> {
  if (inMemory === 0 || inMemory < mebibytes(memory)) return;
  const has = `the ${memoryText(memory)} of memory of each ${name}, and leave it nothing`;
  const message = `memory mounts of ${inMemory} MiB count towards ${has}`;
  yield problem('mount-memory', 'mounts', message, roomFor(inMemory, pool));
}

/** Twice the mounts, if a node has that much. */
function roomFor(inMemory: number, { allocatable, poolName }: PodSet['pool']): string {
  const wanted = Math.ceil(inMemory * 2);
  return allocatable && mebibytes(allocatable.memory) < wanted
    ? `mount less, or use a pool with larger machines than those of "${poolName}"`
    : `raise memory to Size.mebibytes(${wanted}), or mount less`;
}
