import type { Construct } from 'constructs';
import { adviseAtSynth, isStandIn, refuseValues, standIn } from '../../core/problems';
import { withoutCreationStacks } from '../creation-stacks';
import { guideKey } from '../encryption-key';
import { streamingNeeds } from './image-streaming';
import { poolAdvice } from './pool-advice';
import { makeGenerations } from './generations';
import { factsOf } from './pool-facts';
import { asOverridden, extraNetworks } from './overridden-pool';
import type { PoolHost } from './pool-host';
import { takePoolName } from './pool-names';
import type { NodePoolProps } from './pool-options';
import { poolProblems } from './pool-problems';
import { resolvePool } from './resolve-pool';
import type { PoolFacts, ResolvedGpu } from './resolved-pool';
import { toTerraform } from './pool-resource';

/** Checks a pool's options, makes its Terraform resource, and returns its facts. */
export function definePool(scope: Construct, props: NodePoolProps, gpu?: ResolvedGpu): PoolFacts {
  if (isStandIn(props.cluster)) return standIn();
  const pool = resolvePool(scope, props, gpu);
  if (isStandIn(pool.machine)) return standIn();
  refuseValues(scope, poolProblems(pool));
  const facts = factsOf(pool);
  adviseAtSynth(scope, () => poolAdvice(asOverridden(scope, pool), facts, extraNetworks(scope)));
  takePoolName(scope, pool);
  if (pool.project !== undefined)
    guideKey(scope, 'disks', { key: props.bootDisk?.encryptionKey, project: pool.project });
  withoutCreationStacks(() => {
    makeGenerations(scope, pool, toTerraform(scope, pool, streamingNeeds(scope, pool)));
  });
  const host: PoolHost = pool.cluster;
  host.poolMade?.(scope, facts);
  return facts;
}
