import { isSameCluster, type ICluster } from '../../core/contracts/cluster';
import type { Advice } from '../../core/problems/check';
import { problem, type Problem } from '../../core/problems/problem';
import { bucketAdvice, bucketProblems } from './bucket-problems';
import type { BucketUse } from './bucket-uses';
import { containerNameProblems, mainNameProblems } from './container-names';
import { imagePullProblems } from './image-pull-problems';
import { nodeFolderAdvice } from './mount-advice';
import { mountProblems } from './mount-problems';
import type { PodOptions, PodPlace } from './pod-options';
import { podSpecProblems } from './pod-spec-problems';
import type { PodDemand } from './pool-demand';
import { poolPartProblems } from './pool-part-problems';

/** Names that are already taken in a pod. */
export interface ReservedNames {
  readonly env: readonly string[];
  /** The name of the main container. @default - not known, not checked */
  readonly containerName?: string;
}

/** Problems of a workload's pods in their place, apart from their size. */
export function* podProblems(
  pod: PodOptions,
  demands: readonly PodDemand[],
  place: PodPlace,
  reserved: ReservedNames,
  uses: readonly BucketUse[] = [],
): Generator<Problem> {
  yield* reservedProblems(pod, reserved);
  yield* mountProblems(pod, demands, place);
  yield* bucketProblems(pod, uses, place.cluster);
  yield* imagePullProblems(pod, place.cluster);
  yield* identityProblems(pod, place);
  yield* architectureProblems(pod, demands);
  yield* podSpecProblems(pod, demands);
  yield* poolPartProblems(pod, demands);
}

/** Advice about a workload's pods. */
export function* podAdvice(pod: PodOptions, cluster: ICluster, uses: readonly BucketUse[] = []): Generator<Advice> {
  yield* imageAdvice(pod);
  yield* bucketAdvice(pod, uses, cluster);
  yield* nodeFolderAdvice(pod);
}

function* imageAdvice({ image: main, initContainers = [] }: PodOptions): Generator<Advice> {
  for (const image of new Set([main, ...initContainers.flatMap((container) => container.image ?? [])])) {
    if (image.includes('@') || !/^[^:]*$|:latest$/.test(image.slice(image.lastIndexOf('/') + 1))) continue;
    yield problem(
      'image-tag',
      'image',
      `image "${image}" can change between two starts of pods, so the tasks of one job can run different images`,
      `give it a tag other than latest, such as "${image.replace(/:latest$/, '')}:1", or a digest`,
    );
  }
}

function* reservedProblems(pod: PodOptions, { env, containerName }: ReservedNames): Generator<Problem> {
  if (containerName !== undefined) {
    yield* mainNameProblems(containerName);
    yield* containerNameProblems(pod, containerName);
  }
  for (const name of Object.keys(pod.env ?? {})) {
    if (!env.includes(name)) continue;
    const message = `environment variable ${name} is set by hand, but the job sets it for every task`;
    yield problem('reserved-env', 'env', message, `leave ${name} out`);
  }
}

function* identityProblems({ identity }: PodOptions, { cluster, namespace }: PodPlace): Generator<Problem> {
  if (!identity) return;
  const { email } = identity;
  const { clusterName } = cluster;
  if (cluster.features && !cluster.features.has('workloadIdentity')) {
    yield problem(
      'identity-feature',
      'identity',
      `the pods act as ${email}, but cluster "${clusterName}" has no Workload Identity`,
      'leave identity out, or run it on a GKE cluster with Workload Identity',
    );
  }
  if (identity.cluster && !isSameCluster(identity.cluster, cluster)) {
    yield problem(
      'identity-cluster',
      'identity',
      `identity ${email} is for pods of cluster "${identity.cluster.clusterName}", but these run in "${clusterName}"`,
      `make a WorkloadIdentity for cluster "${clusterName}"`,
    );
  }
  if (namespace !== undefined && identity.namespace !== namespace) {
    yield problem(
      'identity-namespace',
      'identity',
      `identity ${email} is for pods of namespace "${identity.namespace}", but these run in "${namespace}"`,
      `make the WorkloadIdentity for namespace "${namespace}", or the chart for "${identity.namespace}"`,
    );
  }
}

function* architectureProblems(
  { architecture = 'amd64' }: PodOptions,
  demands: readonly PodDemand[],
): Generator<Problem> {
  for (const { name, pool } of demands) {
    if (pool.architecture === undefined || pool.architecture === architecture) continue;
    yield problem(
      'architecture',
      'architecture',
      `the image is for ${architecture}, but each ${name} runs on pool "${pool.poolName}", whose nodes are ${pool.architecture}`,
      `build the image for ${pool.architecture} and set architecture to '${pool.architecture}', or use a pool of ${architecture} machines`,
    );
  }
}
