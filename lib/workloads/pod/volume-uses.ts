import type { Construct } from 'constructs';
import { clusterKey } from '../../core/contracts/cluster';
import { poolKey } from '../../core/contracts/node-pool';
import { checkAtSynth } from '../../core/problems/check';
import { pathOf, problem, type Problem } from '../../core/problems/problem';
import { onlyOf, Topic } from '../../core/problems/registry';
import { mostNodes, ONE_NODE_FIX, podsOf } from './claim-problems';
import type { ClaimPlace } from './claim-place';
import type { PodOptions } from './pod-options';
import { byPool, turnsOf, type PodDemand } from './pool-demand';

/** A workload that mounts a volume. */
interface VolumeUse {
  readonly workload: string;
  readonly demands: readonly PodDemand[];
  /** Whether its pods are there all the time. */
  readonly stays: boolean;
}

/** The workloads that mount each volume of one node, by the key of its claim. */
const VOLUME_USES = new Topic<Map<string, VolumeUse[]>>('uses of volumes');

/** Registers the volumes of one node that a workload mounts. The first workload that mounts one reports the problems of all. */
export function useVolumes(
  workload: Construct,
  pods: readonly PodOptions[],
  demands: readonly PodDemand[],
  stays = false,
): void {
  const known = onlyOf(VOLUME_USES, workload, () => new Map<string, VolumeUse[]>());
  for (const [claimName, place] of volumesOfOneNode(pods)) {
    const key = [place.cluster ? clusterKey(place.cluster) : '', place.namespace ?? '', claimName].join(' ');
    const uses = known.get(key) ?? [];
    if (uses.length === 0) {
      known.set(key, uses);
      checkAtSynth(workload, function* () {
        yield* togetherProblems(claimName, uses);
        if (place.isDisk === true) yield* zoneProblems(claimName, uses);
      });
    }
    uses.push({
      get workload() {
        return pathOf(workload);
      },
      demands,
      stays,
    });
  }
}

function volumesOfOneNode(pods: readonly PodOptions[]): Map<string, ClaimPlace> {
  const mounts = pods.flatMap((pod) => pod.mounts ?? []);
  return new Map(
    mounts.flatMap(({ source }) =>
      source.kind === 'claim' && source.place?.accessMode === 'ReadWriteOnce' ? [[source.claimName, source.place]] : [],
    ),
  );
}

/** A server keeps the volume on its node. Another server, or a job, waits for it without end on another node. */
function* togetherProblems(claimName: string, uses: readonly VolumeUse[]): Generator<Problem> {
  const servers = uses.filter(({ stays }) => stays);
  const jobs = uses.filter(({ stays }) => !stays);
  // A workload whose own pods are on several nodes is reported by itself.
  if (servers.some(({ demands }) => canBeApart(demands))) return;
  const standing = summed(servers.flatMap(({ demands }) => demands));
  // Jobs can run one after the other.
  const job = jobs.find(({ demands }) => !canBeApart(demands) && canBeApart([...standing, ...demands]));
  if (!job && (jobs.length > 0 || !canBeApart(standing))) return;
  const names = [...servers, ...(job ? [job] : [])].map(({ workload }) => workload).join(' and ');
  const message = `volume "${claimName}" is ReadWriteOnce, so the pods of one node can mount it, but those of ${names} may be on several nodes at once`;
  yield problem('volume-access', 'mounts', message, ONE_NODE_FIX);
}

/** Whether pods of demands can be on several nodes at once. */
function canBeApart(demands: readonly PodDemand[]): boolean {
  return turnsOf(demands).some((turn) => mostNodes(turn) > 1);
}

/** One demand for each pool and turn, with the pods of all. */
function summed(demands: readonly PodDemand[]): PodDemand[] {
  const byPlace = new Map<string, PodDemand>();
  for (const demand of demands) {
    const key = JSON.stringify([poolKey(demand.pool), demand.turn]);
    const replicas = podsOf(demand) + (byPlace.get(key)?.replicas ?? 0);
    byPlace.set(key, { ...demand, replicas, copies: 1 });
  }
  return [...byPlace.values()];
}

/** A disk stays in the zone where its first pod runs, whichever workload comes next. */
function* zoneProblems(claimName: string, uses: readonly VolumeUse[]): Generator<Problem> {
  const pools = byPool(uses.flatMap(({ demands }) => demands)).map(({ pool }) => pool);
  const inZones = pools.flatMap(({ poolName, zones }) => (zones ? [{ poolName, zones }] : []));
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
