import type { Nodes } from './nodes';
import type { Problem } from '../../core/problems/problem';
import { oneOf } from '../../core/problems/one-of';
import { isZone, regionOf } from '../../core/hardware/location';
import { zonesWith } from '../../core/hardware/zone-advice';
import type { ResolvedPool } from './resolved-pool';

/** What is wrong with where a pool is, and with how its nodes spread over it. */
export function zoneProblems(pool: ResolvedPool): Problem[] {
  const { location, ownZones, zones, nodes } = pool;
  if (location === undefined) return [locationUnknown(pool)];
  if (ownZones) {
    const wrong = ownZoneProblems(ownZones, location);
    if (wrong.length > 0) return wrong;
  }
  if (zones) return [...nodes.problems(zones), ...zonesWithoutGpu(pool, zones)];
  return [...nodes.problems(), ...fixedTotalProblems(nodes, location), ...zonesWithoutGpu(pool, undefined)];
}

function locationUnknown({ cluster }: ResolvedPool): Problem {
  return {
    code: 'pool-cluster-location',
    property: 'cluster',
    message: `cluster "${cluster.clusterName}" has no location, without which Terraform cannot find it`,
    fix: 'give the zone or region of the cluster where it is described, or use a TrainingCluster',
  };
}

function ownZoneProblems(zones: readonly string[], location: string): Problem[] {
  const region = regionOf(location);
  const problem = { code: 'pool-zones', property: 'zones' };
  if (zones.length === 0) {
    return [{ ...problem, message: 'zones is empty', fix: `name a zone such as ${region}-b, or leave zones out` }];
  }
  return [
    ...zones
      .filter((zone) => !isZone(zone) || regionOf(zone) !== region)
      .map((zone) => ({
        ...problem,
        message: `"${zone}" is not a zone of ${region}, where the cluster is`,
        fix: `use zones of ${region}, such as ${region}-b`,
      })),
    ...zones
      .filter((zone, index) => zones.indexOf(zone) !== index)
      .map((zone) => ({ ...problem, message: `zone "${zone}" is named twice`, fix: 'name it once' })),
  ];
}

/** Terraform counts fixed nodes per zone, so a total needs the number of zones. */
function fixedTotalProblems(nodes: Nodes, region: string): Problem[] {
  if (nodes.autoscaled || nodes.perZone) return [];
  return [
    {
      code: 'pool-zones-unknown',
      property: 'zones',
      message: `${nodes.toString()} is a total, but which zones of ${region} the cluster has is not known`,
      fix: `name the pool's zones, such as ['${region}-b'], or use Nodes.perZone`,
    },
  ];
}

/** Zones that are the cluster's, not the pool's own choice, and of which only some have the GPU: GKE would refuse the pool. */
function zonesWithoutGpu({ gpu, location, ownZones }: ResolvedPool, zones: readonly string[] | undefined): Problem[] {
  if (!gpu || location === undefined || ownZones || isZone(location)) return [];
  const { accelerator } = gpu.accelerators;
  const withGpu = accelerator.lifecycle.state === 'retired' ? undefined : zonesWith(accelerator, location);
  if (!withGpu || withGpu.length === 0) return [];
  const without = zones?.filter((zone) => !withGpu.includes(zone));
  if (without && without.length === 0) return [];
  return [
    {
      code: 'accelerator-zones',
      property: 'zones',
      message: without
        ? `${accelerator.type} is not listed in ${without.join(', ')}, where the cluster also has nodes, and GKE makes a pool in all of its zones or none`
        : `${accelerator.type} is not in every zone of ${location}, GKE makes a pool in all of its zones or none, and neither the pool nor the cluster names any`,
      fix: `set zones to ${oneOf(withGpu.map((zone) => `['${zone}']`))}${withGpu.length > 1 ? ', or several of them' : ''}`,
    },
  ];
}
