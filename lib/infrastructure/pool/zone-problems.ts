import type { NodeCount } from './node-count';
import { oneOf, problem, type Problem } from '../../core/problems';
import { isZone, regionOf } from '../../core/hardware/location';
import { standardZonesOf } from '../../core/hardware/catalog/zones';
import { zonesWith } from '../../core/hardware/zone-advice';
import type { ResolvedPool } from './resolved-pool';

/** Problems of a pool's zones, and of the number of nodes in them. */
export function* zoneProblems(pool: ResolvedPool): Generator<Problem> {
  const { cluster, location, ownZones, zones, nodes } = pool;
  if (location === undefined) {
    yield problem(
      'pool-cluster-location',
      'cluster',
      `cluster "${cluster.clusterName}" has no location, but Terraform needs it to find the cluster`,
      'give the zone or region of the cluster where it is described, or use a TrainingCluster',
    );
    return;
  }
  const wrong = ownZones ? [...ownZoneProblems(ownZones, location)] : [];
  yield* wrong;
  if (wrong.length > 0) return;
  yield* nodes.problems(zones);
  if (!zones) yield* fixedTotalProblems(nodes, location);
  yield* missingGpuProblems(pool, location);
}

/** Problems of zones that a pool names. */
export function* ownZoneProblems(zones: readonly string[], location: string): Generator<Problem> {
  const region = regionOf(location);
  const outside = zones.filter(
    (zone, index) => !isZone(zone) || regionOf(zone) !== region || zones.indexOf(zone) < index,
  );
  if (zones.length > 0 && outside.length === 0) return;
  const message = `zones [${zones.join(', ')}] are not one or more zones of ${region}, where the cluster is, each named once`;
  yield problem('pool-zones', 'zones', message, `name zones of ${region}, such as ${region}-b, or leave zones out`);
}

/** A fixed total needs the number of zones, because Terraform counts nodes per zone. */
function* fixedTotalProblems(nodes: NodeCount, region: string): Generator<Problem> {
  if (nodes.autoscaled || nodes.perZone) return;
  yield problem(
    'pool-zones-unknown',
    'zones',
    `${nodes.toString()} is a total, but the cluster's zones in ${region} are not known`,
    `name the pool's zones, such as ['${region}-b'], or use NodeCount.perZone`,
  );
}

/** A pool that takes the zones of its cluster, of which only some have the GPU: GKE would refuse it. */
function* missingGpuProblems({ gpu, ownZones, zones }: ResolvedPool, location: string): Generator<Problem> {
  if (!gpu || ownZones || (isZone(location) && zones?.length === 1)) return;
  const { accelerator } = gpu.accelerators;
  const withGpu = accelerator.lifecycle.state === 'retired' ? undefined : zonesWith(accelerator, regionOf(location));
  if (!withGpu || withGpu.length === 0) return;
  const without = (zones ?? standardZonesOf(location) ?? []).filter((zone) => !withGpu.includes(zone));
  if (without.length === 0) return;
  yield problem(
    'accelerator-zones',
    'zones',
    zones
      ? `${accelerator.type} is not listed in ${without.join(', ')}, where the cluster also has nodes, and GKE makes a pool in all of its zones or none`
      : `${accelerator.type} is not listed in ${without.join(', ')}, GKE makes a pool in all of its zones or none, and neither the pool nor the cluster names zones`,
    `set zones to ${oneOf(withGpu.map((zone) => `['${zone}']`))}${withGpu.length > 1 ? ', or several of them' : ''}`,
  );
}
