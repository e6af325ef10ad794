import type { TerraformStack } from 'cdktf';
import type { TrainingClusterProps } from '../../lib/infrastructure/cluster/cluster-options';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { all, only, stackOf } from './synthesized';

export function clusterOf(props: Partial<TrainingClusterProps> = {}, stack = stackOf()): TrainingCluster {
  return new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', ...props });
}

export function blockOf(props: Partial<TrainingClusterProps> = {}, stack = stackOf()) {
  clusterOf(props, stack);
  return only(stack, 'google_container_cluster');
}

export const poolNames = (stack: TerraformStack) => all(stack, 'google_container_node_pool').map((pool) => pool.name);
