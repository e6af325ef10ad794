import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import type { IBucket } from '../../../lib/core/contracts/bucket';
import type { IWorkloadIdentity } from '../../../lib/core/contracts/identity';
import { formatProblem } from '../../../lib/core/problems/problem';
import { Mount } from '../../../lib/workloads/pod/mount';
import { mountProblems } from '../../../lib/workloads/pod/mount-problems';
import type { PodOptions, PodPlace } from '../../../lib/workloads/pod/pod-options';
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

const claim = (place: Parameters<typeof Mount.claim>[3]) => ({ mounts: [Mount.claim('data', '/data', {}, place)] });

test('unknown grants are not checked', () => {
  const mounts = [Mount.bucket({ bucketName: 'data', url: 'gs://data' }, '/data')];
  expect(texts({ identity: IDENTITY, mounts })).toEqual([]);
});

test('fails: a mounted bucket without a grant is refused with bucket-access', () => {
  expect(texts({ identity: IDENTITY, mounts: [Mount.bucket(bucket(), '/data')] })).toEqual([
    'bucket "data" is mounted at /data for writing, but trainer@acme-ml.iam.gserviceaccount.com has no grant on it: call grantReadWrite of the bucket with this identity (bucket-access)',
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

test('fails: two mounts at one path are refused with mount-path', () => {
  expect(texts({ mounts: [Mount.claim('a', '/data'), Mount.claim('b', '/data')] })).toEqual([
    '2 mounts are at /data: give each a path of its own (mount-path)',
  ]);
});

test('fails: a memory mount that leaves a task nothing of its memory is refused with mount-memory', () => {
  expect(texts({ mounts: [Mount.memory(Size.gibibytes(4))] })).toEqual([
    'memory mounts of 4096 MiB count towards the 2Gi of memory of each worker, and leave it nothing: raise memory to Size.mebibytes(8192), or mount less (mount-memory)',
  ]);
  expect(texts({ mounts: [Mount.memory(Size.gibibytes(400))] })[0]).toMatch(
    /: mount less, or use a pool with larger machines than those of "cpu" \(mount-memory\)$/,
  );
});

test('fails: a memory mount of all the memory leaves as little (mount-memory)', () => {
  const codes = (gibibytes: number) =>
    [
      ...mountProblems(
        { image: 'mnist:1', mounts: [Mount.memory(Size.gibibytes(gibibytes))] },
        [demand(cpuPool(), 1, { memory: Size.gibibytes(2) })],
        PLACE,
      ),
    ].map(({ code }) => code);
  expect([codes(2), codes(1)]).toEqual([['mount-memory'], []]);
});

test('a claim of the same place, or of one that is not known, can be mounted', () => {
  expect(texts(claim({ cluster: { ...GKE }, namespace: 'mnist' }))).toEqual([]);
  expect(texts(claim(undefined))).toEqual([]);
  expect(texts(claim({ cluster: GKE }))).toEqual([]);
  expect(texts(claim({ namespace: 'other' }), { cluster: GKE })).toEqual([]);
});

test('fails: a claim of another namespace is refused with volume-namespace', () => {
  expect(texts(claim({ cluster: GKE, namespace: 'other' }))).toEqual([
    'volume "data" is mounted at /data, but it is in namespace "other", and the pods run in "mnist": make a SharedVolume in a chart of namespace "mnist", or move the job into one of "other" (volume-namespace)',
  ]);
});

test('fails: a claim of another cluster is refused with volume-cluster', () => {
  expect(texts(claim({ cluster: OTHER, namespace: 'mnist' }))).toEqual([
    'volume "data" is mounted at /data, but it is in cluster "other", and the pods run in "main": make a SharedVolume in a chart for cluster "main" (volume-cluster)',
  ]);
});
