import { expect, test } from 'vitest';
import type { IBucket } from '../../../lib/core/contracts/bucket';
import type { IWorkloadIdentity } from '../../../lib/core/contracts/identity';
import { formatProblem } from '../../../lib/core/problems/problem';
import { Mount } from '../../../lib/workloads/pod/mount';
import { bucketAdvice, nodeFolderAdvice } from '../../../lib/workloads/pod/mount-advice';
import { mountProblems } from '../../../lib/workloads/pod/mount-problems';
import type { PodOptions, PodPlace } from '../../../lib/workloads/pod/pod-options';
import { PodUser } from '../../../lib/workloads/pod/pod-user';
import { cpuPool, demand, GKE, OTHER } from '../pools';

const IDENTITY: IWorkloadIdentity = {
  email: 'trainer@acme-ml.iam.gserviceaccount.com',
  namespace: 'mnist',
  serviceAccountName: 'trainer',
  cluster: GKE,
};
const PLACE: PodPlace = { cluster: GKE, namespace: 'mnist' };
const THEIRS: IBucket = { bucketName: 'data', url: 'gs://data' };

function texts(pod: Partial<PodOptions>, place: PodPlace = PLACE): string[] {
  return [...mountProblems({ image: 'mnist:1', ...pod }, [demand(cpuPool(), 1)], place)].map(formatProblem);
}

function bucket(access?: 'read' | 'readWrite'): IBucket {
  return { ...THEIRS, grants: access ? [{ identity: { ...IDENTITY }, access }] : [] };
}

test.each([
  ['whose grants are not known', THEIRS, GKE, 'its grants are not known'],
  ['in a cluster whose features are not known', bucket(), OTHER, 'the features of cluster "other" are not known'],
])(
  'fails: a bucket %s is only advice without an identity (bucket-identity-unknown)',
  (_, mounted, cluster, unknown) => {
    const pod = { image: 'mnist:1', mounts: [Mount.bucket(mounted, '/data')] };
    expect(texts(pod, { cluster })).toEqual([]);
    expect([...bucketAdvice(pod, cluster)].map(formatProblem)).toEqual([
      `bucket "data" is mounted at /data, but the pods have no identity, and ${unknown}: set identity to a WorkloadIdentity with rights on the bucket, or acknowledge this if the pods have access without one (bucket-identity-unknown)`,
    ]);
  },
);

test('a bucket is no advice with an identity, with known grants, or where it cannot be mounted at all', () => {
  const advice = (pod: Partial<PodOptions>, cluster = GKE) => [...bucketAdvice({ image: 'mnist:1', ...pod }, cluster)];
  const mounts = [Mount.bucket(THEIRS, '/data')];
  expect(advice({ mounts, identity: IDENTITY })).toEqual([]);
  expect(advice({ mounts: [Mount.bucket(bucket(), '/data')] })).toEqual([]);
  expect(advice({ mounts }, { clusterName: 'bare', features: new Set() })).toEqual([]);
});

test("fails: a folder of a node is root's, so that other users cannot write to it (volume-owner)", () => {
  const place = { nodeFolder: '/var/lib/data' };
  const advice = (user?: PodUser, readOnly = false) =>
    [
      ...nodeFolderAdvice({
        image: 'mnist:1',
        user,
        mounts: [Mount.claim('data', '/data', { readOnly }, place), Mount.claim('other', '/other')],
      }),
    ].map(formatProblem);
  const told = (who: string) => [
    `folder /var/lib/data of the node is mounted at /data, where Kubernetes lets only root write, but the pods run as ${who}: set user to PodUser.root(), or make the folder for that user on the node and acknowledge this (volume-owner)`,
  ];
  expect(advice()).toEqual(told('user 10001'));
  expect(advice(PodUser.ofImage())).toEqual(told("the image's user"));
  expect(advice(PodUser.root())).toEqual([]);
  expect(advice(PodUser.DEFAULT, true)).toEqual([]);
});
