import { Construct } from 'constructs';
import { versionsOfMachine } from '../../core/hardware/catalog/gke-versions';
import { directNetworks, FLEX_START, soldOnDemand } from '../../core/hardware/catalog/machine-types';
import { locationAdvice, machineTypeAdvice, zoneAdvice } from '../../core/hardware/zone-advice';
import type { Advice } from '../../core/problems/check';
import { reaches } from '../../core/hardware/gke-version';
import { oneOf } from '../../core/problems/one-of';
import { problem } from '../../core/problems/problem';
import type { PoolHost } from './pool-host';
import { hasSignedDriver } from './resolve-pool';
import { waitsForMachines, type PoolFacts, type ResolvedPool } from './resolved-pool';

/** Advice about a pool without problems. */
export function* poolAdvice(pool: ResolvedPool, facts: PoolFacts): Generator<Advice> {
  yield* placeAdvice(pool);
  yield* versionAdvice(pool);
  yield* onDemandAdvice(pool);
  yield* networkAdvice(pool);
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
  // One advice about a place is enough.
  if (ofGpu.length === 0 || !machine.known) yield* machineTypeAdvice(machine, places);
}

/** The locations that the pool names, and those of a cluster that others made. A TrainingCluster checks its own. */
function zonesNamedHere({ cluster, gpu, location, ownZones }: ResolvedPool): string[] {
  const { nodeLocations = [] }: PoolHost = cluster;
  const ofCluster = Construct.isConstruct(cluster) || location === undefined ? [] : [location, ...nodeLocations];
  return [...(ownZones ?? []), ...ofCluster, ...(gpu?.accelerators.accelerator.ownZones ?? [])];
}

/** A cluster that may be older than a feature of the pool needs. */
function* versionAdvice({ capacity, cluster, gpu, machine }: ResolvedPool): Generator<Advice> {
  const version = cluster.minimumKubernetesVersion;
  if (version === undefined) return;
  const accelerator = gpu?.accelerators.accelerator;
  const needs = [
    {
      code: 'accelerator-version',
      property: 'accelerators',
      what: String(accelerator),
      oldest: accelerator?.minimumGkeVersions,
    },
    {
      code: 'machine-type-version',
      property: 'machineType',
      what: machine.name,
      oldest: versionsOfMachine(machine.name),
    },
    {
      code: 'capacity-version',
      property: 'capacity',
      what: 'a pool that waits for machines',
      oldest: waitsForMachines(capacity) ? FLEX_START.minimumGkeVersions : [],
    },
  ];
  for (const { code, property, what, oldest = [] } of needs) {
    if (reaches(version, oldest)) continue;
    const needed = oneOf(oldest);
    yield problem(
      code,
      property,
      `${what} needs GKE ${needed}, but cluster "${cluster.clusterName}" may run ${version}`,
      `raise the cluster's version to ${needed} or later, or acknowledge this if the cluster has that version`,
    );
  }
}

function* onDemandAdvice({ capacity, machine }: ResolvedPool): Generator<Advice> {
  if (capacity.kind !== 'onDemand' || soldOnDemand(machine.name)) return;
  yield problem(
    'capacity-on-demand',
    'capacity',
    `${machine.name} is not sold on demand, as far as is known (2026)`,
    'use Capacity.reservation, Capacity.SPOT or Capacity.flexStart, or acknowledge this if your project gets it',
  );
}

function* networkAdvice({ machine, nodes }: ResolvedPool): Generator<Advice> {
  const networks = directNetworks(machine.name);
  if (networks === undefined || (nodes.over(1).max < 2 && !nodes.perZone)) return;
  yield problem(
    'gpu-direct-networks',
    'machineType',
    `GPUs of several ${machine.name} reach each other at full speed only over ${networks} extra networks, and this pool has none`,
    `keep a job on one node, or add network_config.additional_node_network_configs with pool.node.defaultChild's addOverride`,
  );
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
  if (serviceAccount !== undefined) return;
  yield problem(
    'node-service-account',
    'serviceAccount',
    `the account of the nodes in cluster "${cluster.clusterName}" is not known, so they act as the project's default account, which can often do far too much`,
    'set serviceAccount to the address of an account with the role roles/container.defaultNodeServiceAccount',
  );
}

/** Advice on a machine too small for GKE's own pods and any other. */
function* roomAdvice({ allocatable, machineType }: PoolFacts): Generator<Advice> {
  if (!allocatable || (allocatable.cpuMillis > 0 && allocatable.memory.toKibibytes() > 0)) return;
  yield problem(
    'machine-type-no-room',
    'machineType',
    `GKE's own pods take all of ${machineType}: its nodes have no room for others`,
    'use a larger machine type, such as e2-medium',
  );
}
