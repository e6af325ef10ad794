import type { Construct } from 'constructs';
import { clusterKey } from '../../core/contracts/cluster';
import { poolKey } from '../../core/contracts/node-pool';
import { groupedBy } from '../../core/grouped';
import { checkAtSynth, onlyOf, pathOf, problem, Topic, type Problem } from '../../core/problems';
import { zonesApart } from './disk-zones';
import { mostNodes, ONE_NODE_FIX, volumesOfOneNode } from './claim-problems';
import { allPods, byPool, turnsOf, type PodSet } from '../pod-set';

interface VolumeUse {
  readonly workload: string;
  readonly sets: readonly PodSet[];
  /** True if its pods run all the time, as those of a server do. */
  readonly stays: boolean;
}

/** The workloads that mount each volume of one node, by the key of its claim. */
const VOLUME_USES = new Topic<Map<string, VolumeUse[]>>('uses of volumes');

/** Registers the volumes of one node that a workload mounts. The first workload that mounts one reports the problems of all. */
export function useVolumes(workload: Construct, pods: readonly PodSet[], stays = false): void {
  const known = onlyOf(VOLUME_USES, workload, () => new Map<string, VolumeUse[]>());
  for (const [claimName, { place, sets }] of volumesOfOneNode(pods)) {
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
      sets: [...sets],
      stays,
    });
  }
}

/** A server keeps the volume on its node. On another node, another server or a job would wait for it for ever. */
function* togetherProblems(claimName: string, uses: readonly VolumeUse[]): Generator<Problem> {
  const servers = uses.filter(({ stays }) => stays);
  const jobs = uses.filter(({ stays }) => !stays);
  // A workload whose own pods are on several nodes has a problem of its own.
  if (servers.some(({ sets }) => canBeApart(sets))) return;
  const standing = summed(servers.flatMap(({ sets }) => sets));
  // Jobs can run one after the other.
  const job = jobs.find(({ sets }) => !canBeApart(sets) && canBeApart([...standing, ...sets]));
  if (!job && (jobs.length > 0 || !canBeApart(standing))) return;
  const names = [...servers, ...(job ? [job] : [])].map(({ workload }) => workload).join(' and ');
  const message = `volume "${claimName}" is ReadWriteOnce, so the pods of one node can mount it, but those of ${names} may be on several nodes at once`;
  yield problem('volume-access', 'mounts', message, ONE_NODE_FIX);
}

/** True if pods of the sets can be on several nodes at once. */
function canBeApart(sets: readonly PodSet[]): boolean {
  return turnsOf(sets).some((turn) => mostNodes(turn) > 1);
}

/** One set for each pool and turn, with the pods of all. */
function summed(sets: readonly PodSet[]): PodSet[] {
  return groupedBy(sets, ({ pool, turns }) => JSON.stringify([poolKey(pool), turns])).flatMap((alike) => {
    const replicas = alike.reduce((sum, set) => sum + allPods(set), 0);
    return alike.slice(0, 1).map((set) => ({ ...set, replicas, copies: 1 }));
  });
}

function zoneProblems(claimName: string, uses: readonly VolumeUse[]): Iterable<Problem> {
  const pools = byPool(uses.flatMap(({ sets }) => sets)).map(({ pool }) => pool);
  const otherFix = 'use a source for many zones, such as Filestore';
  return zonesApart(`volume "${claimName}" is a disk in one zone`, pools, 'mounts', otherFix);
}
