import { isSameCluster, type ICluster } from '../../core/contracts/cluster';
import { isSameIdentity, type IWorkloadIdentity } from '../../core/contracts/identity';
import type { INodePool } from '../../core/contracts/node-pool';
import { problem, type Problem } from '../../core/problems/problem';
import { bucketMounts, type BucketMount } from './bucket-mounts';
import type { Mount } from './mount';
import type { PodOptions, PodPlace } from './pod-options';
import type { PodDemand } from './pool-demand';
import { mebibytes, memoryText } from './quantity';
import { memoryMounts } from './resources';

/** Problems of the mounts of pods. */
export function* mountProblems(pod: PodOptions, demands: readonly PodDemand[], place: PodPlace): Generator<Problem> {
  const { mounts = [] } = pod;
  yield* pathProblems(mounts);
  yield* memoryProblems(memoryMounts(mounts), demands);
  for (const mount of mounts) yield* claimProblems(mount, place);
  yield* bucketProblems(pod, place.cluster);
}

function* pathProblems(mounts: readonly Mount[]): Generator<Problem> {
  const paths = mounts.map(({ path }) => path);
  for (const path of new Set(paths)) {
    const count = paths.filter((other) => other === path).length;
    if (count > 1)
      yield problem('mount-path', 'mounts', `${count} mounts are at ${path}`, 'give each a path of its own');
  }
}

function* memoryProblems(inMemory: number, demands: readonly PodDemand[]): Generator<Problem> {
  for (const { name, resolved, pool } of demands) {
    if (inMemory === 0 || inMemory < mebibytes(resolved.memory)) continue;
    const has = `the ${memoryText(resolved.memory)} of memory of each ${name}, and leave it nothing`;
    const message = `memory mounts of ${inMemory} MiB count towards ${has}`;
    yield problem('mount-memory', 'mounts', message, roomFor(inMemory, pool));
  }
}

/** Twice the mounts, if a node has that much. */
function roomFor(inMemory: number, { allocatable, poolName }: INodePool): string {
  const wanted = Math.ceil(inMemory * 2);
  return allocatable && mebibytes(allocatable.memory) < wanted
    ? `mount less, or use a pool with larger machines than those of "${poolName}"`
    : `raise memory to Size.mebibytes(${wanted}), or mount less`;
}

/** Problems of a claim in another place than the pods: they would wait for it without end. */
function* claimProblems({ source, path }: Mount, { cluster, namespace }: PodPlace): Generator<Problem> {
  if (source.kind !== 'claim' || source.place === undefined) return;
  const { claimName, place } = source;
  const mounted = `volume "${claimName}" is mounted at ${path}, but it is in`;
  if (place.cluster && !isSameCluster(place.cluster, cluster)) {
    const message = `${mounted} cluster "${place.cluster.clusterName}", and the pods run in "${cluster.clusterName}"`;
    const fix = `make a SharedVolume in a chart for cluster "${cluster.clusterName}"`;
    yield problem('volume-cluster', 'mounts', message, fix);
  } else if (namespace !== undefined && place.namespace !== undefined && place.namespace !== namespace) {
    const message = `${mounted} namespace "${place.namespace}", and the pods run in "${namespace}"`;
    const fix = `make a SharedVolume in a chart of namespace "${namespace}", or move the job into one of "${place.namespace}"`;
    yield problem('volume-namespace', 'mounts', message, fix);
  }
}

function* bucketProblems({ mounts = [], identity }: PodOptions, cluster: ICluster): Generator<Problem> {
  const buckets = bucketMounts(mounts);
  const { features, clusterName } = cluster;
  const [first] = buckets;
  if (first && features && !features.has('gcsFuse')) {
    const message = `${mountedAt(first)}, but cluster "${clusterName}" has no Cloud Storage FUSE driver`;
    const fix = 'run it on a GKE cluster with that driver, or mount a SharedVolume here';
    yield problem('bucket-feature', 'mounts', message, fix);
    return;
  }
  if (identity) {
    for (const mount of buckets) yield* accessProblems(mount, identity);
    return;
  }
  const closed = buckets.find(({ bucket }) => features !== undefined && bucket.grants !== undefined);
  if (!closed) return;
  const message = `${mountedAt(closed)}, but the pods have no identity with access to it`;
  const fix = 'set identity to a WorkloadIdentity that the bucket grants access to';
  yield problem('bucket-identity', 'identity', message, fix);
}

function* accessProblems(mount: BucketMount, identity: IWorkloadIdentity): Generator<Problem> {
  const { bucket, readOnly } = mount;
  const granted = bucket.grants?.filter((grant) => isSameIdentity(grant.identity, identity));
  if (!granted || granted.some(({ access }) => readOnly || access === 'readWrite')) return;
  const has = granted.length > 0 ? 'may only read it' : 'has no grant on it';
  const call = `call ${readOnly ? 'grantRead' : 'grantReadWrite'} of the bucket with this identity`;
  yield problem(
    'bucket-access',
    'mounts',
    `${mountedAt(mount)}${readOnly ? '' : ' for writing'}, but ${identity.email} ${has}`,
    `${call}${granted.length > 0 ? ', or mount it with readOnly: true' : ''}`,
  );
}

function mountedAt({ bucket, path }: BucketMount): string {
  return `bucket "${bucket.bucketName}" is mounted at ${path}`;
}
