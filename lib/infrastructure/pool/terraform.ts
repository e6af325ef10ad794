import type {
  ContainerNodePoolConfig,
  ContainerNodePoolNodeConfig,
} from '@cdktf/provider-google/lib/container-node-pool';
import { TerraformResource } from 'cdktf';
import type { Taint } from '../../core/taint';
import type { PoolHost } from './pool-host';
import type { ResolvedGpu, ResolvedPool } from './resolved-pool';
import type { UpgradeStrategy } from './upgrade-strategy';

/** The arguments of google_container_node_pool for a pool that has been checked. */
export function toTerraform(pool: ResolvedPool): ContainerNodePoolConfig {
  const { capacity, zones } = pool;
  return {
    name: pool.poolName,
    ...clusterLink(pool),
    ...(pool.project === undefined ? {} : { project: pool.project }),
    location: pool.location,
    ...(zones && !(zones.length === 1 && zones[0] === pool.location) ? { nodeLocations: [...zones] } : {}),
    ...sizeOf(pool),
    ...(pool.maxPodsPerNode === undefined ? {} : { maxPodsPerNode: pool.maxPodsPerNode }),
    // Written out: left out, the provider takes both for false. No version: auto-upgrade would fight with it.
    management: { autoRepair: capacity.kind !== 'flexStart', autoUpgrade: true },
    upgradeSettings: upgradeOf(pool.upgrade),
    ...(pool.compactPlacement ? { placementPolicy: { type: 'COMPACT' } } : {}),
    ...(capacity.kind === 'queued' ? { queuedProvisioning: { enabled: true } } : {}),
    nodeConfig: nodeConfigOf(pool),
    ...(pool.gpu ? { timeouts: { create: '60m', update: '60m', delete: '60m' } } : {}),
    ...lifecycleOf(pool),
  };
}

/**
 * A cluster of this program is named by its id: that orders the two, and replaces the pool when
 * the cluster is replaced, which the name (known beforehand) would not.
 */
function clusterLink({ cluster }: ResolvedPool): Pick<ContainerNodePoolConfig, 'cluster' | 'dependsOn'> {
  const { clusterName, poolDependencies = [] }: PoolHost = cluster;
  const resource = poolDependencies.find(isClusterResource);
  const others = poolDependencies.filter((dependency) => dependency !== resource);
  return {
    cluster: resource ? resource.getStringAttribute('id') : clusterName,
    ...(others.length > 0 ? { dependsOn: others } : {}),
  };
}

function isClusterResource(dependency: unknown): dependency is TerraformResource {
  return (
    TerraformResource.isTerraformResource(dependency) && dependency.terraformResourceType === 'google_container_cluster'
  );
}

function sizeOf(pool: ResolvedPool): Pick<ContainerNodePoolConfig, 'nodeCount' | 'initialNodeCount' | 'autoscaling'> {
  const { nodes, zones, capacity, gpu } = pool;
  const zoneCount = zones?.length ?? 1;
  if (!nodes.autoscaled) return { nodeCount: nodes.fixedPerZone(zoneCount) };
  const { min, max } = nodes.over(zoneCount);
  const initial = Math.ceil(min / zoneCount);
  const anywhere = gpu !== undefined || capacity.kind !== 'onDemand';
  return {
    initialNodeCount: initial * zoneCount <= max ? initial : Math.floor(min / zoneCount),
    autoscaling: { totalMinNodeCount: min, totalMaxNodeCount: max, locationPolicy: anywhere ? 'ANY' : 'BALANCED' },
  };
}

/** The initial count replaces a pool when it changes, so it counts only when the pool is made. */
function lifecycleOf({ nodes, generation }: ResolvedPool): Pick<ContainerNodePoolConfig, 'lifecycle'> {
  if (!nodes.autoscaled && generation === 1) return {};
  return {
    lifecycle: {
      ...(nodes.autoscaled ? { ignoreChanges: ['initial_node_count'] } : {}),
      ...(generation === 1 ? {} : { createBeforeDestroy: true }),
    },
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

function nodeConfigOf(pool: ResolvedPool): ContainerNodePoolNodeConfig {
  const { bootDisk, gpu, labels, localSsd, resourceLabels, serviceAccount, taints } = pool;
  return {
    machineType: pool.machine.name,
    imageType: pool.image.imageType,
    ...(bootDisk.type === undefined ? {} : { diskType: bootDisk.type }),
    diskSizeGb: bootDisk.size.toGibibytes(),
    ...(localSsd?.use === 'ephemeral' ? { ephemeralStorageLocalSsdConfig: { localSsdCount: localSsd.count } } : {}),
    ...(localSsd?.use === 'rawBlock' ? { localNvmeSsdBlockConfig: { localSsdCount: localSsd.count } } : {}),
    ...(gpu ? { guestAccelerator: [acceleratorOf(gpu)] } : {}),
    ...capacityOf(pool),
    ...(Object.keys(labels).length > 0 ? { labels: { ...labels } } : {}),
    ...(taints.length > 0 ? { taint: taints.map(taintOf) } : {}),
    ...(Object.keys(resourceLabels).length > 0 ? { resourceLabels: { ...resourceLabels } } : {}),
    ...(serviceAccount === undefined ? {} : { serviceAccount }),
    oauthScopes: ['https://www.googleapis.com/auth/cloud-platform'],
    metadata: { 'disable-legacy-endpoints': 'true' },
    workloadMetadataConfig: { mode: 'GKE_METADATA' },
    shieldedInstanceConfig: { enableSecureBoot: pool.secureBoot, enableIntegrityMonitoring: true },
    kubeletConfig: { insecureKubeletReadonlyPortEnabled: 'FALSE' },
    ...(pool.image.family === 'cos' ? { gvnic: { enabled: true } } : {}),
    ...(pool.imageStreaming ? { gcfsConfig: { enabled: true } } : {}),
  };
}

function capacityOf({ capacity }: ResolvedPool): ContainerNodePoolNodeConfig {
  const none = { consumeReservationType: 'NO_RESERVATION' };
  switch (capacity.kind) {
    case 'onDemand':
      return {};
    case 'spot':
      return { spot: true, reservationAffinity: none };
    case 'flexStart':
      return {
        flexStart: true,
        ...(capacity.maxRun ? { maxRunDuration: `${String(capacity.maxRun.toSeconds())}s` } : {}),
        reservationAffinity: none,
      };
    case 'queued':
      return { reservationAffinity: none };
    case 'reservation':
      return {
        reservationAffinity: {
          consumeReservationType: 'SPECIFIC_RESERVATION',
          key: 'compute.googleapis.com/reservation-name',
          values: capacity.reservationName === undefined ? [] : [capacity.reservationName],
        },
      };
  }
}

function acceleratorOf({ accelerators, driver, sharing }: ResolvedGpu) {
  return {
    type: accelerators.accelerator.type,
    count: accelerators.count,
    gpuDriverInstallationConfig: { gpuDriverVersion: driver.gpuDriverVersion },
    ...(sharing?.partitionSize === undefined ? {} : { gpuPartitionSize: sharing.partitionSize }),
    ...(sharing?.strategy === undefined
      ? {}
      : {
          gpuSharingConfig: {
            gpuSharingStrategy: sharing.strategy === 'mps' ? 'MPS' : 'TIME_SHARING',
            maxSharedClientsPerGpu: sharing.clients,
          },
        }),
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
