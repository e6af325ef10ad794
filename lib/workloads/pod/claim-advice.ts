import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import type { PodOptions } from './pod-options';
import { byPool, type PodDemand } from './pool-demand';

/** Advice about pods in other zones than the files that they mount. */
export function* claimAdvice({ mounts = [] }: PodOptions, demands: readonly PodDemand[]): Generator<Advice> {
  for (const { source } of mounts) {
    const zone = source.kind === 'claim' ? source.place?.zone : undefined;
    if (source.kind !== 'claim' || zone === undefined) continue;
    for (const { pool } of byPool(demands)) {
      const { poolName, zones = [] } = pool;
      const others = zones.filter((each) => each !== zone);
      if (others.length === 0) continue;
      yield problem(
        'volume-zone',
        'mounts',
        `the files of volume "${source.claimName}" are in zone ${zone} alone, but nodes of pool "${poolName}" may be in ${others.join(', ')}, and reach them more slowly`,
        `set zones of pool "${poolName}" to ['${zone}'], keep the files in tier REGIONAL, or acknowledge this`,
      );
    }
  }
}
