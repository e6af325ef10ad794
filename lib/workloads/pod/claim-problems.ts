import { isSameCluster } from '../../core/contracts/cluster';
import { poolText } from '../../core/contracts/node-pool';
import { problem, type Problem } from '../../core/problems/problem';
import type { ClaimPlace } from './claim-place';
import type { Mount } from './mount';
import type { PodPlace } from './pod-options';
import { byPool, turnsOf, type PodDemand } from './pool-demand';

/** A mounted claim whose place is known. */
interface MountedClaim {
  readonly claimName: string;
  readonly path: string;
  readonly readOnly: boolean;
  readonly place: ClaimPlace;
}

/** Problems of a mounted claim. The pods would wait for it without end. */
export function* claimProblems(mount: Mount, demands: readonly PodDemand[], place: PodPlace): Generator<Problem> {
  const { source, path, readOnly } = mount;
  if (source.kind !== 'claim' || source.place === undefined) return;
  const claim = { claimName: source.claimName, path, readOnly, place: source.place };
  yield* placeProblems(claim, place);
  yield* readOnlyProblems(claim);
  yield* oneNodeProblems(claim, demands);
  yield* nodeImageProblems(claim, demands);
}

/** A claim in another place than the pods. */
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

/** What to do about pods on several nodes with a volume for one. */
export const ONE_NODE_FIX =
  "set accessMode of the volume to 'ReadWriteMany', with a source for many nodes such as Filestore, or run the pods on one pool of 1 node";

/** A volume for one node that pods on several nodes mount. */
function* oneNodeProblems({ claimName, place }: MountedClaim, demands: readonly PodDemand[]): Generator<Problem> {
  if (place.accessMode !== 'ReadWriteOnce') return;
  const turn = turnsOf(demands).find((atOnce) => mostNodes(atOnce) > 1);
  if (!turn) return;
  const pods = turn.map((demand) => `${podsOf(demand)} × ${demand.name}`).join(' and ');
  const pools = byPool(turn).map(({ pool }) => `"${pool.poolName}"`);
  yield problem(
    'volume-access',
    'mounts',
    `volume "${claimName}" is ReadWriteOnce, so the pods of one node can mount it, but ${pods} may be on ${mostNodes(turn)} nodes of ${pools.length > 1 ? 'pools' : 'pool'} ${pools.join(' and ')}`,
    ONE_NODE_FIX,
  );
}

/** The most nodes that pods can be on at once, as far as the pools' nodes are known. */
export function mostNodes(demands: readonly PodDemand[]): number {
  return sumOf(byPool(demands).map((of) => Math.min(sumOf(of.demands.map(podsOf)), of.pool.maxNodes ?? 1)));
}

/** The pods of a demand, with those of all copies. */
export function podsOf({ replicas, copies = 1 }: PodDemand): number {
  return replicas * copies;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function* nodeImageProblems({ claimName, place }: MountedClaim, demands: readonly PodDemand[]): Generator<Problem> {
  const module = place.kernelModule;
  if (module === undefined) return;
  for (const { pool } of byPool(demands)) {
    if (pool.image?.family !== 'cos') continue;
    yield problem(
      'volume-node-image',
      'mounts',
      `volume "${claimName}" is mounted by the kernel's module ${module}, which the nodes of ${poolText(pool)} do not have, as they run Container-Optimized OS`,
      `set image of pool "${pool.poolName}" to NodeImage.UBUNTU`,
    );
  }
}
