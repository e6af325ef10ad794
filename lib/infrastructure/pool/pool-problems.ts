import { regionOf } from '../../core/hardware/location';
import { nameProblems, type NameRule } from '../../core/names/name';
import type { Problem } from '../../core/problems';
import { diskKeyProblems } from '../encryption-key';
import { capacityProblems } from './capacity-problems';
import { hardwareProblems, hasMachineProblems } from './hardware-problems';
import { metadataProblems } from './metadata-problems';
import { placementProblems } from './placement-problems';
import type { ResolvedPool } from './resolved-pool';
import { zoneProblems } from './zone-problems';

export const POOL_NAME: NameRule = { what: 'node pool', max: 40, property: 'poolName' };

/** All problems of a pool and of its place in its cluster. */
export function* poolProblems(pool: ResolvedPool): Generator<Problem> {
  yield* poolNameProblems(pool);
  yield* zoneProblems(pool);
  yield* hardwareProblems(pool);
  yield* capacityProblems(pool);
  if (!hasMachineProblems(pool)) yield* placementProblems(pool);
  yield* metadataProblems(pool);
  yield* diskKeyProblems('bootDisk.encryptionKey', pool.bootDisk.encryptionKey, regionOfPool(pool));
}

function regionOfPool({ location }: ResolvedPool): string | undefined {
  return location === undefined ? undefined : regionOf(location);
}

/** Problems of the pool's name, without the generation that is added to it. */
function poolNameProblems({ baseName, poolName }: ResolvedPool): Iterable<Problem> {
  return nameProblems({ ...POOL_NAME, max: POOL_NAME.max - (poolName.length - baseName.length) }, baseName);
}
