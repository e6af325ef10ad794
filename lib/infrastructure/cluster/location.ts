import { placesOfMachine } from '../../core/catalog';
import type { Problem } from '../../core/problem';
import { isZone, regionOf } from '../../core/zones';

const REGION = /^[a-z]+-[a-z]+\d+$/;

/** How many zones GKE takes when a regional cluster names none. */
const ZONES_OF_A_REGIONAL_CLUSTER = 3;

export function locationProblems(location: string, nodeLocations?: readonly string[]): Problem[] {
  if (!isZone(location) && !REGION.test(location)) {
    return [
      {
        code: 'location-form',
        property: 'location',
        message: `location ${JSON.stringify(location)} is neither a zone nor a region`,
        fix: 'use a zone such as "us-east1-c" for one control plane, or a region such as "us-east1" for one in every zone',
      },
    ];
  }
  if (nodeLocations === undefined) return [];
  const region = regionOf(location);
  const outside = nodeLocations.filter((zone) => !isZone(zone) || regionOf(zone) !== region);
  return [
    ...(isZone(location)
      ? [
          {
            code: 'node-locations',
            property: 'nodeLocations',
            message: `nodeLocations are given, but the cluster is in one zone, ${location}`,
            fix: `leave nodeLocations out, or use the region "${region}" as location`,
          },
        ]
      : []),
    ...(outside.length === 0 && nodeLocations.length > 0
      ? []
      : [
          {
            code: 'node-locations',
            property: 'nodeLocations',
            message:
              outside.length === 0
                ? 'nodeLocations is empty'
                : `${outside.join(', ')} of nodeLocations: no zone of ${region}`,
            fix: `name zones of ${region}, such as "${zonesOfRegion(region)[0] ?? `${region}-b`}", or leave nodeLocations out`,
          },
        ]),
  ];
}

/** The zones of the nodes: those named, else the cluster's zone, else three of the region if the catalogue knows them. */
export function zonesOf(location: string, nodeLocations?: readonly string[]): readonly string[] | undefined {
  if (nodeLocations) return nodeLocations;
  if (isZone(location)) return [location];
  const zones = zonesOfRegion(location).slice(0, ZONES_OF_A_REGIONAL_CLUSTER);
  return zones.length > 0 ? zones : undefined;
}

function zonesOfRegion(region: string): readonly string[] {
  return placesOfMachine('e2-standard-2', 'e2')?.find((place) => place.region === region)?.zones ?? [];
}
