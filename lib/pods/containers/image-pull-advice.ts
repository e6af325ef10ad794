import { Construct } from 'constructs';
import type { ICluster } from '../../core/contracts/cluster';
import { repositoryOf } from '../../core/contracts/image-repositories';
import { problem, type Advice } from '../../core/problems';
import type { PodOptions } from '../pod-options';

/**
 * Advice about images in repositories of the program on which it grants the nodes nothing. Other repositories, and rights on their projects, are
 * not known.
 *
 * @see https://cloud.google.com/artifact-registry/docs/integrate-gke
 */
export function* imagePullAdvice(pod: PodOptions, cluster: ICluster): Generator<Advice> {
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
      `image "${image}" is in project ${repository.project}, where the nodes of cluster "${clusterName}" (${account}) have no grant to pull`,
      'call grantPull(cluster.nodeServiceAccountEmail) of the ImageRepository, or acknowledge this if the nodes may read the project',
    );
  }
}
