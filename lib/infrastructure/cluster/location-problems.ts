import { nearestLocation } from '../../core/hardware/catalog/zones';
import { isRegion, isZone, regionOf } from '../../core/hardware/location';
import { problem, type Problem } from '../../core/problems/problem';
import { listOf, text } from '../../core/problems/rules';

export const LOCATION = text('use a zone such as "us-east1-c", or a region such as "us-east1"');
export const NODE_LOCATIONS = listOf(text('name zones such as ["us-east1-b", "us-east1-c"]'));

export function* locationProblems(location: string, nodeLocations?: readonly string[]): Generator<Problem> {
  if (!isZone(location) && !isRegion(location)) {
    const near = nearestLocation(location);
    const meant = near === undefined ? '' : `did you mean "${near}"? Otherwise `;
    yield problem(
      'location-form',
      'location',
      `location ${JSON.stringify(location)} is neither a zone nor a region`,
      `${meant}use a zone such as "us-east1-c" for one control plane, or a region such as "us-east1" for one in each of three zones`,
    );
  } else if (nodeLocations) yield* nodeLocationProblems(location, nodeLocations);
}

function* nodeLocationProblems(location: string, zones: readonly string[]): Generator<Problem> {
  const region = regionOf(location);
  for (const zone of new Set(zones.filter((each, index) => zones.indexOf(each) !== index))) {
    yield problem('node-locations', 'nodeLocations', `"${zone}" is named twice in nodeLocations`, 'name it once');
  }
  const outside = zones.filter((zone) => !isZone(zone) || regionOf(zone) !== region);
  if (outside.length === 0 && zones.length > 0) return;
  yield problem(
    'node-locations',
    'nodeLocations',
    zones.length === 0
      ? 'nodeLocations is empty'
      : `nodeLocations has ${outside.join(', ')}, but its zones must be in ${region}`,
    `name zones of ${region}, such as "${region}-b", or leave nodeLocations out`,
  );
}
