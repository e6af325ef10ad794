import type { Construct } from 'constructs';
import { clusterKey } from '../../core/contracts/cluster';
import { poolKey, type INodePool } from '../../core/contracts/node-pool';
import { checkAtSynth } from '../../core/problems/check';
import { problem, type Problem } from '../../core/problems/problem';
import { onlyOf, Topic } from '../../core/problems/registry';
import type { ClaimPlace } from './claim-place';
import { poolsOf } from './claim-problems';
import type { PodOptions } from './pod-options';
import type { PodDemand } from './pool-demand';

/** The pools whose pods mount each disk, by the key of its claim. */
const DISK_POOLS = new Topic<Map<string, INodePool[]>>('pools of disks');

/**
 * Registers the disks that a workload mounts. A disk stays in the zone where its first pod runs, whichever workload comes
 * next. The first workload that mounts it reports its problems.
 */
export function useDisks(workload: Construct, pods: readonly PodOptions[], demands: readonly PodDemand[]): void {
  const known = onlyOf(DISK_POOLS, workload, () => new Map<string, INodePool[]>());
  for (const { source } of pods.flatMap(({ mounts = [] }) => mounts)) {
    if (source.kind !== 'claim' || source.place?.isDisk !== true) continue;
    const { claimName, place } = source;
    const key = keyOf(claimName, place);
    const pools = known.get(key) ?? [];
    if (pools.length === 0) {
      known.set(key, pools);
      checkAtSynth(workload, () => zoneProblems(claimName, pools));
    }
    pools.push(...poolsOf(demands));
  }
}

function keyOf(claimName: string, { cluster, namespace = '' }: ClaimPlace): string {
  return [cluster ? clusterKey(cluster) : '', namespace, claimName].join(' ');
}

function* zoneProblems(claimName: string, pools: readonly INodePool[]): Generator<Problem> {
  const inZones = [...new Map(pools.map((pool) => [poolKey(pool), pool])).values()].flatMap(({ poolName, zones }) =>
    zones ? [{ poolName, zones }] : [],
  );
  const [first, ...others] = inZones;
  if (!first || first.zones.some((zone) => others.every(({ zones }) => zones.includes(zone)))) return;
  const names = inZones.map(({ poolName, zones }) => `"${poolName}" (${zones.join(', ')})`).join(' and ');
  yield problem(
    'volume-zones',
    'mounts',
    `volume "${claimName}" is a disk in one zone, but pods that mount it run on pools ${names}, which have no zone in common`,
    'give the pools one zone in common by their zones, or use a source for many zones, such as Filestore',
  );
}
