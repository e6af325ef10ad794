import { TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { freeId, problem, type Problem } from '../../core/problems';
import type { GpuNodePool } from '../gpu-node-pool';
import type { NodePool } from '../node-pool';

/** True if a construct is a pool, also one of another copy of the library. */
export function isPool(construct: IConstruct): construct is NodePool | GpuNodePool {
  return 'poolName' in construct && resourceOf(construct)?.terraformResourceType === 'google_container_node_pool';
}

/** The main Terraform resource of a construct of this library. */
export function resourceOf(construct: IConstruct): TerraformResource | undefined {
  const child = construct.node.defaultChild;
  return TerraformResource.isTerraformResource(child) ? child : undefined;
}

interface ClusterWithPools extends IConstruct {
  readonly clusterName: string;
}

/** Problems of the id of a pool below its cluster. @param automatic the automatic system pool, if there is one */
export function* poolIdProblems(cluster: ClusterWithPools, id: string, automatic?: IConstruct): Generator<Problem> {
  if (automatic?.node.id === id) {
    yield problem(
      'system-pool-id',
      `the pool id "${id}" is taken by the cluster's own system pool`,
      'use another id, or size that pool with systemPool: SystemPool.of(...)',
    );
  } else if (cluster.node.tryFindChild(id)) {
    const message = `cluster "${cluster.clusterName}" already has a child with the id "${id}"`;
    yield problem('id-taken', message, `give this pool another id, such as "${freeId(cluster, id)}"`);
  }
}
