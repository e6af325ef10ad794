import { nameProblems, type NameRule } from '../../core/names/name';
import type { Problem } from '../../core/problems/problem';
import { capacityProblems } from './capacity-problems';
import { hardwareProblems, machineProblems } from './hardware-problems';
import { metadataProblems } from './metadata-problems';
import { placementProblems } from './placement-problems';
import type { ResolvedPool } from './resolved-pool';
import { zoneProblems } from './zone-problems';

export const POOL_NAME: NameRule = { what: 'node pool', max: 40, property: 'poolName' };

/** All that is wrong with a pool by itself and with its place in its cluster. */
export function poolProblems(pool: ResolvedPool): Problem[] {
  return [
    ...poolNameProblems(pool),
    ...zoneProblems(pool),
    ...hardwareProblems(pool),
    ...capacityProblems(pool),
    ...(machineProblems(pool).length === 0 ? placementProblems(pool) : []),
    ...metadataProblems(pool),
  ];
}

/** The name that is set by hand is without the generation. */
function poolNameProblems({ baseName, poolName }: ResolvedPool): Problem[] {
  return [...nameProblems({ ...POOL_NAME, max: POOL_NAME.max - (poolName.length - baseName.length) }, baseName)];
}
