import type { Nodes } from './nodes';
import { problem, type Problem } from '../../core/problems/problem';
import { nearestTo } from '../../core/problems/nearest';
import { oneOf } from '../../core/problems/one-of';
import { isZone, regionOf } from '../../core/hardware/location';
import { standardZonesOf, zonesOfRegion } from '../../core/hardware/catalog/zones';
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
  if (zones.length === 0) {
    yield problem('pool-zones', 'zones', 'zones is empty', `name a zone such as ${region}-b, or leave zones out`);
  }
  for (const zone of zones.filter((each) => !isZone(each) || regionOf(each) !== region)) {
    const message = `"${zone}" is not a zone of ${region}, where the cluster is`;
    const near = nearestTo(zone, zonesOfRegion(region) ?? []);
    const meant = near === undefined ? '' : `did you mean ${near}? Otherwise `;
    yield problem('pool-zones', 'zones', message, `${meant}use zones of ${region}, such as ${region}-b`);
  }
  for (const zone of zones.filter((each, index) => zones.indexOf(each) !== index)) {
    yield problem('pool-zones', 'zones', `zone "${zone}" is named twice`, 'name it once');
  }
}

/** Terraform counts fixed nodes per zone, so a total needs the number of zones. */
function* fixedTotalProblems(nodes: Nodes, region: string): Generator<Problem> {
  if (nodes.autoscaled || nodes.perZone) return;
  yield problem(
    'pool-zones-unknown',
    'zones',
    `${nodes.toString()} is a total, but the cluster's zones in ${region} are not known`,
    `name the pool's zones, such as ['${region}-b'], or use Nodes.perZone`,
  );
}

/** The pool takes the zones of its cluster, and only some of them have the GPU: GKE would refuse the pool. */
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
