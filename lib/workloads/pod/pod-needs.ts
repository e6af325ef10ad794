import type { PodDemand } from './pool-demand';
import { mebibytes } from './quantity';

/** The resources of a node that one pod needs, sidecars included; or those that a node has. */
export interface PodNeeds {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
  readonly storageMiB: number;
  readonly gpus: number;
  /** A pod is one of the number of pods that a node takes. */
  readonly pods: number;
}

export const RESOURCES = ['gpus', 'cpuMillis', 'memoryMiB', 'storageMiB', 'pods'] as const;

export function amountsOf(needs: PodNeeds): readonly number[] {
  return RESOURCES.map((resource) => needs[resource]);
}

export function needsOf({ resolved }: PodDemand): PodNeeds {
  const { cpuMillis, memory, ephemeralStorage, gpus, sidecars } = resolved;
  return {
    cpuMillis: cpuMillis + sidecars.cpuMillis,
    memoryMiB: mebibytes(memory) + mebibytes(sidecars.memory),
    storageMiB: mebibytes(ephemeralStorage) + mebibytes(sidecars.ephemeralStorage),
    gpus,
    pods: 1,
  };
}
