import { textListProblems, textProblems } from '../../core/problems/given';
import type { Problem } from '../../core/problems/problem';
import { isRegion, isZone, regionOf } from '../../core/hardware/location';

export function locationProblems(location: string | undefined, nodeLocations?: readonly string[]): Problem[] {
  const noTexts = [
    ...textProblems('location', location, 'use a zone such as "us-east1-c", or a region such as "us-east1"'),
    ...textListProblems('nodeLocations', nodeLocations, 'name zones such as ["us-east1-b", "us-east1-c"]'),
  ];
  if (location === undefined || noTexts.length > 0) return noTexts;
  if (!isZone(location) && !isRegion(location)) {
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
  const twice = nodeLocations.filter((zone, index) => nodeLocations.indexOf(zone) !== index);
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
    ...[...new Set(twice)].map((zone) => ({
      code: 'node-locations',
      property: 'nodeLocations',
      message: `"${zone}" is named twice in nodeLocations`,
      fix: 'name it once',
    })),
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
            fix: `name zones of ${region}, such as "${region}-b", or leave nodeLocations out`,
          },
        ]),
  ];
}

/** The zones of the nodes, where they are known: GKE chooses three of a region by itself when none are named. */
export function zonesOf(location: string, nodeLocations?: readonly string[]): readonly string[] | undefined {
  return nodeLocations ?? (isZone(location) ? [location] : undefined);
}
