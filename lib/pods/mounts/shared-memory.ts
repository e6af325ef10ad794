import { Size } from 'cdk8s';
import { mebibytes } from '../../core/mebibytes';
import { memoryMounts, SHARED_MEMORY, type ResolvedResources } from '../containers/resources';
import type { PodOptions } from '../pod-options';
import { Mount } from './mount';

/** The size that container runtimes give to `/dev/shm`. */
const OF_RUNTIME_MIB = 64;

/**
 * The mounts of a pod, with a volume in memory at `/dev/shm` if the pod has none of its own there. Processes of a pod share memory by it: data
 * loaders, the ranks of NCCL, Python backends of servers. It takes no memory until files are in it.
 *
 * @see https://pytorch.org/docs/stable/multiprocessing.html
 * @see https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html#shared-memory
 */
export function withSharedMemory(pod: PodOptions, { memory }: ResolvedResources): readonly Mount[] {
  const { mounts = [], sharedMemorySize } = pod;
  if (mounts.some(({ path }) => path === SHARED_MEMORY)) return mounts;
  // Half of the memory, as on a machine of Linux.
  const half = Math.floor((mebibytes(memory) - memoryMounts({ mounts })) / 2);
  const size = sharedMemorySize ?? Size.mebibytes(half > OF_RUNTIME_MIB ? half : 0);
  return mebibytes(size) > 0 ? [...mounts, Mount.memory(size, SHARED_MEMORY)] : mounts;
}
