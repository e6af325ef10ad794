import type { Problem } from '../../core/problems/problem';
import { waitsForMachines, type ResolvedPool } from './resolved-pool';

/** The only machines of the catalogue that flex-start takes in a compact placement. */
const COMPACT_FLEX_START = /^(a3-ultragpu|a4-highgpu)-/;

/** What is wrong with how the machines of a pool are bought, and how many. */
export function capacityProblems(pool: ResolvedPool): Problem[] {
  return [...waitingProblems(pool), ...offerProblems(pool), ...reservationProblems(pool), ...sizeProblems(pool)];
}

/** Flex-start and queued machines come when they can be had. */
function waitingProblems(pool: ResolvedPool): Problem[] {
  const { capacity, compactPlacement, machine, nodes } = pool;
  if (!waitsForMachines(capacity)) return [];
  const { min, max } = nodes.over(pool.zones?.length ?? 1);
  const counts = { code: 'capacity-nodes', property: 'nodes', fix: `use Nodes.between(0, ${max})` };
  const placement = { code: 'capacity-placement', property: 'compactPlacement' };
  return [
    ...(pool.upgrade
      ? [
          {
            code: 'capacity-upgrade',
            property: 'upgrade',
            message: `GKE upgrades the nodes of a pool of ${inWords(pool)} in a way of its own`,
            fix: 'leave upgrade out',
          },
        ]
      : []),
    ...(nodes.autoscaled
      ? []
      : [{ ...counts, message: `${nodes.toString()} is a fixed number, but ${inWords(pool)} come and go` }]),
    ...(nodes.autoscaled && capacity.kind === 'queued' && min > 0
      ? [{ ...counts, message: `${nodes.toString()} keeps ${min}, but ${inWords(pool)} start from none` }]
      : []),
    ...(compactPlacement && capacity.kind === 'queued'
      ? [
          {
            ...placement,
            message: `${inWords(pool)} cannot be placed compactly`,
            fix: 'leave compactPlacement out, or use Capacity.reservation',
          },
        ]
      : []),
    ...(compactPlacement && capacity.kind === 'flexStart' && machine.known && !COMPACT_FLEX_START.test(machine.name)
      ? [
          {
            ...placement,
            message: `${machine.name} cannot be placed compactly as ${inWords(pool)}`,
            fix: 'leave compactPlacement out, or use a3-ultragpu-8g or a4-highgpu-8g',
          },
        ]
      : []),
  ];
}

/** What Google Cloud does not sell in this way. */
function offerProblems(pool: ResolvedPool): Problem[] {
  const { capacity, machine } = pool;
  const accelerator = pool.gpu?.accelerators.accelerator;
  if (accelerator?.reservationOnly && capacity.kind !== 'reservation') {
    return [
      {
        code: 'capacity-reservation-only',
        property: 'capacity',
        message: `${accelerator.type} can only be had from a reservation, not as ${inWords(pool)}`,
        fix: "use Capacity.reservation with the reservation's name",
      },
    ];
  }
  if (!(waitsForMachines(capacity) && machine.flexStart === false)) return [];
  return [
    {
      code: 'capacity-machine',
      property: 'capacity',
      message: `${machine.name} cannot be had as ${inWords(pool)}`,
      fix: 'use Capacity.ON_DEMAND, Capacity.SPOT or Capacity.reservation, or another machine type',
    },
  ];
}

function reservationProblems({ capacity, location, zones }: ResolvedPool): Problem[] {
  if (capacity.kind !== 'reservation' || zones || location === undefined) return [];
  return [
    {
      code: 'capacity-reservation-zones',
      property: 'zones',
      message: `reservation "${String(capacity.reservationName)}" is of one zone, but neither the pool nor the cluster in ${location} names any`,
      fix: `set zones to the zone of the reservation, such as ['${location}-b']`,
    },
  ];
}

function sizeProblems({ machine, nodes, zones }: ResolvedPool): Problem[] {
  const { max } = nodes.over(zones?.length ?? 1);
  const limit = machine.maxNodesPerPool;
  if (limit === undefined || max <= limit) return [];
  const zoneCount = zones?.length ?? 1;
  const inEachZone = Math.floor(limit / zoneCount);
  const most = nodes.perZone ? inEachZone : nodes.autoscaled ? limit : inEachZone * zoneCount;
  const lower = most > 0 ? `use ${nodes.atMost(most)}` : 'name fewer zones';
  return [
    {
      code: 'pool-size',
      property: 'nodes',
      message: `${nodes.toString()} is up to ${max} nodes, but a pool of ${machine.name} has at most ${limit}`,
      fix: `${lower}, or ${Math.ceil(max / limit)} pools`,
    },
  ];
}

function inWords({ capacity }: ResolvedPool): string {
  const words = {
    onDemand: 'on-demand machines',
    spot: 'Spot machines',
    reservation: 'reserved machines',
    flexStart: 'flex-start machines',
    queued: 'queued machines',
  };
  return words[capacity.kind];
}
