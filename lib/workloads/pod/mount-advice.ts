import type { ICluster } from '../../core/contracts/cluster';
import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import { bucketMounts } from './bucket-mounts';
import type { PodOptions } from './pod-options';

/**
 * Pods without an identity that mount a bucket: somebody else may have made it public, or let the pods in by their
 * Kubernetes service account.
 */
export function* bucketAdvice(pod: PodOptions, { features, clusterName }: ICluster): Generator<Advice> {
  const { mounts = [], identity } = pod;
  if (identity || features?.has('gcsFuse') === false) return;
  const open = bucketMounts(mounts).find(({ bucket }) => features === undefined || bucket.grants === undefined);
  if (!open) return;
  const { bucketName, grants } = open.bucket;
  const unknown = grants === undefined ? 'whom it lets in' : `what cluster "${clusterName}" lets pods act as`;
  yield problem(
    'bucket-identity-unknown',
    'identity',
    `bucket "${bucketName}" is mounted at ${open.path}, but the pods have no identity, and it is not known ${unknown}`,
    'set identity to a WorkloadIdentity with rights on the bucket, or acknowledge this if the bucket lets the pods in without one',
  );
}
