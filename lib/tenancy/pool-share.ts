import { poolKey, poolText, type INodePool } from '../core/contracts/node-pool';
import { boundsProblems, isStandIn, problem, type Problem } from '../core/problems';
import { needsBy, NOTHING, plus, roomOfNode, type PodNeeds } from '../pods/placement/pod-needs';

/** The part of a pool that a tenant may use. */
export interface PoolShare {
  readonly pool: INodePool;
  /**
   * The number of nodes whose resources the tenant may use. 0.5 is half of one node. The pods may run on any nodes of the
   * pool. Refused: 0 or less, more than the pool grows to, and a part of a node with a fraction of a GPU.
   */
  readonly nodes: number;
}

/** The resources of a share. */
export function amountsIn({ pool, nodes }: PoolShare): PodNeeds {
  const room = roomOfNode(pool) ?? NOTHING;
  return needsBy((resource) => Math.floor(nodes * room[resource]));
}

/** True if the local disk of the nodes is known. */
export function hasDisk({ pool }: PoolShare): boolean {
  return pool.allocatable?.ephemeralStorage !== undefined;
}

/** The resources of shares together. */
export function amountsOfShares(shares: readonly PoolShare[]): PodNeeds {
  return shares.reduce((sum, share) => plus(sum, amountsIn(share)), NOTHING);
}

export function* shareProblems(shares: readonly PoolShare[]): Generator<Problem> {
  const known = shares.filter(({ pool }) => !isStandIn(pool));
  for (const [index, { pool, nodes }] of known.entries()) {
    const isAgain = known.findIndex((each) => poolKey(each.pool) === poolKey(pool)) < index;
    const once = 'name it once, with all its nodes';
    if (isAgain) yield problem('tenant-share', 'share', `${poolText(pool)} is named twice`, once);
    yield* boundsProblems('tenant-share', { nodes }, { least: 0.01, most: pool.maxNodes, fractions: true });
    const room = roomOfNode(pool);
    const unknown = `the resources of a node of ${poolText(pool)} are not known, and no quota follows from them`;
    if (!room) yield problem('tenant-share', 'share', unknown, 'give the pool its machineType');
    const gpus = nodes * (room?.gpus ?? 0);
    if (!(gpus % 1)) continue;
    const message = `${nodes} nodes of ${poolText(pool)} have ${gpus} GPUs, but a quota counts whole ones`;
    yield problem('tenant-share', 'nodes', message, `use ${Math.ceil(gpus) / (room?.gpus ?? 1)}`);
  }
}
