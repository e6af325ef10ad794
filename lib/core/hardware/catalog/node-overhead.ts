import type { NodeDaemonSets } from '../allocatable';
import nodeOverheadJson from './node-overhead.json';

export type ImageTable = 'cos-amd64' | 'cos-arm64' | 'ubuntu-amd64';

interface OverheadFile {
  readonly memoryMiB: Readonly<Record<ImageTable, string>>;
  readonly bootDiskGiB: Readonly<Record<ImageTable, string>>;
  readonly localSsdKiB: Readonly<Record<'cos' | 'ubuntu', string>>;
  readonly daemonSets: Readonly<Record<'always' | 'withoutDataplaneV2' | keyof NodeDaemonSets, Record<string, number>>>;
  readonly clusterPods: {
    readonly pods: readonly { readonly count: number; readonly cpuMillis: number; readonly memoryMiB: number }[];
  };
  readonly planning: {
    /** `pods`: those that a node without GPUs does not have. */
    readonly gpuNode: { readonly cpuMillis: number; readonly memoryMiB: number; readonly pods: number };
    readonly driverInstallerCpuMillis: number;
    readonly cpuNodeMemoryMiB: number;
  };
}

/** Overheads of nodes. Each table is a text of points, such as `1:60.1 2:77.6`. */
export const NODE_OVERHEAD: OverheadFile = nodeOverheadJson;
