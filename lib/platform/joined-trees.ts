import { joinPools } from '../workloads/pod/shared-pools';
import { joinExports } from '../workloads/training/model-export';
import type { Deployment } from './deployment';

/** Lets checks see what the deployments of a program share: pools of machines, and folders of models. */
export function joinTrees(deployments: readonly Deployment[]): void {
  const trees = deployments.map(({ kubernetes }) => kubernetes);
  joinPools(trees);
  joinExports(trees);
}
