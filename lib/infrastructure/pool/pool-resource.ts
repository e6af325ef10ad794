import type {
  ContainerNodePoolConfig,
  ContainerNodePoolNodeConfig,
} from '@cdktf/provider-google/lib/container-node-pool';
import { Lazy, TerraformResource, type ITerraformDependable } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Taint } from '../../core/contracts/taint';
import { waitFor } from '../stack-dependencies';
import type { PoolHost } from './pool-host';
import { ZONES_OF_A_REGION } from './pool-facts';
import { DEFAULT_ACCOUNT, waitsForMachines, type ResolvedGpu, type ResolvedPool } from './resolved-pool';
import type { UpgradeStrategy } from './upgrade-strategy';

/** The arguments of google_container_node_pool for a pool that has been checked. */
export function toTerraform(
  scope: IConstruct,
  pool: ResolvedPool,
  services: readonly ITerraformDependable[],
): ContainerNodePoolConfig {
  const { provisioningModel, upgrade, zones } = pool;
  const { cluster, dependsOn, replaceTriggeredBy } = clusterLink(scope, pool, services);
  return {
    name: pool.poolName,
    cluster,
    dependsOn,
    project: pool.project,
    location: pool.location,
    // Written if known: the provider reads missing values as unchanged.
    nodeLocations: zones && [...zones],
    maxPodsPerNode: pool.podsPerNode,
    ...sizeOf(pool),
    // Always written: the provider reads missing values as false. No version is set, because auto-upgrade changes it.
    management: { autoRepair: !waitsForMachines(provisioningModel), autoUpgrade: true },
    upgradeSettings: upgrade && upgradeOf(upgrade),
    placementPolicy: pool.compactPlacement ? { type: 'COMPACT' } : undefined,
    queuedProvisioning: provisioningModel.kind === 'queued' ? { enabled: true } : undefined,
    nodeConfig: nodeConfigOf(pool),
    timeouts: { create: '120m', update: '120m', delete: '120m' },
    lifecycle: lifecycleOf(pool, replaceTriggeredBy),
  };
}

interface ClusterLink extends Pick<ContainerNodePoolConfig, 'cluster' | 'dependsOn'> {
  readonly replaceTriggeredBy?: string[];
}

/**
 * The cluster's name. In the same stack it is a reference, which orders the two resources. The id would do so too, but
 * import writes the name, and every pool would be replaced. A new cluster of the same name gets new pools.
 */
function clusterLink(
  scope: IConstruct,
  { cluster, gpu }: ResolvedPool,
  services: readonly ITerraformDependable[],
): ClusterLink {
  const { clusterName, poolDependencies = [], steadyPool }: PoolHost = cluster;
  const own = waitFor(scope, [...poolDependencies, ...services]) ?? [];
  const resource = own.find(isClusterResource);
  const others = own.filter((dependency) => dependency !== resource);
  // A pool of another stack is made after all pools of the cluster's stack.
  if (gpu && resource && steadyPool) others.push(steadyPool);
  return {
    cluster: resource ? resource.getStringAttribute('name') : clusterName,
    dependsOn: others.length > 0 ? others : undefined,
    replaceTriggeredBy: resource && [idOf(resource)],
  };
}

/** A reference for replace_triggered_by, without braces. The logical id may still be overridden. */
function idOf(resource: TerraformResource): string {
  return Lazy.stringValue({ produce: () => `${resource.terraformResourceType}.${resource.friendlyUniqueId}.id` });
}

function isClusterResource(dependency: unknown): dependency is TerraformResource {
  return (
    TerraformResource.isTerraformResource(dependency) && dependency.terraformResourceType === 'google_container_cluster'
  );
}

/** An existing cluster may have more zones: its first nodes can then exceed the most nodes for a while. */
function sizeOf(pool: ResolvedPool): Pick<ContainerNodePoolConfig, 'nodeCount' | 'initialNodeCount' | 'autoscaling'> {
  const { nodes, zones, provisioningModel, gpu } = pool;
  const zoneCount = zones?.length ?? ZONES_OF_A_REGION;
  if (!nodes.autoscaled) return { nodeCount: nodes.fixedPerZone(zoneCount) };
  const { min, max } = nodes.over(zoneCount);
  const initial = Math.ceil(min / zoneCount);
  const anywhere = gpu !== undefined || provisioningModel.kind !== 'onDemand';
  return {
    initialNodeCount: initial * zoneCount <= max ? initial : Math.floor(min / zoneCount),
    autoscaling: { totalMinNodeCount: min, totalMaxNodeCount: max, locationPolicy: anywhere ? 'ANY' : 'BALANCED' },
  };
}

/** The disks that come with a machine: GKE reports them here, although the program did not write them. */
const FILLED_IN_DISKS = [
  'node_config[0].ephemeral_storage_local_ssd_config',
  'node_config[0].local_nvme_ssd_block_config',
];

/** Ignored changes: those of the initial count and of the local disks would replace a pool. */
function lifecycleOf(pool: ResolvedPool, replaceTriggeredBy?: string[]): ContainerNodePoolConfig['lifecycle'] {
  const { nodes, machine, localSsd, image } = pool;
  const mayBringDisks = !machine.known || machine.localSsd?.mode === 'bundled';
  const ignoreChanges = [
    ...(nodes.autoscaled ? ['initial_node_count'] : []),
    ...(localSsd === undefined && mayBringDisks ? FILLED_IN_DISKS : []),
    // For a pool that once had gVNIC, GKE reports a block that turns it off, which differs from no block.
    ...(image.family === 'cos' ? [] : ['node_config[0].gvnic']),
  ];
  if (ignoreChanges.length === 0 && !replaceTriggeredBy) return undefined;
  return {
    ignoreChanges: ignoreChanges.length > 0 ? ignoreChanges : undefined,
    replaceTriggeredBy,
  };
}

function upgradeOf({ surge, blueGreen }: UpgradeStrategy): ContainerNodePoolConfig['upgradeSettings'] {
  if (!blueGreen) return { strategy: 'SURGE', ...surge };
  return {
    strategy: 'BLUE_GREEN',
    blueGreenSettings: {
      nodePoolSoakDuration: `${String(blueGreen.poolSoak.toSeconds())}s`,
      standardRolloutPolicy: {
        batchNodeCount: blueGreen.batchNodes,
        batchSoakDuration: `${String(blueGreen.batchSoak.toSeconds())}s`,
      },
    },
  };
}

/** Always written: without it, a GPU pool that becomes a plain pool would keep its GPUs and lose its taint. */
const NO_ACCELERATOR = { count: 0, type: '' };
/** A label of ours that is always there, because the provider does not remove the last label of a pool. */
const OWN_LABELS = { 'managed-by': 'trainyard' };

/** Blocks that the provider fills in. They are always written, because it reads a missing block as unchanged. */
function nodeConfigOf(pool: ResolvedPool): ContainerNodePoolNodeConfig {
  const { bootDisk, gpu, localSsd, taints } = pool;
  const hasWorkloadIdentity = pool.cluster.features?.has('workloadIdentity') !== false;
  return {
    machineType: pool.machine.name,
    imageType: pool.image.imageType,
    diskType: bootDisk.type,
    diskSizeGb: bootDisk.size.toGibibytes(),
    bootDiskKmsKey: bootDisk.encryptionKey,
    ephemeralStorageLocalSsdConfig: localSsd?.use === 'ephemeral' ? { localSsdCount: localSsd.count } : undefined,
    localNvmeSsdBlockConfig: localSsd?.use === 'rawBlock' ? { localSsdCount: localSsd.count } : undefined,
    guestAccelerator: [gpu ? acceleratorOf(gpu) : NO_ACCELERATOR],
    ...capacityOf(pool),
    labels: { ...OWN_LABELS, ...pool.labels },
    taint: taints.length > 0 ? taints.map(taintOf) : undefined,
    resourceLabels: Object.keys(pool.resourceLabels).length > 0 ? { ...pool.resourceLabels } : undefined,
    serviceAccount: pool.serviceAccount ?? DEFAULT_ACCOUNT,
    oauthScopes: ['https://www.googleapis.com/auth/cloud-platform'],
    metadata: { 'disable-legacy-endpoints': 'true' },
    workloadMetadataConfig: { mode: hasWorkloadIdentity ? 'GKE_METADATA' : 'GCE_METADATA' },
    shieldedInstanceConfig: { enableSecureBoot: pool.secureBoot, enableIntegrityMonitoring: true },
    // The block needs cpuCfsQuota: the provider would send false for it, and CPU limits would have no effect.
    kubeletConfig: { insecureKubeletReadonlyPortEnabled: 'FALSE', cpuCfsQuota: true },
    gvnic: pool.image.family === 'cos' ? { enabled: true } : undefined,
    gcfsConfig: { enabled: pool.imageStreaming },
  };
}

function capacityOf({ provisioningModel }: ResolvedPool): ContainerNodePoolNodeConfig {
  const none = { consumeReservationType: 'NO_RESERVATION' };
  switch (provisioningModel.kind) {
    case 'onDemand':
      return {};
    case 'spot':
      return { spot: true, reservationAffinity: none };
    case 'flexStart':
      return {
        flexStart: true,
        maxRunDuration: provisioningModel.maxRun && `${String(provisioningModel.maxRun.toSeconds())}s`,
        reservationAffinity: none,
      };
    case 'queued':
      // No maxRunDuration: the ProvisioningRequest has it.
      return { flexStart: true, reservationAffinity: none };
    case 'reservation':
      return {
        reservationAffinity: {
          consumeReservationType: 'SPECIFIC_RESERVATION',
          key: 'compute.googleapis.com/reservation-name',
          values: provisioningModel.reservationName === undefined ? [] : [provisioningModel.reservationName],
        },
      };
  }
}

function acceleratorOf({ accelerators, driver, sharing }: ResolvedGpu) {
  return {
    type: accelerators.accelerator.type,
    count: accelerators.count,
    gpuDriverInstallationConfig: { gpuDriverVersion: driver.gpuDriverVersion },
    gpuPartitionSize: sharing?.partitionSize,
    gpuSharingConfig: sharing?.strategy && {
      gpuSharingStrategy: sharing.strategy === 'mps' ? 'MPS' : 'TIME_SHARING',
      maxSharedClientsPerGpu: sharing.clients,
    },
  };
}

const EFFECTS = {
  NoSchedule: 'NO_SCHEDULE',
  PreferNoSchedule: 'PREFER_NO_SCHEDULE',
  NoExecute: 'NO_EXECUTE',
} as const;

function taintOf({ key, value, effect }: Taint) {
  return { key, value, effect: EFFECTS[effect] };
}
