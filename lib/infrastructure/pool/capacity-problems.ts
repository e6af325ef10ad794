import flexStart from '../../core/hardware/catalog/flex-start.json';
import { problem, type Problem } from '../../core/problems';
import { waitsForMachines, type ResolvedPool } from './resolved-pool';

/** Problems of a pool's provisioning model and number of nodes. */
export function* capacityProblems(pool: ResolvedPool): Generator<Problem> {
  if (waitsForMachines(pool.provisioningModel)) yield* waitingProblems(pool);
  yield* offerProblems(pool);
  yield* reservationProblems(pool);
  yield* sizeProblems(pool);
}

/** Problems of a pool of flex-start or queued machines, which come when they are available. */
function* waitingProblems(pool: ResolvedPool): Generator<Problem> {
  const { nodes, machine } = pool;
  const isQueued = pool.provisioningModel.kind === 'queued';
  const { min, max } = nodes.over(pool.zones?.length ?? 1);
  if (pool.upgrade) {
    const message = `GKE decides how nodes are upgraded in a pool of ${inWords(pool)}`;
    yield problem('capacity-upgrade', 'upgrade', message, 'leave upgrade out');
  }
  if (!nodes.autoscaled || (isQueued && min > 0)) {
    const message = `${nodes.toString()} keeps ${min} nodes, but ${inWords(pool)} come and go`;
    yield problem('capacity-nodes', 'nodes', message, `use NodeCount.between(0, ${max})`);
  }
  const mayBeCompact =
    !machine.known || flexStart.compact.series.some((series) => machine.name.startsWith(`${series}-`));
  if (!pool.compactPlacement || (mayBeCompact && !isQueued)) return;
  const message = `${machine.name} cannot be placed compactly as ${inWords(pool)}`;
  const fix = 'leave compactPlacement out, or use ProvisioningModel.reservation';
  yield problem('capacity-placement', 'compactPlacement', message, fix);
}

/** Problems of machines that Google Cloud does not sell in this way. */
function* offerProblems(pool: ResolvedPool): Generator<Problem> {
  const { provisioningModel, machine } = pool;
  const isReserved = pool.gpu?.accelerators.accelerator.reservationOnly === true;
  if (!isReserved && waitsForMachines(provisioningModel) && machine.known && !mayWait(pool)) {
    yield problem(
      'capacity-machine',
      'provisioningModel',
      `${machine.name} is not available as ${inWords(pool)}`,
      'use ProvisioningModel.ON_DEMAND, ProvisioningModel.SPOT or ProvisioningModel.reservation, or a machine type with GPUs that has it',
    );
  }
}

/**
 * True if Google Cloud offers the machine in this way: flex-start for most machines with GPUs and a few without, queued provisioning also
 * for machines without GPUs.
 */
function mayWait({ gpu, machine, provisioningModel }: ResolvedPool): boolean {
  if (machine.flexStart === false) return false;
  const isQueued = provisioningModel.kind === 'queued';
  return gpu !== undefined || isQueued || flexStart.familiesWithoutGpu.names.includes(machine.family);
}

function* reservationProblems({ provisioningModel, location, zones }: ResolvedPool): Generator<Problem> {
  if (provisioningModel.kind !== 'reservation' || zones || location === undefined) return;
  yield problem(
    'capacity-reservation-zones',
    'zones',
    `reservation "${String(provisioningModel.reservationName)}" is in one zone, but neither the pool nor the cluster in ${location} names a zone`,
    `set zones to the zone of the reservation, such as ['${location}-b']`,
  );
}

/**
 * Problems of a pool whose machines are joined by one domain of NVLink.
 *
 * @see https://github.com/GoogleCloudPlatform/cluster-toolkit/blob/main/examples/gke-a4x-max-bm/README.md
 */
function* sizeProblems({ machine, nodes, zones }: ResolvedPool): Generator<Problem> {
  const zoneCount = zones?.length ?? 1;
  const { max } = nodes.over(zoneCount);
  const limit = machine.maxNodesPerPool;
  if (limit === undefined || max <= limit) return;
  yield problem(
    'pool-size',
    'nodes',
    `${nodes.toString()} allows ${max} nodes, but a pool of ${machine.name} has at most ${limit}`,
    `use ${nodes.atMost(limit, zoneCount)}, or ${Math.ceil(max / limit)} pools`,
  );
}

const WORDS = {
  onDemand: 'on-demand machines',
  spot: 'Spot machines',
  reservation: 'reserved machines',
  flexStart: 'flex-start machines',
  queued: 'queued machines',
};

export function inWords({ provisioningModel }: ResolvedPool): string {
  return WORDS[provisioningModel.kind];
}
