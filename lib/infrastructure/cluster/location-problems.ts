import { isRegion, isZone, regionOf } from '../../core/hardware/location';
import { problem, type Problem } from '../../core/problems';

export function* locationProblems(location: string, nodeLocations?: readonly string[]): Generator<Problem> {
  if (!isZone(location) && !isRegion(location)) {
    yield problem(
      'location-form',
      'location',
      `location ${JSON.stringify(location)} is neither a zone nor a region`,
      'use a zone such as "us-east1-c" for one control plane, or a region such as "us-east1" for one in each of three zones',
    );
    return;
  }
  const region = regionOf(location);
  const outside = nodeLocations?.filter((zone) => !isZone(zone) || regionOf(zone) !== region) ?? [];
  if (outside.length === 0 && nodeLocations?.length !== 0) return;
  yield problem(
    'node-locations',
    'nodeLocations',
    `nodeLocations [${nodeLocations?.join(', ') ?? ''}] are not zones of ${region}`,
    `name zones of ${region}, such as "${region}-b", or leave nodeLocations out`,
  );
}
