import { isSameCluster } from '../../core/contracts/cluster';
import { poolText, type INodePool } from '../../core/contracts/node-pool';
import { problem, type Problem } from '../../core/problems';
import type { ClaimPlace } from './claim-place';
import type { Mount } from './mount';
import type { PodPlace } from '../pod-options';
import { allPods, byPool, turnsOf, type PodSet } from '../pod-set';

interface MountedClaim {
  readonly claimName: string;
  readonly path: string;
  readonly readOnly: boolean;
  readonly place: ClaimPlace;
}

/** Problems of a mounted claim. The pods would wait for it for ever. */
export function* claimProblems(mount: Mount, pool: INodePool, place: PodPlace): Generator<Problem> {
  const { source, path, readOnly } = mount;
  if (source.kind !== 'claim' || source.place === undefined) return;
  const claim = { claimName: source.claimName, path, readOnly, place: source.place };
  yield* placeProblems(claim, place);
  yield* readOnlyProblems(claim);
  yield* nodeImageProblems(claim, pool);
}

/** Problems of a claim in another namespace or cluster than the pods. */
function* placeProblems({ claimName, path, place }: MountedClaim, pods: PodPlace): Generator<Problem> {
  const { cluster, namespace } = pods;
  const mounted = `volume "${claimName}" is mounted at ${path}, but it is in`;
  if (place.cluster && !isSameCluster(place.cluster, cluster)) {
    const message = `${mounted} cluster "${place.cluster.clusterName}", and the pods run in "${cluster.clusterName}"`;
    const fix = `make a SharedVolume in a chart for cluster "${cluster.clusterName}"`;
    yield problem('volume-cluster', 'mounts', message, fix);
  } else if (namespace !== undefined && place.namespace !== undefined && place.namespace !== namespace) {
    const message = `${mounted} namespace "${place.namespace}", and the pods run in "${namespace}"`;
    const fix = `make a SharedVolume in a chart of namespace "${namespace}", or move the pods into one of "${place.namespace}"`;
    yield problem('volume-namespace', 'mounts', message, fix);
  }
}

function* readOnlyProblems({ claimName, path, readOnly, place }: MountedClaim): Generator<Problem> {
  if (place.accessMode !== 'ReadOnlyMany' || readOnly) return;
  yield problem(
    'volume-read-only',
    'mounts',
    `volume "${claimName}" is ReadOnlyMany, but it is mounted at ${path} for writing`,
    "mount it with readOnly: true, or set accessMode of the volume to 'ReadWriteMany'",
  );
}

/** The fix for pods on several nodes that mount a volume of one node. */
export const ONE_NODE_FIX =
  "set accessMode of the volume to 'ReadWriteMany', with a source for many nodes such as Filestore, or run the pods on one pool of 1 node";

/** The volumes of one node that pods of a workload mount, by the names of their claims. */
export function volumesOfOneNode(sets: readonly PodSet[]): Map<string, { place: ClaimPlace; sets: Set<PodSet> }> {
  const volumes = new Map<string, { place: ClaimPlace; sets: Set<PodSet> }>();
  for (const set of sets) {
    for (const { source } of set.pod.mounts ?? []) {
      if (source.kind !== 'claim' || source.place?.accessMode !== 'ReadWriteOnce') continue;
      const known = volumes.get(source.claimName) ?? { place: source.place, sets: new Set() };
      volumes.set(source.claimName, { ...known, sets: known.sets.add(set) });
    }
  }
  return volumes;
}

/** Problems of volumes for one node that pods on several nodes mount. */
export function* oneNodeProblems(all: readonly PodSet[]): Generator<Problem> {
  for (const [claimName, { sets }] of volumesOfOneNode(all)) yield* severalNodesProblems(claimName, [...sets]);
}

function* severalNodesProblems(claimName: string, sets: readonly PodSet[]): Generator<Problem> {
  const turn = turnsOf(sets).find((atOnce) => mostNodes(atOnce) > 1);
  if (!turn) return;
  const pods = turn.map((set) => `${allPods(set)} × ${set.name}`).join(' and ');
  const pools = byPool(turn).map(({ pool }) => `"${pool.poolName}"`);
  yield problem(
    'volume-access',
    'mounts',
    `volume "${claimName}" is ReadWriteOnce, so the pods of one node can mount it, but ${pods} may be on ${mostNodes(turn)} nodes of ${pools.length > 1 ? 'pools' : 'pool'} ${pools.join(' and ')}`,
    ONE_NODE_FIX,
  );
}

/** The most nodes that pods can be on at once, as far as the pools' nodes are known. */
export function mostNodes(sets: readonly PodSet[]): number {
  return sumOf(byPool(sets).map((of) => Math.min(sumOf(of.demands.map(allPods)), of.pool.maxNodes ?? 1)));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function* nodeImageProblems({ claimName, place }: MountedClaim, pool: INodePool): Generator<Problem> {
  const module = place.kernelModule;
  if (module === undefined || pool.image?.family !== 'cos') return;
  yield problem(
    'volume-node-image',
    'mounts',
    `volume "${claimName}" is mounted by the kernel's module ${module}, which the nodes of ${poolText(pool)} do not have, as they run Container-Optimized OS`,
    `set image of pool "${pool.poolName}" to NodeImage.UBUNTU`,
  );
}
