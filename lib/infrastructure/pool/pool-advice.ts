import { Construct } from 'constructs';
import { directNetworks, isBareMetal, soldOnDemand } from '../../core/hardware/catalog/machine-types';
import { fractionAdvice } from '../../core/hardware/gpu-sharing-problems';
import { locationAdvice, machineTypeAdvice, zoneAdvice } from '../../core/hardware/zone-advice';
import { oneOf, problem, type Advice } from '../../core/problems';
import { reaches } from '../../core/hardware/gke-version';
import { inWords } from './capacity-problems';
import { bootDiskProblems } from './machine-problems';
import { placementAdvice } from './placement-problems';
import type { PoolHost } from './pool-host';
import { hasSignedDriver } from './resolve-pool';
import { DEFAULT_ACCOUNT, type PoolFacts, type ResolvedPool } from './resolved-pool';

/** Advice about a pool without problems, as its overrides leave it. @param networks the extra networks of its nodes */
export function* poolAdvice(pool: ResolvedPool, facts: PoolFacts, networks: number): Generator<Advice> {
  yield* placeAdvice(pool);
  yield* versionAdvice(pool);
  yield* onDemandAdvice(pool);
  yield* placementAdvice(pool);
  yield* diskAdvice(pool);
  if (pool.gpu) yield* fractionAdvice(pool.machine, pool.image.family, pool.gpu.sharing);
  yield* networkAdvice(pool, networks);
  yield* secureBootAdvice(pool);
  yield* accountAdvice(pool);
  yield* roomAdvice(facts);
}

function* placeAdvice(pool: ResolvedPool): Generator<Advice> {
  const { gpu, location, machine, zones } = pool;
  const places = zones ?? (location === undefined ? [] : [location]);
  yield* locationAdvice(zonesNamedHere(pool));
  const ofGpu = gpu ? [...zoneAdvice(gpu.accelerators.accelerator, places)] : [];
  yield* ofGpu;
  // One advice about a location is enough.
  if (ofGpu.length === 0 || !machine.known) yield* machineTypeAdvice(machine, places);
}

/** The locations that the pool names, and those of an existing cluster. A TrainingCluster checks its own. */
function zonesNamedHere({ cluster, gpu, location, ownZones }: ResolvedPool): string[] {
  const { nodeLocations = [] }: PoolHost = cluster;
  const ofCluster = Construct.isConstruct(cluster) || location === undefined ? [] : [location, ...nodeLocations];
  return [...(ownZones ?? []), ...ofCluster, ...(gpu?.accelerators.accelerator.ownZones ?? [])];
}

/** Advice about a cluster that may be older than the GPU needs. */
function* versionAdvice({ cluster, gpu }: ResolvedPool): Generator<Advice> {
  const version = cluster.minimumKubernetesVersion;
  const { minimumGkeVersions = [], type } = gpu?.accelerators.accelerator ?? {};
  if (version === undefined || type === undefined || reaches(version, minimumGkeVersions)) return;
  const needed = oneOf(minimumGkeVersions);
  yield problem(
    'accelerator-version',
    'accelerators',
    `${type} needs GKE ${needed}, but cluster "${cluster.clusterName}" may run ${version}`,
    `raise the cluster's version to ${needed} or later, or acknowledge this if the cluster has that version`,
  );
}

function* onDemandAdvice(pool: ResolvedPool): Generator<Advice> {
  const { gpu, provisioningModel, machine } = pool;
  const accelerator = gpu?.accelerators.accelerator;
  if (accelerator?.reservationOnly === true && provisioningModel.kind !== 'reservation') {
    yield problem(
      'capacity-reservation-only',
      'provisioningModel',
      `${accelerator.type} is available only from a reservation, not as ${inWords(pool)}, as far as is known (2026)`,
      "use ProvisioningModel.reservation with the reservation's name, or acknowledge this if your project gets it",
    );
    return;
  }
  if (provisioningModel.kind !== 'onDemand' || soldOnDemand(machine.name)) return;
  yield problem(
    'capacity-on-demand',
    'provisioningModel',
    `${machine.name} is not sold on demand, as far as is known (2026)`,
    'use ProvisioningModel.reservation, ProvisioningModel.SPOT or ProvisioningModel.flexStart, or acknowledge this if your project gets it',
  );
}

function* networkAdvice({ machine, nodes }: ResolvedPool, has: number): Generator<Advice> {
  const networks = directNetworks(machine.name);
  if (networks === undefined || has >= networks || (nodes.over(1).max < 2 && !nodes.perZone)) return;
  yield problem(
    'gpu-direct-networks',
    'machineType',
    `GPUs of several ${machine.name} reach each other at full speed only over ${networks} extra networks, and this pool has ${has === 0 ? 'none' : has}`,
    `use NodeCount.between(0, 1), name the ${networks} networks by addOverride('network_config.additional_node_network_configs', …) of pool.node.defaultChild, or acknowledge this if each job is on one node`,
  );
}

/** Advice about the boot disk of bare metal, of which the types are recalled. */
function* diskAdvice({ bootDisk, machine }: ResolvedPool): Generator<Advice> {
  if (!isBareMetal(machine.name)) return;
  for (const { message, fix, ...each } of bootDiskProblems(machine, bootDisk.type)) {
    yield { ...each, message: `${message}, as far as is known (2026)`, fix: `${fix}, or acknowledge this if it does` };
  }
}

function* secureBootAdvice({ gpu, image, secureBoot }: ResolvedPool): Generator<Advice> {
  if (!gpu || !secureBoot || hasSignedDriver(gpu, image)) return;
  yield problem(
    'secure-boot-driver',
    'secureBoot',
    `secure boot loads only signed kernel modules, and GKE does not install a signed driver on ${image.imageType} here`,
    'leave secureBoot out, or use GpuDriver.DEFAULT with NodeImage.COS',
  );
}

function* accountAdvice({ cluster, serviceAccount }: ResolvedPool): Generator<Advice> {
  if (serviceAccount !== undefined && serviceAccount !== DEFAULT_ACCOUNT) return;
  const of = `the account of the nodes in cluster "${cluster.clusterName}"`;
  const reason = serviceAccount === undefined ? `${of} is not known` : `${of} is "${serviceAccount}"`;
  yield problem(
    'node-service-account',
    'serviceAccount',
    `${reason}, so they act as the project's default account, which can often do far too much`,
    'set serviceAccount to the address of an account with the role roles/container.defaultNodeServiceAccount',
  );
}

/** Advice about a machine that has no room for pods beside GKE's own. */
function* roomAdvice({ allocatable, machineType, reserved }: PoolFacts): Generator<Advice> {
  if (!allocatable || (allocatable.cpuMillis > 0 && allocatable.memory.toKibibytes() > 0)) return;
  yield problem(
    'machine-type-no-room',
    'machineType',
    `GKE's own pods${reserved ? ' and those of reserved' : ''} take all of ${machineType}: its nodes have no room for others`,
    'use a larger machine type, such as e2-medium',
  );
}
