import type {
  ContainerNodePoolConfig,
  ContainerNodePoolNodeConfig,
} from '@cdktf/provider-google/lib/container-node-pool';
import { TerraformResource, type ITerraformDependable } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Taint } from '../../core/contracts/taint';
import { waitFor } from '../stack-dependencies';
import type { PoolHost } from './pool-host';
import { waitsForMachines, type ResolvedGpu, type ResolvedPool } from './resolved-pool';
import type { UpgradeStrategy } from './upgrade-strategy';

/** The arguments of google_container_node_pool for a pool that has been checked. */
export function toTerraform(
  scope: IConstruct,
  pool: ResolvedPool,
  services: readonly ITerraformDependable[],
): ContainerNodePoolConfig {
  const { capacity, zones } = pool;
  return {
    name: pool.poolName,
    ...clusterLink(scope, pool, services),
    ...(pool.project === undefined ? {} : { project: pool.project }),
    location: pool.location,
    ...(zones && !(zones.length === 1 && zones[0] === pool.location) ? { nodeLocations: [...zones] } : {}),
    ...sizeOf(pool),
    ...(pool.maxPodsPerNode === undefined ? {} : { maxPodsPerNode: pool.maxPodsPerNode }),
    // Written out: left out, the provider takes both for false. No version: auto-upgrade would fight with it.
    management: { autoRepair: !waitsForMachines(capacity), autoUpgrade: true },
    ...(pool.upgrade ? { upgradeSettings: upgradeOf(pool.upgrade) } : {}),
    ...(pool.compactPlacement ? { placementPolicy: { type: 'COMPACT' } } : {}),
    ...(capacity.kind === 'queued' ? { queuedProvisioning: { enabled: true } } : {}),
    nodeConfig: nodeConfigOf(pool),
    timeouts: { create: '120m', update: '120m', delete: '120m' },
    ...lifecycleOf(pool),
  };
}

/**
 * A cluster of the same stack is named by its id: that orders the two, and replaces the pool when
 * the cluster is replaced, which the name (known beforehand) would not.
 */
function clusterLink(
  scope: IConstruct,
  { cluster }: ResolvedPool,
  services: readonly ITerraformDependable[],
): Pick<ContainerNodePoolConfig, 'cluster' | 'dependsOn'> {
  const { clusterName, poolDependencies = [] }: PoolHost = cluster;
  const own = waitFor(scope, [...poolDependencies, ...services]) ?? [];
  const resource = own.find(isClusterResource);
  const others = own.filter((dependency) => dependency !== resource);
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

/** GKE chooses so many by itself. Of a cluster of others with more the first nodes can be more than the most for a while. */
const ZONES_OF_A_REGION = 3;

function sizeOf(pool: ResolvedPool): Pick<ContainerNodePoolConfig, 'nodeCount' | 'initialNodeCount' | 'autoscaling'> {
  const { nodes, zones, capacity, gpu } = pool;
  const zoneCount = zones?.length ?? ZONES_OF_A_REGION;
  if (!nodes.autoscaled) return { nodeCount: nodes.fixedPerZone(zoneCount) };
  const { min, max } = nodes.over(zoneCount);
  const initial = Math.ceil(min / zoneCount);
  const anywhere = gpu !== undefined || capacity.kind !== 'onDemand';
  return {
    initialNodeCount: initial * zoneCount <= max ? initial : Math.floor(min / zoneCount),
    autoscaling: { totalMinNodeCount: min, totalMaxNodeCount: max, locationPolicy: anywhere ? 'ANY' : 'BALANCED' },
  };
}

/** What GKE says by itself of disks that come with a machine, after the program said nothing. */
const FILLED_IN_DISKS = [
  'node_config[0].ephemeral_storage_local_ssd_config',
  'node_config[0].local_nvme_ssd_block_config',
];

/** The initial count and the local disks replace a pool when they change, so they count only when the pool is made. */
function lifecycleOf(pool: ResolvedPool): Pick<ContainerNodePoolConfig, 'lifecycle'> {
  const { nodes, generation, machine, localSsd, image } = pool;
  const mayBringDisks = !machine.known || machine.localSsd?.mode === 'bundled';
  const ignoreChanges = [
    ...(nodes.autoscaled ? ['initial_node_count'] : []),
    ...(localSsd === undefined && mayBringDisks ? FILLED_IN_DISKS : []),
    // A pool that had it says for ever that it is off, which is not the same as nothing.
    ...(image.family === 'cos' ? [] : ['node_config[0].gvnic']),
  ];
  if (ignoreChanges.length === 0 && generation === 1) return {};
  return {
    lifecycle: {
      ...(ignoreChanges.length > 0 ? { ignoreChanges } : {}),
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
    ...(pool.cluster.features?.has('workloadIdentity') === false
      ? {}
      : { workloadMetadataConfig: { mode: 'GKE_METADATA' } }),
    shieldedInstanceConfig: { enableSecureBoot: pool.secureBoot, enableIntegrityMonitoring: true },
    // The quota written out: left out of the block, the provider sends false, and no container has a CPU limit.
    kubeletConfig: { insecureKubeletReadonlyPortEnabled: 'FALSE', cpuCfsQuota: true },
    ...(pool.image.family === 'cos' ? { gvnic: { enabled: true } } : {}),
    // Left out, the provider would leave on what is on.
    ...(pool.imageStreaming === undefined ? {} : { gcfsConfig: { enabled: pool.imageStreaming } }),
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
      // No longest run: it comes with the ProvisioningRequest.
      return { flexStart: true, reservationAffinity: none };
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
