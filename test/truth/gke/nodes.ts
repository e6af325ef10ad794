import systemPods from './system-pods.json';
import { machineOf } from './machines';
import { allocatableOf } from './reserved';
import { clusterAndPools, type AcceleratorJson, type ClusterJson, type PoolJson } from './terraform';

/** A node as GKE would make it. */
export interface Node {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly { readonly key: string; readonly value: string; readonly effect: string }[];
  /** Without the requests of GKE's own DaemonSets. */
  readonly allocatable: Readonly<Record<string, string>>;
}

/** How much GKE's DaemonSets ask for: the requests that were seen, or a careful figure above them. */
export type Load = 'seen' | 'careful';

/** The label that GKE puts on every node. */
export const POOL = 'cloud.google.com/gke-nodepool';
/** The label of nodes that are there from the start: pools are made with their least nodes. */
export const FIRST = 'truth/first';

const EFFECTS: Readonly<Record<string, string>> = {
  NO_SCHEDULE: 'NoSchedule',
  PREFER_NO_SCHEDULE: 'PreferNoSchedule',
  NO_EXECUTE: 'NoExecute',
};
/** GKE chooses this many zones of a region. */
const ZONES_OF_A_REGION = ['a', 'b', 'c'];
/** Partitions of one GPU. @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus-multi */
const PARTITIONS: Readonly<Record<string, number>> = { '1g.5gb': 7, '2g.10gb': 3, '3g.20gb': 2, '7g.40gb': 1 };

/** All nodes that the pools of a stack can grow to. */
export function nodesOf(stack: unknown, load: Load): Node[] {
  const { cluster, pools } = clusterAndPools(stack);
  return pools.flatMap((pool) => nodesOfPool(cluster, pool, load));
}

function nodesOfPool(cluster: ClusterJson, pool: PoolJson, load: Load): Node[] {
  const { node_config: config } = pool;
  const zones = pool.node_locations ?? cluster.node_locations ?? zonesOf(pool.location);
  const { least, most } = counts(pool, zones.length);
  const machine = machineOf(config.machine_type);
  const gpus = gpusOf(pool);
  const allocatable = room(cluster, pool, load);
  const taints = [
    ...(config.taint ?? []).map(({ effect, ...taint }) => ({ ...taint, effect: EFFECTS[effect] ?? effect })),
    ...(machine.arm ? [{ key: 'kubernetes.io/arch', value: 'arm64', effect: 'NoSchedule' }] : []),
    ...(pool.queued_provisioning?.enabled
      ? [{ key: 'cloud.google.com/gke-queued', value: 'true', effect: 'NoSchedule' }]
      : []),
  ];
  return Array.from({ length: most }, (_, index) => {
    const name = `${pool.name}-${index}`;
    const zone = zones[index % zones.length] ?? '';
    const labels = {
      ...config.labels,
      [POOL]: pool.name,
      'kubernetes.io/arch': machine.arm ? 'arm64' : 'amd64',
      'kubernetes.io/os': 'linux',
      'node.kubernetes.io/instance-type': machine.name,
      'topology.kubernetes.io/zone': zone,
      'topology.kubernetes.io/region': zone.replace(/-[a-z]$/, ''),
      ...(config.spot ? { 'cloud.google.com/gke-spot': 'true' } : {}),
      ...(gpus ? { 'cloud.google.com/gke-accelerator': gpus.type } : {}),
      ...(index < least ? { [FIRST]: 'true' } : {}),
    };
    return { name, labels, taints, allocatable };
  });
}

function zonesOf(location: string): string[] {
  return /-[a-z]$/.test(location) ? [location] : ZONES_OF_A_REGION.map((zone) => `${location}-${zone}`);
}

function counts({ autoscaling, node_count = 0 }: PoolJson, zones: number): { least: number; most: number } {
  if (!autoscaling) return { least: node_count * zones, most: node_count * zones };
  const { min_node_count = 0, max_node_count = 0, total_min_node_count, total_max_node_count } = autoscaling;
  return {
    least: total_min_node_count ?? min_node_count * zones,
    most: total_max_node_count ?? max_node_count * zones,
  };
}

function room(cluster: ClusterJson, pool: PoolJson, load: Load) {
  const { max_pods_per_node, node_config: config } = pool;
  const gpus = gpusOf(pool);
  const podsPerNode = max_pods_per_node ?? cluster.default_max_pods_per_node ?? 110;
  const { cpuMillis, memoryMiB, storageMiB } = allocatableOf(machineOf(config.machine_type), {
    image: config.image_type.startsWith('UBUNTU') ? 'ubuntu' : 'cos',
    bootDiskGiB: config.disk_size_gb,
    podsPerNode,
    localDisks: config.ephemeral_storage_local_ssd_config?.local_ssd_count ?? 0,
    imageStreaming: config.gcfs_config?.enabled ?? false,
  });
  const taken = takenBySystem(cluster, gpus !== undefined, load);
  return {
    cpu: `${Math.max(0, cpuMillis - taken.cpuMillis)}m`,
    memory: `${Math.max(0, memoryMiB - taken.memoryMiB)}Mi`,
    'ephemeral-storage': `${storageMiB}Mi`,
    pods: String(Math.max(0, podsPerNode - taken.pods)),
    // The device plugin gives no GPUs where there are none.
    ...(gpus ? { 'nvidia.com/gpu': String(gpusForPods(gpus)) } : {}),
  };
}

/** A plain pool says that it has none. */
function gpusOf({ node_config: { guest_accelerator = [] } }: PoolJson): AcceleratorJson | undefined {
  return guest_accelerator.find(({ count }) => count > 0);
}

function gpusForPods({ count, gpu_partition_size, gpu_sharing_config }: AcceleratorJson): number {
  const partitions = gpu_partition_size === undefined ? 1 : PARTITIONS[gpu_partition_size];
  if (partitions === undefined) throw new Error(`nodes.ts does not know the partition ${String(gpu_partition_size)}`);
  return count * partitions * (gpu_sharing_config?.max_shared_clients_per_gpu ?? 1);
}

function takenBySystem(cluster: ClusterJson, hasGpus: boolean, load: Load) {
  if (load === 'careful') return hasGpus ? systemPods.careful.withGpu : systemPods.careful.withoutGpu;
  const features: Readonly<Record<string, boolean>> = {
    always: true,
    workloadIdentity: cluster.workload_identity_config !== undefined,
    managedPrometheus: cluster.monitoring_config?.managed_prometheus?.enabled ?? false,
    filestore: cluster.addons_config?.gcp_filestore_csi_driver_config?.enabled ?? false,
    gcsFuse: cluster.addons_config?.gcs_fuse_csi_driver_config?.enabled ?? false,
  };
  const pods = [...Object.values(systemPods.onEveryNode), ...(hasGpus ? Object.values(systemPods.onGpuNode) : [])];
  const running = pods.filter(({ feature }) => features[feature]);
  return {
    cpuMillis: running.reduce((sum, { cpuMillis }) => sum + cpuMillis, 0),
    memoryMiB: running.reduce((sum, { memoryMiB }) => sum + memoryMiB, 0),
    pods: running.length,
  };
}
