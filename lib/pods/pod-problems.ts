import { isSameCluster, type ICluster } from '../core/contracts/cluster';
import type { Architecture } from '../core/hardware/architecture';
import { problem, type Advice, type Problem } from '../core/problems';
import { bucketAdvice, bucketProblems } from './mounts/bucket-problems';
import { containerNameProblems, mainNameProblems } from './containers/container-names';
import { imagePullAdvice } from './containers/image-pull-advice';
import { claimAdvice, nodeFolderAdvice } from './mounts/mount-advice';
import { mountProblems } from './mounts/mount-problems';
import { imageUserAdvice } from './security/image-user';
import type { PodOptions, PodPlace } from './pod-options';
import { podSpecProblems } from './placement/pod-spec-problems';
import type { PodSet } from './pod-set';

/** Problems of the pods of a set in their place, apart from their size. */
export function* podProblems(set: PodSet, place: PodPlace): Generator<Problem> {
  const { pod, bucketUses = [] } = set;
  yield* reservedProblems(set);
  yield* mountProblems(set, place);
  yield* bucketProblems(pod, bucketUses, place.cluster);
  yield* identityProblems(pod, place);
  yield* architectureProblems(set);
  yield* podSpecProblems(set);
}

export function* podAdvice(set: PodSet, cluster: ICluster): Generator<Advice> {
  const { pod, bucketUses = [] } = set;
  yield* imageAdvice(pod);
  yield* imageUserAdvice(pod);
  yield* imagePullAdvice(pod, cluster);
  yield* architectureAdvice(set);
  yield* bucketAdvice(pod, bucketUses, cluster);
  yield* nodeFolderAdvice(pod);
  yield* claimAdvice(set);
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

function* reservedProblems({ pod, containerName, reservedEnv = [] }: PodSet): Generator<Problem> {
  if (containerName !== undefined) {
    yield* mainNameProblems(containerName);
    yield* containerNameProblems(pod, containerName);
  }
  for (const name of Object.keys(pod.env ?? {})) {
    if (!reservedEnv.includes(name)) continue;
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

function* architectureProblems({ name, pod: { architecture }, pool }: PodSet): Generator<Problem> {
  if (architecture === undefined || pool.architecture === undefined || pool.architecture === architecture) return;
  const message = `the image is for ${architecture}, but each ${name} runs on pool "${pool.poolName}", whose nodes are ${pool.architecture}`;
  yield architectureProblem(message, pool.architecture, architecture);
}

/** An image may be for several processors, and most are for amd64 alone. */
function* architectureAdvice({ name, pod: { architecture }, pool }: PodSet): Generator<Advice> {
  if (architecture !== undefined || pool.architecture !== 'arm64') return;
  const message = `each ${name} runs on pool "${pool.poolName}", whose nodes are arm64, and nothing says that its image is for them`;
  yield architectureProblem(message, 'arm64', 'amd64');
}

/** @see https://cloud.google.com/kubernetes-engine/docs/how-to/prepare-arm-workloads-for-deployment */
function architectureProblem(message: string, nodes: Architecture, image: Architecture): Problem {
  const fix = `build the image for ${nodes} and set architecture to '${nodes}', or use a pool of ${image} machines`;
  return problem('architecture', 'architecture', message, fix);
}
