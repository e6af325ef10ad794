import { Size } from 'cdk8s';
import { isSteady } from '../cluster/system-pool';
import { allocatableOf, clusterPodsOfGke, type NodeDaemonSets } from '../../core/hardware/allocatable';
import type { ICluster } from '../../core/contracts/cluster';
import { GPU_RESOURCE, type NodeResources } from '../../core/contracts/node-pool';
import {
  architectureOf,
  GKE_POOL_LABEL,
  taintsOfGke,
  type PoolFacts,
  type ResolvedGpu,
  type ResolvedPool,
} from './resolved-pool';

/**
 * GKE takes so many zones of a region if nothing names them.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/regional-clusters
 */
const ZONES_OF_A_REGION = 3;

/** The facts of a pool for workloads. */
export function factsOf(pool: ResolvedPool): PoolFacts {
  const { capacity, cluster, machine, nodes, zones } = pool;
  const range = nodes.over(zones?.length ?? ZONES_OF_A_REGION);
  const facts: PoolFacts = {
    cluster,
    poolName: pool.poolName,
    nodeLabels: { [GKE_POOL_LABEL]: pool.poolName },
    taints: [...pool.taints, ...taintsOfGke(pool)],
    allocatable: allocatable(pool),
    minNodes: range.min,
    maxNodes: range.max,
    capacity,
    zones,
    machineType: machine.name,
    architecture: architectureOf(pool),
    image: pool.image,
    accelerator: pool.gpu?.accelerators.accelerator,
  };
  return isSteady(facts) ? { ...facts, clusterPods: clusterPodsOfGke() } : facts;
}

function allocatable(pool: ResolvedPool): NodeResources | undefined {
  const { gpu, localSsd, machine } = pool;
  const gpus = gpu ? gpusForPods(gpu) : 0;
  const ofNode = allocatableOf(machine, {
    image: pool.image.family,
    bootDiskGiB: pool.bootDisk.size.toGibibytes(),
    maxPodsPerNode: pool.podsPerNode,
    localSsdCount: localSsd?.use === 'ephemeral' ? localSsd.count : 0,
    imageStreaming: pool.imageStreaming,
    accelerators: gpu?.accelerators,
    driverInstaller: gpu?.driver.installedBy === 'daemonSet',
    daemonSets: daemonSetsOf(pool.cluster),
  });
  if (!ofNode || gpus === undefined) return undefined;
  // The version of GKE decides whether pods use the disks that come with a machine.
  const storageIsKnown = localSsd !== undefined || machine.localSsd?.mode !== 'bundled';
  return {
    cpuMillis: ofNode.cpuMillis,
    memory: Size.mebibytes(ofNode.memoryMiB),
    ephemeralStorage: storageIsKnown ? Size.mebibytes(ofNode.ephemeralStorageMiB) : undefined,
    pods: ofNode.pods,
    extended: gpus === 0 ? {} : { [GPU_RESOURCE]: gpus },
  };
}

function gpusForPods({ accelerators, sharing }: ResolvedGpu): number | undefined {
  const { accelerator, count } = accelerators;
  const perGpu = sharing ? sharing.allocatablePerGpu(accelerator) : 1;
  return perGpu === undefined ? undefined : count * perGpu;
}

/** An unknown feature counts as on: pods then fit in either case. */
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
