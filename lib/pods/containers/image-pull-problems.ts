import { Construct } from 'constructs';
import type { ICluster } from '../../core/contracts/cluster';
import { repositoryOf } from '../../core/contracts/image-repositories';
import { problem, type Problem } from '../../core/problems';
import type { PodOptions } from '../pod-options';

/** Problems of images in repositories of the program that the nodes may not pull from. Other repositories are not known. */
export function* imagePullProblems(pod: PodOptions, cluster: ICluster): Generator<Problem> {
  const { image: main, initContainers = [], sidecars = [], imagePullSecrets = [] } = pod;
  const { project, nodeServiceAccountEmail: account, clusterName } = cluster;
  if (!Construct.isConstruct(cluster) || project === undefined || account === undefined) return;
  if (imagePullSecrets.length > 0) return;
  for (const image of new Set([main, ...[...initContainers, ...sidecars].flatMap((each) => each.image ?? [])])) {
    const repository = repositoryOf(cluster, image);
    if (!repository || repository.project === project || repository.pullers.includes(account)) continue;
    yield problem(
      'image-pull',
      'image',
      `image "${image}" is in project ${repository.project}, where the nodes of cluster "${clusterName}" (${account}) may not pull`,
      'call grantPull(cluster.nodeServiceAccountEmail) of the ImageRepository',
    );
  }
}
