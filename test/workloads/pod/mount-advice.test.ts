import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { Mount } from '../../../lib/workloads/pod/mount';
import { nodeFolderAdvice } from '../../../lib/workloads/pod/mount-advice';
import { PodUser } from '../../../lib/workloads/pod/pod-user';

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
  const mounts = [Mount.memory(Size.mebibytes(64)), Mount.claim('data', '/data', {}, place)];
  expect([...nodeFolderAdvice({ image: 'mnist:1', mounts })].map(({ property }) => property)).toEqual(['user']);
  expect(advice(PodUser.ofImage())).toEqual(told("the image's user"));
  expect(advice(PodUser.root())).toEqual([]);
  expect(advice(PodUser.DEFAULT, true)).toEqual([]);
});
