import { nameProblems } from '../../core/name';
import type { Problem } from '../../core/problem';
import { capacityProblems } from './capacity-problems';
import { hardwareProblems } from './hardware-problems';
import { metadataProblems } from './metadata-problems';
import { placementProblems } from './placement-problems';
import type { ResolvedPool } from './resolved-pool';
import { zoneProblems } from './zone-problems';

/** All that is wrong with a pool by itself and with its place in its cluster. */
export function poolProblems(pool: ResolvedPool): Problem[] {
  return [
    ...nameProblems({ what: 'node pool', max: 40, property: 'poolName' }, pool.poolName),
    ...zoneProblems(pool),
    ...hardwareProblems(pool),
    ...capacityProblems(pool),
    ...placementProblems(pool),
    ...metadataProblems(pool),
  ];
}
