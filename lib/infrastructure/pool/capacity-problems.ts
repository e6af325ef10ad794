import { COMPACT_FLEX_START, FLEX_START } from '../../core/hardware/catalog/machine-types';
import { oneOf } from '../../core/problems/one-of';
import { problem, type Problem } from '../../core/problems/problem';
import { waitsForMachines, type ResolvedPool } from './resolved-pool';

/** Problems of a pool's capacity, and of the number of its nodes. */
export function* capacityProblems(pool: ResolvedPool): Generator<Problem> {
  if (waitsForMachines(pool.capacity)) yield* waitingProblems(pool);
  yield* offerProblems(pool);
  yield* reservationProblems(pool);
  yield* sizeProblems(pool);
}

/** Problems of a pool of flex-start or queued machines, which come when they are available. */
function* waitingProblems(pool: ResolvedPool): Generator<Problem> {
  const { capacity, nodes, upgrade } = pool;
  const { min, max } = nodes.over(pool.zones?.length ?? 1);
  if (upgrade) {
    const message = `GKE decides how nodes are upgraded in a pool of ${inWords(pool)}`;
    yield problem('capacity-upgrade', 'upgrade', message, 'leave upgrade out');
  }
  if (!nodes.autoscaled) {
    const message = `${nodes.toString()} is a fixed number, but ${inWords(pool)} come and go`;
    yield problem('capacity-nodes', 'nodes', message, `use Nodes.between(0, ${max})`);
  } else if (capacity.kind === 'queued' && min > 0) {
    const message = `${nodes.toString()} keeps ${min} nodes, but a pool of ${inWords(pool)} starts from 0`;
    yield problem('capacity-nodes', 'nodes', message, `use Nodes.between(0, ${max})`);
  }
  if (pool.compactPlacement) yield* waitingPlacementProblems(pool);
}

function* waitingPlacementProblems(pool: ResolvedPool): Generator<Problem> {
  const { capacity, machine } = pool;
  if (capacity.kind === 'queued') {
    yield problem(
      'capacity-placement',
      'compactPlacement',
      `${inWords(pool)} cannot be placed compactly`,
      'leave compactPlacement out, or use Capacity.reservation',
    );
  } else if (machine.known && !COMPACT_FLEX_START.includes(machine.name)) {
    yield problem(
      'capacity-placement',
      'compactPlacement',
      `${machine.name} cannot be placed compactly as ${inWords(pool)}`,
      `leave compactPlacement out, or use ${oneOf(COMPACT_FLEX_START)}`,
    );
  }
}

/** Problems of machines that Google Cloud does not sell in this way. */
function* offerProblems(pool: ResolvedPool): Generator<Problem> {
  const { capacity, machine } = pool;
  const accelerator = pool.gpu?.accelerators.accelerator;
  if (accelerator?.reservationOnly && capacity.kind !== 'reservation') {
    yield problem(
      'capacity-reservation-only',
      'capacity',
      `${accelerator.type} is available only from a reservation, not as ${inWords(pool)}`,
      "use Capacity.reservation with the reservation's name",
    );
  } else if (waitsForMachines(capacity) && machine.known && !mayWait(pool)) {
    yield problem(
      'capacity-machine',
      'capacity',
      `${machine.name} is not available as ${inWords(pool)}`,
      'use Capacity.ON_DEMAND, Capacity.SPOT or Capacity.reservation, or a machine type with GPUs that has it',
    );
  }
}

/** Whether Google Cloud offers the machine so: machines with GPUs, but not all, and those of a few families without. */
function mayWait({ gpu, machine }: ResolvedPool): boolean {
  if (machine.flexStart === false) return false;
  return gpu !== undefined || FLEX_START.familiesWithoutGpu.includes(machine.family);
}

function* reservationProblems({ capacity, location, zones }: ResolvedPool): Generator<Problem> {
  if (capacity.kind !== 'reservation' || zones || location === undefined) return;
  yield problem(
    'capacity-reservation-zones',
    'zones',
    `reservation "${String(capacity.reservationName)}" is in one zone, but neither the pool nor the cluster in ${location} names a zone`,
    `set zones to the zone of the reservation, such as ['${location}-b']`,
  );
}

function* sizeProblems({ machine, nodes, zones }: ResolvedPool): Generator<Problem> {
  const zoneCount = zones?.length ?? 1;
  const { max } = nodes.over(zoneCount);
  const limit = machine.maxNodesPerPool;
  if (limit === undefined || max <= limit) return;
  const inEachZone = Math.floor(limit / zoneCount);
  const most = nodes.perZone ? inEachZone : nodes.autoscaled ? limit : inEachZone * zoneCount;
  const lower = most > 0 ? `use ${nodes.atMost(most)}` : 'name fewer zones';
  yield problem(
    'pool-size',
    'nodes',
    `${nodes.toString()} allows ${max} nodes, but a pool of ${machine.name} has at most ${limit}`,
    `${lower}, or ${Math.ceil(max / limit)} pools`,
  );
}

const WORDS = {
  onDemand: 'on-demand machines',
  spot: 'Spot machines',
  reservation: 'reserved machines',
  flexStart: 'flex-start machines',
  queued: 'queued machines',
};

function inWords({ capacity }: ResolvedPool): string {
  return WORDS[capacity.kind];
}
