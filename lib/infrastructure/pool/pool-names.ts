import type { IConstruct } from 'constructs';
import { isSameCluster } from '../../core/cluster';
import { checkAtSynth } from '../../core/check';
import type { ResolvedPool } from './resolved-pool';

interface NamedPool {
  readonly construct: IConstruct;
  readonly pool: ResolvedPool;
}

const poolsOf = new WeakMap<IConstruct, Map<string, NamedPool[]>>();

/** Two pools of one cluster cannot have one name: the second is a problem at synthesis. */
export function registerName(construct: IConstruct, pool: ResolvedPool): void {
  const { root } = construct.node;
  const byName = poolsOf.get(root) ?? new Map<string, NamedPool[]>();
  poolsOf.set(root, byName);
  const before = byName.get(pool.poolName) ?? [];
  byName.set(pool.poolName, [...before, { construct, pool }]);
  checkAtSynth(construct, () =>
    before
      .filter(({ construct: other }) => other.node.scope?.node.tryFindChild(other.node.id) === other)
      .filter((other) => isSameCluster(other.pool.cluster, pool.cluster))
      .slice(0, 1)
      .map((other) => ({
        code: 'pool-name-taken',
        property: 'poolName',
        message: `"${pool.poolName}" is the name of ${other.construct.node.path} in cluster "${pool.cluster.clusterName}" already`,
        fix: 'give one of the two another poolName',
      })),
  );
}
