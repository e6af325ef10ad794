import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { claimAdvice } from '../../../lib/workloads/pod/claim-advice';
import { Mount } from '../../../lib/workloads/pod/mount';
import { demand, gpuPool } from '../pools';

function advice(zones: readonly string[] | undefined, zone?: string): string[] {
  const pod = { image: 'a:1', mounts: [Mount.claim('data', '/data', {}, { zone })] };
  return [...claimAdvice(pod, [demand(gpuPool({ zones }), 1)])].map(formatProblem);
}

test('fails: nodes in other zones than the files are advised against (volume-zone)', () => {
  expect(advice(['us-east1-b', 'us-east1-c', 'us-east1-d'], 'us-east1-c')).toEqual([
    'the files of volume "data" are in zone us-east1-c alone, but nodes of pool "k80" may be in us-east1-b, us-east1-d, and reach them more slowly: set zones of pool "k80" to [\'us-east1-c\'], keep the files in tier REGIONAL, or acknowledge this (volume-zone)',
  ]);
});

test('fails: other mounts are left aside, and the prop is named (volume-zone)', () => {
  const mounts = [
    Mount.configFiles({ a: 'b' }, '/etc/x'),
    Mount.claim('other', '/other'),
    Mount.claim('data', '/data', {}, { zone: 'us-east1-c' }),
  ];
  const found = [...claimAdvice({ image: 'a:1', mounts }, [demand(gpuPool({ zones: ['us-east1-b'] }), 1)])];
  expect(found).toMatchObject([{ property: 'mounts', message: expect.stringContaining('"data"') as unknown }]);
});

test.each([
  [['us-east1-c'], 'us-east1-c'],
  [undefined, 'us-east1-c'],
  [['us-east1-b'], undefined],
])('pools in %j and files in %s are fine', (zones, zone) => {
  expect(advice(zones, zone)).toEqual([]);
});
