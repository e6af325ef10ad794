import type { PodDemand } from './pool-demand';
import { mebibytes } from './quantity';

/** The resources of a node that one pod needs, sidecars included. */
export interface PodNeeds {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
  readonly storageMiB: number;
  readonly gpus: number;
}

export function needsOf({ resolved }: PodDemand): PodNeeds {
  const { cpuMillis, memory, ephemeralStorage, gpus, sidecars } = resolved;
  return {
    cpuMillis: cpuMillis + sidecars.cpuMillis,
    memoryMiB: mebibytes(memory) + mebibytes(sidecars.memory),
    storageMiB: mebibytes(ephemeralStorage) + mebibytes(sidecars.ephemeralStorage),
    gpus,
  };
}
