import { TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { problem, type Problem } from '../../core/problems/problem';
import { text } from '../../core/problems/rules';
import type { GpuNodePool } from '../gpu-node-pool';
import type { NodePool } from '../node-pool';

/** The pools of a program, of all clusters. */
export function poolsBelow(root: IConstruct): (NodePool | GpuNodePool)[] {
  return root.node.findAll().filter((construct) => isPool(construct));
}

/** Pools of another copy of the library count too. */
function isPool(construct: IConstruct): construct is NodePool | GpuNodePool {
  return 'poolName' in construct && resourceOf(construct)?.terraformResourceType === 'google_container_node_pool';
}

/** The Terraform resource that a construct of this library stands for. */
export function resourceOf(construct: IConstruct): TerraformResource | undefined {
  const child = construct.node.tryFindChild('Resource');
  return TerraformResource.isTerraformResource(child) ? child : undefined;
}

export const POOL_ID = text('give the pool an id, such as "workers", which names it too');

interface ClusterWithPools extends IConstruct {
  readonly clusterName: string;
}

/** What is wrong with the id of a pool below its cluster. @param standIn the automatic system pool, while it is there */
export function* poolIdProblems(cluster: ClusterWithPools, id: string, standIn?: IConstruct): Generator<Problem> {
  if (id === '') {
    yield problem('missing', 'id', 'the id of the pool is ""', POOL_ID.fix);
  } else if (standIn?.node.id === id) {
    yield problem(
      'system-pool-id',
      `the pool id "${id}" is taken by the cluster's own system pool`,
      'use another id, or size that pool with systemPool: SystemPool.of(...)',
    );
  } else if (cluster.node.tryFindChild(id)) {
    const message = `cluster "${cluster.clusterName}" has something with the id "${id}" already`;
    yield problem('id-taken', message, `give this pool another id, such as "${id}-2"`);
  }
}
