import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { Mount } from '../../../lib/pods/mounts/mount';
import { claimAdvice, nodeFolderAdvice } from '../../../lib/pods/mounts/mount-advice';
import { PodUser } from '../../../lib/pods/security/pod-user';
import { demand, gpuPool, withPod } from '../../workload/pools';

test("fails: a folder of a node is root's, so that other users cannot write to it (volume-owner)", () => {
  const place = { nodeFolder: '/var/lib/data' };
  const advice = (user?: PodUser, readOnly = false) =>
    [
      ...nodeFolderAdvice({
        image: 'mnist:1',
        user,
        mounts: [
          Mount.persistentVolumeClaim('data', '/data', { readOnly }, place),
          Mount.persistentVolumeClaim('other', '/other'),
        ],
      }),
    ].map(formatProblem);
  const told = (who: string) => [
    `folder /var/lib/data of the node is mounted at /data, where Kubernetes lets only root write, but the pods run as ${who}: set user to PodUser.root(), or make the folder for that user on the node and acknowledge this (volume-owner)`,
  ];
  expect(advice()).toEqual(told('user 10001'));
  const mounts = [Mount.memory(Size.mebibytes(64)), Mount.persistentVolumeClaim('data', '/data', {}, place)];
  expect([...nodeFolderAdvice({ image: 'mnist:1', mounts })].map(({ property }) => property)).toEqual(['user']);
  expect(advice(PodUser.ofImage())).toEqual(told("the image's user"));
  expect(advice(PodUser.root())).toEqual([]);
  expect(advice(PodUser.DEFAULT, true)).toEqual([]);
});

function advice(zones: readonly string[] | undefined, zone?: string): string[] {
  const sets = withPod(
    { mounts: [Mount.persistentVolumeClaim('data', '/data', {}, { zone })] },
    demand(gpuPool({ zones }), 1),
  );
  return sets.flatMap((set) => [...claimAdvice(set)]).map(formatProblem);
}

test('fails: nodes in other zones than the files are advised against (volume-zone)', () => {
  expect(advice(['us-east1-b', 'us-east1-c', 'us-east1-d'], 'us-east1-c')).toEqual([
    'the files of volume "data" are in zone us-east1-c alone, but nodes of pool "k80" may be in us-east1-b, us-east1-d, and reach them more slowly: set zones of pool "k80" to [\'us-east1-c\'], keep the files in tier REGIONAL, or acknowledge this (volume-zone)',
  ]);
});

test('fails: other mounts are left aside, and the prop is named (volume-zone)', () => {
  const mounts = [
    Mount.configFiles({ a: 'b' }, '/etc/x'),
    Mount.persistentVolumeClaim('other', '/other'),
    Mount.persistentVolumeClaim('data', '/data', {}, { zone: 'us-east1-c' }),
  ];
  const sets = withPod({ mounts }, demand(gpuPool({ zones: ['us-east1-b'] }), 1));
  const found = sets.flatMap((set) => [...claimAdvice(set)]);
  expect(found).toMatchObject([{ property: 'mounts', message: expect.stringContaining('"data"') as unknown }]);
});

test.each([
  [['us-east1-c'], 'us-east1-c'],
  [undefined, 'us-east1-c'],
  [['us-east1-b'], undefined],
])('pools in %j and files in %s are fine', (zones, zone) => {
  expect(advice(zones, zone)).toEqual([]);
});
