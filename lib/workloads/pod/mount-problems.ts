import type { Advice } from '../../core/problems/check';
import { isSameCluster, type ICluster } from '../../core/contracts/cluster';
import { isSameIdentity } from '../../core/contracts/identity';
import type { INodePool } from '../../core/contracts/node-pool';
import type { Problem } from '../../core/problems/problem';
import type { Mount } from './mount';
import type { PodOptions, PodPlace } from './pod-options';
import type { PodDemand } from './pool-demand';
import { mebibytes, memoryText } from './quantity';
import { memoryMounts } from './resources';

/** What is wrong with what pods mount. */
export function mountProblems(pod: PodOptions, demands: readonly PodDemand[], place: PodPlace): Problem[] {
  return [...pathProblems(pod, demands), ...claimProblems(pod, place), ...bucketProblems(pod, place.cluster)];
}

function pathProblems({ mounts = [] }: PodOptions, demands: readonly PodDemand[]): Problem[] {
  const paths = mounts.map(({ path }) => path);
  const twice = paths.filter((path, index) => paths.indexOf(path) !== index);
  const inMemory = memoryMounts(mounts);
  return [
    ...[...new Set(twice)].map((path) => ({
      code: 'mount-path',
      property: 'mounts',
      message: `${paths.filter((other) => other === path).length} mounts are at ${path}`,
      fix: 'give each a path of its own',
    })),
    ...demands
      .filter(({ resolved }) => inMemory > 0 && inMemory >= mebibytes(resolved.memory))
      .map(({ name, resolved, pool }) => ({
        code: 'mount-memory',
        property: 'mounts',
        message: `memory mounts of ${inMemory} MiB count to the ${memoryText(resolved.memory)} of memory that each ${name} has, and leave it nothing`,
        fix: roomFor(inMemory, pool),
      })),
  ];
}

/** Twice the mounts, if a node has that much. */
function roomFor(inMemory: number, { allocatable, poolName }: INodePool): string {
  const wanted = Math.ceil(inMemory * 2);
  return allocatable && mebibytes(allocatable.memory) < wanted
    ? `mount less, or use a pool with larger machines than those of "${poolName}"`
    : `raise memory to Size.mebibytes(${wanted}), or mount less`;
}

/** A claim is found only by pods of its own namespace: others wait for ever. */
function claimProblems({ mounts = [] }: PodOptions, { cluster, namespace }: PodPlace): Problem[] {
  return mounts.flatMap(({ source, path }) => {
    if (source.kind !== 'claim' || source.place === undefined) return [];
    const { claimName, place } = source;
    const mounted = `volume "${claimName}" is mounted at ${path}, but it is in`;
    if (place.cluster && !isSameCluster(place.cluster, cluster)) {
      return [
        {
          code: 'volume-cluster',
          property: 'mounts',
          message: `${mounted} cluster "${place.cluster.clusterName}", and the pods run in "${cluster.clusterName}"`,
          fix: `make a SharedVolume in a chart for cluster "${cluster.clusterName}"`,
        },
      ];
    }
    if (namespace === undefined || place.namespace === undefined || place.namespace === namespace) return [];
    return [
      {
        code: 'volume-namespace',
        property: 'mounts',
        message: `${mounted} namespace "${place.namespace}", and the pods run in "${namespace}"`,
        fix: `make a SharedVolume in a chart of namespace "${namespace}", or move the job into one of "${place.namespace}"`,
      },
    ];
  });
}

function bucketProblems({ mounts = [], identity }: PodOptions, cluster: ICluster): Problem[] {
  const buckets = bucketMounts(mounts);
  const [first] = buckets;
  if (!first) return [];
  if (cluster.features && !cluster.features.has('gcsFuse')) {
    return [
      {
        code: 'bucket-feature',
        property: 'mounts',
        message: `bucket "${first.bucket.bucketName}" is mounted at ${first.path}, but cluster "${cluster.clusterName}" has no Cloud Storage FUSE driver`,
        fix: 'run it on a GKE cluster with that driver, or mount a SharedVolume here',
      },
    ];
  }
  if (!identity) {
    const closed = buckets.find(({ bucket }) => cluster.features !== undefined && bucket.grants !== undefined);
    if (!closed) return [];
    return [
      {
        code: 'bucket-identity',
        property: 'identity',
        message: `bucket "${closed.bucket.bucketName}" is mounted at ${closed.path}, but the pods have no identity that could be let in`,
        fix: 'set identity to a WorkloadIdentity that the bucket grants access to',
      },
    ];
  }
  return buckets.flatMap(({ bucket, readOnly, path }) => {
    const granted = bucket.grants?.filter((grant) => isSameIdentity(grant.identity, identity));
    if (!granted || granted.some(({ access }) => readOnly || access === 'readWrite')) return [];
    const wanted = readOnly ? 'grantRead' : 'grantReadWrite';
    const has = granted.length > 0 ? 'may only read it' : 'has no grant on it';
    return [
      {
        code: 'bucket-access',
        property: 'mounts',
        message: `bucket "${bucket.bucketName}" is mounted at ${path}${readOnly ? '' : ' for writing'}, but ${identity.email} ${has}`,
        fix: `call ${wanted} of the bucket with this identity${granted.length > 0 ? ', or mount it with readOnly: true' : ''}`,
      },
    ];
  });
}

/** Others may have made the bucket public, or have let the pods in by their Kubernetes service account. */
export function bucketAdvice({ mounts = [], identity }: PodOptions, { features, clusterName }: ICluster): Advice[] {
  if (identity || features?.has('gcsFuse') === false) return [];
  const open = bucketMounts(mounts).find(({ bucket }) => features === undefined || bucket.grants === undefined);
  if (!open) return [];
  const { bucketName, grants } = open.bucket;
  const unknown = grants === undefined ? 'whom it lets in' : `what cluster "${clusterName}" lets pods act as`;
  return [
    {
      code: 'bucket-identity-unknown',
      property: 'identity',
      message: `bucket "${bucketName}" is mounted at ${open.path}, but the pods have no identity, and it is not known ${unknown}`,
      fix: 'set identity to a WorkloadIdentity with rights on the bucket, or acknowledge this if the bucket lets the pods in without one',
    },
  ];
}

function bucketMounts(mounts: readonly Mount[]) {
  return mounts.flatMap(({ source, readOnly, path }) =>
    source.kind === 'bucket' ? [{ bucket: source.bucket, readOnly, path }] : [],
  );
}
