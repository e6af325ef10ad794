import { Size } from 'cdk8s';
import type { AcceleratorCount } from '../../core/hardware/accelerator';
import {
  allocatableOf,
  clusterPodsOfGke,
  type AllocatableOptions,
  type NodeDaemonSets,
} from '../../core/hardware/allocatable';
import type { GpuSharing } from '../../core/hardware/gpu-sharing';
import type { MachineType } from '../../core/hardware/machine-type';
import type { ICluster } from '../../core/contracts/cluster';
import { isSteady } from '../cluster/system-pool';
import { GPU_RESOURCE, type NodeResources } from '../../core/contracts/node-pool';
import { withoutReserved, type ReservedResources } from '../../core/contracts/reserved-resources';
import { architectureOf, GKE_POOL_LABEL, taintsOfGke, type PoolFacts, type ResolvedPool } from './resolved-pool';

/**
 * The number of zones that GKE chooses in a region if none are named.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/regional-clusters
 */
export const ZONES_OF_A_REGION = 3;

/** The facts of a pool for workloads. */
export function factsOf(pool: ResolvedPool): PoolFacts {
  const { provisioningModel, cluster, gpu, machine, nodes, zones } = pool;
  const range = nodes.over(zones?.length ?? ZONES_OF_A_REGION);
  const facts: PoolFacts = {
    cluster,
    poolName: pool.poolName,
    nodeLabels: { [GKE_POOL_LABEL]: pool.poolName },
    taints: [...pool.taints, ...taintsOfGke(pool)],
    allocatable: allocatable(pool),
    reserved: pool.reserved,
    minNodes: range.min,
    maxNodes: range.max,
    provisioningModel,
    zones,
    machineType: machine.name,
    architecture: architectureOf(pool),
    image: pool.image,
    accelerator: gpu?.accelerators.accelerator,
    driver: gpu?.driver,
    driverLibraryPath: gpu?.driverLibraryPath,
    sharing: gpu?.sharing,
  };
  if (!isSteady(facts)) return facts;
  const ofOperators = (cluster.operators ?? []).flatMap(({ pods }) => pods);
  return { ...facts, clusterPods: [...clusterPodsOfGke(), ...ofOperators] };
}

function allocatable(pool: ResolvedPool): NodeResources | undefined {
  const { gpu, localSsd, machine } = pool;
  const resources = resourcesOf(machine, {
    cluster: pool.cluster,
    image: pool.image.family,
    bootDiskGiB: pool.bootDisk.size.toGibibytes(),
    maxPodsPerNode: pool.podsPerNode,
    localSsdCount: localSsd?.use === 'ephemeral' ? localSsd.count : 0,
    imageStreaming: pool.imageStreaming,
    accelerators: gpu?.accelerators,
    sharing: gpu?.sharing,
    driverInstaller: gpu?.driver.installedBy === 'daemonSet',
    reserved: pool.reserved,
  });
  // GKE's version decides whether pods use the disks that come with a machine. GKE's own part of larger disks is not known.
  const { mode, gib } = machine.localSsd ?? {};
  const storageIsKnown = mode !== 'bundled' || (localSsd !== undefined && gib === undefined);
  return storageIsKnown ? resources : resources && { ...resources, ephemeralStorage: undefined };
}

interface NodeOptions extends Omit<AllocatableOptions, 'bootDiskGiB' | 'daemonSets'> {
  readonly cluster: ICluster;
  /** @default 100 */
  readonly bootDiskGiB?: number;
  readonly sharing?: GpuSharing;
  readonly reserved?: ReservedResources;
}

/** The resources of one node for pods; `undefined` if the machine type or its sharing is not known. */
export function resourcesOf(machine: MachineType, options: NodeOptions): NodeResources | undefined {
  const { accelerators, bootDiskGiB = 100, cluster, sharing } = options;
  const gpus = accelerators ? gpusForPods(accelerators, sharing) : 0;
  const ofNode = allocatableOf(machine, { ...options, bootDiskGiB, daemonSets: daemonSetsOf(cluster) });
  if (!ofNode || gpus === undefined) return undefined;
  const resources: NodeResources = {
    cpuMillis: ofNode.cpuMillis,
    memory: Size.mebibytes(ofNode.memoryMiB),
    ephemeralStorage: Size.mebibytes(ofNode.ephemeralStorageMiB),
    pods: ofNode.pods,
    extended: gpus === 0 ? {} : { [GPU_RESOURCE]: gpus },
  };
  return withoutReserved(resources, options.reserved);
}

function gpusForPods({ accelerator, count }: AcceleratorCount, sharing?: GpuSharing): number | undefined {
  const perGpu = sharing ? sharing.allocatablePerGpu(accelerator) : 1;
  return perGpu === undefined ? undefined : count * perGpu;
}

/** The DaemonSets of a cluster. An unknown feature counts as on, so that pods fit in either case. */
function daemonSetsOf({ features }: ICluster): NodeDaemonSets {
  return {
    dataplaneV2: true,
    persistentDiskCsi: true,
    managedPrometheus: true,
    workloadIdentity: features?.has('workloadIdentity') ?? true,
    filestoreCsi: features?.has('filestore') ?? true,
    gcsFuseCsi: features?.has('gcsFuse') ?? true,
  };
}
