import type { Advice } from '../../core/problems/check';
import { isSameCluster, type ICluster } from '../../core/contracts/cluster';
import type { Problem } from '../../core/problems/problem';
import { bucketAdvice, mountProblems } from './mount-problems';
import { initContainerName } from './pod-forms';
import type { PodOptions, PodPlace } from './pod-options';
import type { PodDemand } from './pool-demand';

/** What is set for the user, and cannot be used again. */
export interface ReservedNames {
  readonly env: readonly string[];
  /** The main container. @default - not known, not checked */
  readonly containerName?: string;
}

/** What is wrong with the pods of a workload where they are to run, apart from their size. */
export function podProblems(
  pod: PodOptions,
  demands: readonly PodDemand[],
  place: PodPlace,
  reserved: ReservedNames,
): Problem[] {
  return [
    ...reservedProblems(pod, reserved),
    ...mountProblems(pod, demands, place),
    ...identityProblems(pod, place),
    ...architectureProblems(pod, demands),
  ];
}

/** What is valid but unwise. */
export function podAdvice(pod: PodOptions, cluster: ICluster): Advice[] {
  return [...imageAdvice(pod), ...bucketAdvice(pod, cluster)];
}

function imageAdvice(pod: PodOptions): Advice[] {
  const images = [pod.image, ...(pod.initContainers ?? []).flatMap(({ image }) => image ?? [])];
  return [...new Set(images)]
    .filter((image) => !image.includes('@') && /^[^:]*$|:latest$/.test(image.slice(image.lastIndexOf('/') + 1)))
    .map((image) => ({
      code: 'image-tag',
      property: 'image',
      message: `image "${image}" may be another one whenever a pod starts, so the tasks of one job can differ`,
      fix: `give it a tag other than latest, such as "${image.replace(/:latest$/, '')}:1", or a digest`,
    }));
}

function reservedProblems({ env = {}, initContainers = [] }: PodOptions, reserved: ReservedNames): Problem[] {
  return [
    ...initContainers
      .filter(({ name }) => name === reserved.containerName)
      .map(({ name }) => initContainerName(name, 'is that of the main container', 'give the init container another')),
    ...Object.keys(env)
      .filter((name) => reserved.env.includes(name))
      .map((name) => ({
        code: 'reserved-env',
        property: 'env',
        message: `environment variable ${name} is set by hand, but it tells the tasks of each other and is set for every task`,
        fix: `leave ${name} out`,
      })),
  ];
}

function identityProblems({ identity }: PodOptions, { cluster, namespace }: PodPlace): Problem[] {
  if (!identity) return [];
  const { email } = identity;
  return [
    ...(cluster.features && !cluster.features.has('workloadIdentity')
      ? [
          {
            code: 'identity-feature',
            property: 'identity',
            message: `the pods are to act as ${email}, but cluster "${cluster.clusterName}" has no Workload Identity`,
            fix: 'leave identity out, or run it on a GKE cluster with Workload Identity',
          },
        ]
      : []),
    ...(identity.cluster && !isSameCluster(identity.cluster, cluster)
      ? [
          {
            code: 'identity-cluster',
            property: 'identity',
            message: `identity ${email} is for pods of cluster "${identity.cluster.clusterName}", but these run in "${cluster.clusterName}"`,
            fix: `make a WorkloadIdentity for cluster "${cluster.clusterName}"`,
          },
        ]
      : []),
    ...(namespace !== undefined && identity.namespace !== namespace
      ? [
          {
            code: 'identity-namespace',
            property: 'identity',
            message: `identity ${email} is for pods of namespace "${identity.namespace}", but these run in "${namespace}"`,
            fix: `make the WorkloadIdentity for namespace "${namespace}", or the chart for "${identity.namespace}"`,
          },
        ]
      : []),
  ];
}

function architectureProblems({ architecture = 'amd64' }: PodOptions, demands: readonly PodDemand[]): Problem[] {
  return demands.flatMap(({ name, pool }) =>
    pool.architecture === undefined || pool.architecture === architecture
      ? []
      : [
          {
            code: 'architecture',
            property: 'architecture',
            message: `the image is for ${architecture}, but each ${name} runs on pool "${pool.poolName}", whose nodes are ${pool.architecture}`,
            fix: `build the image for ${pool.architecture} and set architecture to '${pool.architecture}', or use a pool of ${architecture} machines`,
          },
        ],
  );
}
