import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import { poolsOf } from './claim-problems';
import type { PodOptions } from './pod-options';
import type { PodDemand } from './pool-demand';

/** Advice about pods in other zones than the files that they mount. */
export function* claimAdvice({ mounts = [] }: PodOptions, demands: readonly PodDemand[]): Generator<Advice> {
  for (const { source } of mounts) {
    const zone = source.kind === 'claim' ? source.place?.zone : undefined;
    if (source.kind !== 'claim' || zone === undefined) continue;
    for (const { poolName, zones = [] } of poolsOf(demands)) {
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
