import { ContainerNodePool } from '@cdktf/provider-google/lib/container-node-pool';
import type { Construct } from 'constructs';
import { advise } from '../../core/check';
import { refuse } from '../../core/problem';
import { poolAdvice } from './advice';
import { factsOf } from './facts';
import { registerName } from './pool-names';
import type { NodePoolProps } from './pool-options';
import { poolProblems } from './problems';
import { resolvePool } from './resolve-pool';
import type { PoolFacts, ResolvedGpu } from './resolved-pool';
import { toTerraform } from './terraform';

/** Checks the options of a pool of either kind, makes its Terraform resource, and tells its facts. */
export function definePool(scope: Construct, props: NodePoolProps, gpu?: ResolvedGpu): PoolFacts {
  const pool = resolvePool(scope, props, gpu);
  refuse(scope, poolProblems(pool));
  advise(scope, ...poolAdvice(pool));
  registerName(scope, pool);
  new ContainerNodePool(scope, 'Resource', toTerraform(pool));
  return factsOf(pool);
}
