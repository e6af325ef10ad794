import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { Mount } from '../../../lib/pods/mounts/mount';
import { mountProblems } from '../../../lib/pods/mounts/mount-problems';
import type { PodOptions, PodPlace } from '../../../lib/pods/pod-options';
import { cpuPool, demand, GKE, OTHER, withPod } from '../../workload/pools';

const PLACE: PodPlace = { cluster: GKE, namespace: 'mnist' };

function texts(pod: Partial<PodOptions>, place: PodPlace = PLACE): string[] {
  return withPod(pod, demand(cpuPool(), 1)).flatMap((set) => [...mountProblems(set, place)].map(formatProblem));
}

const claim = (place: Parameters<typeof Mount.persistentVolumeClaim>[3]) => ({
  mounts: [Mount.persistentVolumeClaim('data', '/data', {}, place)],
});

test('fails: two mounts at one path are refused with mount-path', () => {
  expect(
    texts({ mounts: [Mount.persistentVolumeClaim('a', '/data'), Mount.persistentVolumeClaim('b', '/data')] }),
  ).toEqual(['2 mounts are at /data: give each a path of its own (mount-path)']);
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
    withPod(
      { mounts: [Mount.memory(Size.gibibytes(gibibytes))] },
      demand(cpuPool(), 1, { memory: Size.gibibytes(2) }),
    ).flatMap((set) => [...mountProblems(set, PLACE)].map(({ code }) => code));
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
    'volume "data" is mounted at /data, but it is in namespace "other", and the pods run in "mnist": make a SharedVolume in a chart of namespace "mnist", or move the pods into one of "other" (volume-namespace)',
  ]);
});

test('fails: a claim of another cluster is refused with volume-cluster', () => {
  expect(texts(claim({ cluster: OTHER, namespace: 'mnist' }))).toEqual([
    'volume "data" is mounted at /data, but it is in cluster "other", and the pods run in "main": make a SharedVolume in a chart for cluster "main" (volume-cluster)',
  ]);
});
