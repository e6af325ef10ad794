import { Size } from 'cdk8s';
import { GPU_RESOURCE, gpusPerNode, type INodePool } from '../../core/contracts/node-pool';
import type { Mount } from '../mounts/mount';
import { mebibytes } from '../../core/mebibytes';
import type { PodOptions } from '../pod-options';
import { bucketSidecar } from './bucket-sidecar';
import { sidecarRequests, sumOf, type Sidecar } from './sidecar';

/** The requests of one task. docs/resources.md has the defaults. */
export interface ResourceOptions {
  /** CPUs; fractions are allowed, from 0.001. @default - a share of a node with GPUs, a fixed number elsewhere */
  readonly cpus?: number;
  /** 4 MiB or more. @default - a share of a node with GPUs, a fixed size elsewhere, beyond which a program is ended */
  readonly memory?: Size;
  /** GPUs of the node. 0 asks for none on a GPU pool. @default - 1 for accelerated tasks on a GPU pool, else 0; a program that could use all GPUs of a node has one */
  readonly gpus?: number;
  /** Local disk for files that end with the pod. @default - no request: a pod that fills the disk of its node is evicted, perhaps with others */
  readonly ephemeralStorage?: Size;
}

/** The requests of one task, with all defaults filled in. */
export interface ResolvedResources extends SidecarResources {
  readonly gpus: number;
  /** The reason why its memory is a fixed default beside GPUs. @default - it is not */
  readonly guessed?: 'unknown nodes' | 'sidecars';
  /** The memory of its GPUs together. A GPU that takes turns with other pods counts whole. @default - none, or not known */
  readonly gpuMemory?: Size;
  /** The part of `ephemeralStorage` that is for the files of a model, which the program does not ask for itself. @default - none */
  readonly modelFiles?: Size;
  /** The requests of the containers beside the main one, those that GKE adds included. They count when the pod is fitted to a node. */
  readonly sidecars: SidecarResources;
}

export interface SidecarResources {
  readonly cpuMillis: number;
  readonly memory: Size;
  /** @default - no request */
  readonly ephemeralStorage?: Size;
}

/** The folder of the files by which processes share memory. */
export const SHARED_MEMORY = '/dev/shm';

/** The requests of tasks that get no share of a GPU node. */
const DEFAULTS = {
  accelerated: { cpuMillis: 1000, memory: Size.gibibytes(2) },
  plain: { cpuMillis: 500, memory: Size.gibibytes(1) },
  /** On a cluster that is not GKE, such as one on a laptop. */
  local: { cpuMillis: 200, memory: Size.mebibytes(768) },
} as const;

/** The CPU of a GPU node that default requests leave free: GKE's own DaemonSets may ask for more in a later version. */
const MARGIN_MILLIS = 100;

/** The facts that decide the resources of one task. */
export interface ResourceRequest {
  readonly pool: INodePool;
  /** A default of one GPU on a GPU pool. */
  readonly accelerated: boolean;
  readonly options?: ResourceOptions;
  /** The mounts: buckets bring a sidecar. */
  readonly mounts: readonly Mount[] | undefined;
  /** The annotations of the pod, which may have the requests of that sidecar. @default {} */
  readonly annotations?: PodOptions['annotations'];
  /** The memory of `/dev/shm`, as the program says it. @default - part of the memory of the task */
  readonly sharedMemorySize?: Size;
  /** The program's own sidecars. @default - none */
  readonly sidecars?: readonly Sidecar[];
  /** The requests of containers that an operator adds. @default - none */
  readonly added?: SidecarResources;
}

/**
 * Fills in the defaults. An accelerated task on a GPU pool gets one GPU, and the share of the node that belongs to its
 * GPUs. Every other task gets a fixed default.
 */
export function resolveResources(request: ResourceRequest): ResolvedResources {
  const { pool, accelerated, options = {} } = request;
  const ofBuckets = bucketSidecar(request);
  const sidecars = sumOf([
    ...(ofBuckets ? [ofBuckets] : []),
    ...(request.sidecars ?? []).map((sidecar) => sidecarRequests(sidecar.resources)),
    ...(request.added ? [request.added] : []),
  ]);
  const gpus = options.gpus ?? (accelerated && isGpuPool(pool) ? 1 : 0);
  const kind = isLocal(pool) ? 'local' : accelerated ? 'accelerated' : 'plain';
  const share = shareOfNode(pool, gpus, sidecars);
  const defaults = share ?? withMemoryMounts(DEFAULTS[kind], request);
  return {
    cpuMillis: options.cpus === undefined ? defaults.cpuMillis : millis(options.cpus),
    memory: options.memory ?? defaults.memory,
    gpus,
    guessed: share || options.memory ? undefined : guessOf(pool, gpus),
    gpuMemory: gpuMemoryOf(pool, gpus),
    ephemeralStorage: options.ephemeralStorage,
    sidecars,
  };
}

/** NVIDIA's GB are about as large as GiB. */
function gpuMemoryOf({ accelerator, sharing }: INodePool, gpus: number): Size | undefined {
  const [, ofPartition] = /\.(\d+)gb/.exec(sharing?.partitionSize ?? '') ?? [];
  const each = ofPartition === undefined ? accelerator?.memoryGb : Number(ofPartition);
  return each === undefined || !(gpus > 0) ? undefined : Size.gibibytes(each * gpus);
}

/** Whole thousandths of a CPU, rounded up. Less than one thousandth stays as it is, and is refused later. */
function millis(cpus: number): number {
  return cpus < 0.001 ? cpus * 1000 : Math.ceil(cpus * 1000);
}

/** True if the nodes of a pool are known to have GPUs. */
export function isGpuPool(pool: INodePool): boolean {
  return (
    (gpusPerNode(pool) ?? 0) > 0 ||
    pool.accelerator !== undefined ||
    pool.taints.some(({ key }) => key === GPU_RESOURCE)
  );
}

function isLocal({ cluster }: INodePool): boolean {
  return cluster.features !== undefined && !cluster.features.has('gke');
}

/** The defaults with room for memory mounts, whose files count towards the task's memory. */
function withMemoryMounts(defaults: { readonly cpuMillis: number; readonly memory: Size }, mounted: MemoryMounts) {
  return { ...defaults, memory: Size.mebibytes(mebibytes(defaults.memory) + Math.ceil(memoryMounts(mounted))) };
}

type MemoryMounts = Partial<Pick<ResourceRequest, 'mounts' | 'sharedMemorySize'>>;

/** The MiB of all memory mounts together, and of `/dev/shm` if the program says its size. */
export function memoryMounts({ mounts = [], sharedMemorySize }: MemoryMounts): number {
  const sizes = mounts.map(({ source }) => (source.kind === 'memory' ? mebibytes(source.size) : 0));
  const shared = mounts.some(({ path }) => path === SHARED_MEMORY) ? 0 : mebibytes(sharedMemorySize);
  return sizes.reduce((total, size) => total + size, shared);
}

/** The reason why a task with GPUs has no share of its node. One that asks for too many GPUs is refused. */
function guessOf(pool: INodePool, gpus: number): ResolvedResources['guessed'] {
  const all = pool.allocatable && gpusPerNode(pool);
  if (gpus < 1 || (all !== undefined && gpus > all)) return undefined;
  return all === undefined ? 'unknown nodes' : 'sidecars';
}

/** The share of a node that belongs to its GPUs; `undefined` if it is not known, or if the sidecars use it up. */
function shareOfNode(pool: INodePool, gpus: number, sidecars: SidecarResources) {
  const { allocatable } = pool;
  const all = gpusPerNode(pool);
  if (!allocatable || !all || gpus < 1 || gpus > all) return undefined;
  const cpuMillis = Math.floor(((allocatable.cpuMillis - MARGIN_MILLIS) * gpus) / all) - sidecars.cpuMillis;
  const memory = Math.floor((mebibytes(allocatable.memory) * gpus) / all) - mebibytes(sidecars.memory);
  return cpuMillis > 0 && memory > 0 ? { cpuMillis, memory: Size.mebibytes(memory) } : undefined;
}
