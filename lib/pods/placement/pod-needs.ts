import { gpusPerNode, type INodePool } from '../../core/contracts/node-pool';
import { mebibytes } from '../../core/mebibytes';
import type { PodSet } from '../pod-set';

/** The resources of a node that one pod needs, sidecars included; or those that pods can use of a node. */
export interface PodNeeds {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
  readonly storageMiB: number;
  readonly gpus: number;
  /** One: a node takes a limited number of pods. */
  readonly pods: number;
}

/** An amount of each resource. */
export function needsBy(amount: (resource: keyof PodNeeds) => number): PodNeeds {
  const [cpuMillis, memoryMiB, storageMiB] = [amount('cpuMillis'), amount('memoryMiB'), amount('storageMiB')];
  return { cpuMillis, memoryMiB, storageMiB, gpus: amount('gpus'), pods: amount('pods') };
}

export const NOTHING = needsBy(() => 0);

/** The sum of two needs, of which the second one may be taken several times. */
export function plus(a: PodNeeds, b: PodNeeds, times = 1): PodNeeds {
  return needsBy((resource) => a[resource] + times * b[resource]);
}

/** The needs as a list. */
export function amountsOf({ gpus, cpuMillis, memoryMiB, storageMiB, pods }: PodNeeds): readonly number[] {
  return [gpus, cpuMillis, memoryMiB, storageMiB, pods];
}

export function needsOf({ resources }: PodSet): PodNeeds {
  const { cpuMillis, memory, ephemeralStorage, gpus, sidecars } = resources;
  return {
    cpuMillis: cpuMillis + sidecars.cpuMillis,
    memoryMiB: mebibytes(memory) + mebibytes(sidecars.memory),
    storageMiB: mebibytes(ephemeralStorage) + mebibytes(sidecars.ephemeralStorage),
    gpus,
    pods: 1,
  };
}

/** The resources of each node that pods can use; `undefined` if they are not known. */
export function roomOfNode(pool: INodePool): PodNeeds | undefined {
  const { allocatable } = pool;
  if (!allocatable) return undefined;
  const { cpuMillis, memory, ephemeralStorage, pods = Infinity } = allocatable;
  const storageMiB = ephemeralStorage ? mebibytes(ephemeralStorage) : Infinity;
  return { cpuMillis, memoryMiB: mebibytes(memory), storageMiB, gpus: gpusPerNode(pool) ?? 0, pods };
}
