import type { ICluster } from '../../core/contracts/cluster';
import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import { bucketMounts } from './bucket-mounts';
import type { PodOptions } from './pod-options';
import { userOf } from './security-context';

/** Advice about folders of a node that the pods' user cannot write to. */
export function* nodeFolderAdvice(pod: PodOptions): Generator<Advice> {
  const user = userOf(pod);
  if (user === 0) return;
  for (const { source, path, readOnly } of pod.mounts ?? []) {
    const folder = source.kind === 'claim' ? source.place?.nodeFolder : undefined;
    if (folder === undefined || readOnly) continue;
    const who = user === undefined ? "the image's user" : `user ${user}`;
    yield problem(
      'volume-owner',
      'user',
      `folder ${folder} of the node is mounted at ${path}, where Kubernetes lets only root write, but the pods run as ${who}`,
      `set user to PodUser.root(), or make the folder for that user on the node and acknowledge this`,
    );
  }
}

/**
 * Advice about pods that mount a bucket without an identity. The bucket may be public, or grant access to their
 * Kubernetes service account.
 */
export function* bucketAdvice(pod: PodOptions, { features, clusterName }: ICluster): Generator<Advice> {
  const { mounts = [], identity } = pod;
  if (identity || features?.has('gcsFuse') === false) return;
  const open = bucketMounts(mounts).find(({ bucket }) => features === undefined || bucket.grants === undefined);
  if (!open) return;
  const { bucketName, grants } = open.bucket;
  const unknown =
    grants === undefined ? 'its grants are not known' : `the features of cluster "${clusterName}" are not known`;
  yield problem(
    'bucket-identity-unknown',
    'identity',
    `bucket "${bucketName}" is mounted at ${open.path}, but the pods have no identity, and ${unknown}`,
    'set identity to a WorkloadIdentity with rights on the bucket, or acknowledge this if the pods have access without one',
  );
}
