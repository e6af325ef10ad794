import { Size } from 'cdk8s';
import type { ICluster } from '../../lib/core/contracts/cluster';
import type { INodePool } from '../../lib/core/contracts/node-pool';
import { Taint } from '../../lib/core/contracts/taint';
import { resolveResources, type ResourceOptions } from '../../lib/pods/containers/resources';
import type { PodOptions } from '../../lib/pods/pod-options';
import type { PodSet } from '../../lib/pods/pod-set';

export const GKE: ICluster = {
  clusterName: 'main',
  location: 'us-east1-c',
  operators: [],
  features: new Set(['gke', 'workloadIdentity', 'gcsFuse']),
};

export const OTHER: ICluster = { clusterName: 'other', location: 'us-east1-c' };

/** Nodes of 4 GPUs, 16 CPUs and 64 GiB. */
export function gpuPool(changes: Partial<INodePool> = {}): INodePool {
  return {
    cluster: GKE,
    poolName: 'k80',
    nodeLabels: { 'cloud.google.com/gke-nodepool': 'k80' },
    taints: [Taint.GPU],
    allocatable: {
      cpuMillis: 16_000,
      memory: Size.gibibytes(64),
      ephemeralStorage: Size.gibibytes(40),
      extended: { 'nvidia.com/gpu': 4 },
    },
    minNodes: 0,
    maxNodes: 8,
    machineType: 'n1-standard-16',
    architecture: 'amd64',
    driverLibraryPath: '/usr/local/nvidia/lib64',
    ...changes,
  };
}

/** Nodes of 4 CPUs and 8 GiB. */
export function cpuPool(changes: Partial<INodePool> = {}): INodePool {
  return {
    cluster: GKE,
    poolName: 'cpu',
    nodeLabels: { 'cloud.google.com/gke-nodepool': 'cpu' },
    taints: [],
    allocatable: { cpuMillis: 4000, memory: Size.gibibytes(8), extended: {} },
    minNodes: 1,
    maxNodes: 2,
    machineType: 'n1-standard-4',
    ...changes,
  };
}

export function demand(pool: INodePool, replicas: number, options: ResourceOptions = {}, name = 'worker'): PodSet {
  const resources = resolveResources({ pool, accelerated: true, options, mounts: [] });
  return { name, replicas, pool, pod: { image: 'mnist:1' }, resources };
}

/** Pod sets whose pods have further options. */
export function withPod(pod: Partial<PodOptions>, ...sets: readonly PodSet[]): PodSet[] {
  return sets.map((set) => ({ ...set, pod: { ...set.pod, ...pod } }));
}
