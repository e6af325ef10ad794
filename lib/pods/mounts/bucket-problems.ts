import type { ICluster } from '../../core/contracts/cluster';
import { isSameIdentity, type IWorkloadIdentity } from '../../core/contracts/identity';
import { problem, type Advice, type Problem } from '../../core/problems';
import { mountedBuckets, type BucketUse } from './bucket-uses';
import type { PodOptions } from '../pod-options';

/** Problems of buckets that pods use, mounted or not. @param uses the buckets beside the mounts */
export function* bucketProblems(
  { mounts = [], identity }: PodOptions,
  uses: readonly BucketUse[],
  { features, clusterName }: ICluster,
): Generator<Problem> {
  const mounted = mountedBuckets(mounts);
  const [first] = mounted;
  if (first && features && !features.has('gcsFuse')) {
    const message = `${first.text}, but cluster "${clusterName}" has no Cloud Storage FUSE driver`;
    const fix = 'run it on a GKE cluster with that driver, or mount a SharedVolume here';
    yield problem('bucket-feature', 'mounts', message, fix);
    return;
  }
  const all = [...mounted, ...uses];
  if (identity) {
    for (const use of all) yield* accessProblems(use, identity, mounted.includes(use));
    return;
  }
  const closed = all.find(({ bucket }) => features !== undefined && bucket.grants !== undefined);
  if (!closed) return;
  const message = `${closed.text}, but the pods have no identity with access to it`;
  const fix = 'set identity to a WorkloadIdentity that the bucket grants access to';
  yield problem('bucket-identity', 'identity', message, fix);
}

function* accessProblems(
  { bucket, readOnly, text }: BucketUse,
  identity: IWorkloadIdentity,
  isMounted: boolean,
): Generator<Problem> {
  const granted = bucket.grants?.filter((grant) => isSameIdentity(grant.identity, identity));
  if (!granted || granted.some(({ access }) => readOnly || access === 'readWrite')) return;
  const has = granted.length > 0 ? 'may only read it' : 'has no grant on it';
  const call = `call ${readOnly ? 'grantRead' : 'grantReadWrite'} of the bucket with this identity`;
  yield problem(
    'bucket-access',
    'mounts',
    `${text}${isMounted && !readOnly ? ' for writing' : ''}, but ${identity.email} ${has}`,
    `${call}${isMounted && granted.length > 0 ? ', or mount it with readOnly: true' : ''}`,
  );
}

/**
 * Advice about pods that use a bucket without an identity. The bucket may be public, or grant access to their
 * Kubernetes service account.
 */
export function* bucketAdvice(
  { mounts = [], identity }: PodOptions,
  uses: readonly BucketUse[],
  { features, clusterName }: ICluster,
): Generator<Advice> {
  const mounted = features?.has('gcsFuse') === false ? [] : mountedBuckets(mounts);
  if (identity) return;
  const open = [...mounted, ...uses].find(({ bucket }) => features === undefined || bucket.grants === undefined);
  if (!open) return;
  const unknown =
    open.bucket.grants === undefined
      ? 'its grants are not known'
      : `the features of cluster "${clusterName}" are not known`;
  yield problem(
    'bucket-identity-unknown',
    'identity',
    `${open.text}, but the pods have no identity, and ${unknown}`,
    'set identity to a WorkloadIdentity with rights on the bucket, or acknowledge this if the pods have access without one',
  );
}
