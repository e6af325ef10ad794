import { expect, test } from 'vitest';
import { bucketAnnotations, bucketSidecar } from '../../../lib/pods/containers/bucket-sidecar';
import { Mount } from '../../../lib/pods/mounts/mount';

const mounts = [Mount.bucket({ bucketName: 'data', url: 'gs://data' }, '/data')];
const counted = (annotations: Record<string, string>) => {
  const { cpuMillis, memory, ephemeralStorage } = bucketSidecar({ mounts, annotations }) ?? {};
  return [cpuMillis, memory?.toMebibytes(), ephemeralStorage?.toMebibytes()];
};
const key = (name: string) => `gke-gcsfuse/${name}`;

test.each<[string, Record<string, string>, number[]]>([
  ['its defaults', {}, [250, 256, 5120]],
  [
    'requests',
    { 'memory-request': '8Gi', 'cpu-request': '2', 'ephemeral-storage-request': '50Gi' },
    [2000, 8192, 51200],
  ],
  ['a limit as the request', { 'memory-limit': '4Gi', 'cpu-limit': '500m' }, [500, 4096, 5120]],
  [
    'no limit as no change',
    { 'memory-limit': '0', 'cpu-limit': '0', 'ephemeral-storage-limit': '0' },
    [250, 256, 5120],
  ],
  ['a request beside its limit', { 'memory-request': '1Gi', 'memory-limit': '4Gi' }, [250, 1024, 5120]],
  ['no request as the limit', { 'memory-request': '0', 'memory-limit': '4Gi' }, [250, 4096, 5120]],
  ['no request and no limit', { 'memory-request': '0' }, [250, 0, 5120]],
  [
    'every form of an amount',
    { 'memory-request': '1e9', 'cpu-request': '.5', 'ephemeral-storage-request': '2G' },
    [500, 954, 1908],
  ],
])('%s', (_what, given, amounts) => {
  const annotations = Object.fromEntries(Object.entries(given).map(([name, value]) => [key(name), value]));
  expect(counted(annotations)).toEqual(amounts);
});

test('a limit alone is written as the request too: one below the default request is no fault', () => {
  const annotations = { [key('memory-limit')]: '128Mi' };
  expect(bucketAnnotations({ mounts, annotations })).toMatchObject({
    [key('memory-request')]: '128Mi',
    [key('memory-limit')]: '128Mi',
  });
});

test('a volume of the driver that is no mount of a bucket brings it as well, by the annotation', () => {
  expect(bucketSidecar({ annotations: { [key('volumes')]: 'true' } })?.cpuMillis).toBe(250);
  expect(bucketSidecar({ annotations: { [key('volumes')]: 'false' } })).toBeUndefined();
  expect(bucketSidecar({})).toBeUndefined();
});
