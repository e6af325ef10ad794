import { expect, test } from 'vitest';
import type { IBucket } from '../../../lib/core/contracts/bucket';
import type { IWorkloadIdentity } from '../../../lib/core/contracts/identity';
import { formatProblem } from '../../../lib/core/problems/problem';
import { bucketAdvice, bucketProblems } from '../../../lib/pods/mounts/bucket-problems';
import type { BucketUse } from '../../../lib/pods/mounts/bucket-uses';
import { Mount } from '../../../lib/pods/mounts/mount';
import type { PodOptions, PodPlace } from '../../../lib/pods/pod-options';
import { GKE, OTHER } from '../../workload/pools';

const IDENTITY: IWorkloadIdentity = {
  email: 'trainer@acme-ml.iam.gserviceaccount.com',
  namespace: 'mnist',
  serviceAccountName: 'trainer',
  cluster: GKE,
};
const PLACE: PodPlace = { cluster: GKE, namespace: 'mnist' };
const THEIRS: IBucket = { bucketName: 'data', url: 'gs://data' };

function texts(pod: Partial<PodOptions>, { cluster } = PLACE, uses: readonly BucketUse[] = []): string[] {
  return [...bucketProblems({ image: 'mnist:1', ...pod }, uses, cluster)].map(formatProblem);
}

function bucket(access?: 'read' | 'readWrite'): IBucket {
  return { ...THEIRS, grants: access ? [{ identity: { ...IDENTITY }, access }] : [] };
}

test('unknown grants are not checked', () => {
  const mounts = [Mount.bucket({ bucketName: 'data', url: 'gs://data' }, '/data')];
  expect(texts({ identity: IDENTITY, mounts })).toEqual([]);
});

test('fails: a mounted bucket without a grant is refused with bucket-access', () => {
  expect(texts({ identity: IDENTITY, mounts: [Mount.bucket(bucket(), '/data')] })).toEqual([
    'bucket "data" is mounted at /data for writing, but trainer@acme-ml.iam.gserviceaccount.com has no grant on it: call grantReadWrite of the bucket with this identity (bucket-access)',
  ]);
});

test('fails: the grant of another identity is none (bucket-access)', () => {
  const other = { ...IDENTITY, serviceAccountName: 'other' };
  const mounted = { ...THEIRS, grants: [{ identity: other, access: 'readWrite' as const }] };
  expect(texts({ identity: IDENTITY, mounts: [Mount.bucket(mounted, '/data')] })).toEqual([
    expect.stringContaining('has no grant on it'),
  ]);
});

test('fails: what a server writes by itself is not mounted for writing (bucket-access)', () => {
  const uses = [{ bucket: bucket('read'), readOnly: false, text: 'the server writes gs://data' }];
  expect(texts({ identity: IDENTITY }, PLACE, uses)).toEqual([
    'the server writes gs://data, but trainer@acme-ml.iam.gserviceaccount.com may only read it: call grantReadWrite of the bucket with this identity (bucket-access)',
  ]);
  expect([...bucketAdvice({ image: 'a:1', mounts: [Mount.bucket(THEIRS, '/data')] }, [], GKE)]).toMatchObject([
    { property: 'identity' },
  ]);
});

test('fails: a grant to read does not let a pod write', () => {
  expect(texts({ identity: IDENTITY, mounts: [Mount.bucket(bucket('read'), '/data')] })).toEqual([
    'bucket "data" is mounted at /data for writing, but trainer@acme-ml.iam.gserviceaccount.com may only read it: call grantReadWrite of the bucket with this identity, or mount it with readOnly: true (bucket-access)',
  ]);
});

test('fails: a mounted bucket without an identity is refused with bucket-identity', () => {
  expect(texts({ mounts: [Mount.bucket(bucket('read'), '/data')] })).toEqual([
    'bucket "data" is mounted at /data, but the pods have no identity with access to it: set identity to a WorkloadIdentity that the bucket grants access to (bucket-identity)',
  ]);
});

test.each([
  ['whose grants are not known', THEIRS, GKE, 'its grants are not known'],
  ['in a cluster whose features are not known', bucket(), OTHER, 'the features of cluster "other" are not known'],
])(
  'fails: a bucket %s is only advice without an identity (bucket-identity-unknown)',
  (_, mounted, cluster, unknown) => {
    const pod = { image: 'mnist:1', mounts: [Mount.bucket(mounted, '/data')] };
    expect(texts(pod, { cluster })).toEqual([]);
    expect([...bucketAdvice(pod, [], cluster)].map(formatProblem)).toEqual([
      `bucket "data" is mounted at /data, but the pods have no identity, and ${unknown}: set identity to a WorkloadIdentity with rights on the bucket, or acknowledge this if the pods have access without one (bucket-identity-unknown)`,
    ]);
  },
);

test('a bucket is no advice with an identity, with known grants, or where it cannot be mounted at all', () => {
  const advice = (pod: Partial<PodOptions>, cluster = GKE) => [
    ...bucketAdvice({ image: 'mnist:1', ...pod }, [], cluster),
  ];
  const mounts = [Mount.bucket(THEIRS, '/data')];
  expect(advice({ mounts, identity: IDENTITY })).toEqual([]);
  expect(advice({ mounts: [Mount.bucket(bucket(), '/data')] })).toEqual([]);
  expect(advice({ mounts }, { clusterName: 'bare', features: new Set() })).toEqual([]);
});

test('fails: a bucket that a server reads itself needs an identity, and its right (bucket-identity, bucket-access)', () => {
  const uses = (mine: IBucket) => [
    { bucket: mine, readOnly: true, text: 'gs://data/models is read by TensorFlow Serving' },
  ];
  expect(texts({}, PLACE, uses(bucket('read')))).toEqual([
    'gs://data/models is read by TensorFlow Serving, but the pods have no identity with access to it: set identity to a WorkloadIdentity that the bucket grants access to (bucket-identity)',
  ]);
  expect(texts({ identity: IDENTITY }, PLACE, uses(bucket()))).toEqual([
    'gs://data/models is read by TensorFlow Serving, but trainer@acme-ml.iam.gserviceaccount.com has no grant on it: call grantRead of the bucket with this identity (bucket-access)',
  ]);
  expect(texts({ identity: IDENTITY }, PLACE, uses(bucket('read')))).toEqual([]);
});
