import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { Mount } from '../../../lib/pods/mounts/mount';
import { configMapsOf, renderMounts } from '../../../lib/pods/mounts/render-mounts';

test('a folder in memory holds no more than it says', () => {
  const [shm] = renderMounts([Mount.memory(Size.gibibytes(1))], 'w');
  expect(shm?.volume).toMatchObject({ emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } });
});

test('a bucket is mounted as a folder, by the driver and its options', () => {
  const bucket = { bucketName: 'data', url: 'gs://data' };
  const rendered = (options: Parameters<typeof Mount.bucket>[2], user?: number) =>
    renderMounts([Mount.bucket(bucket, '/data', options)], 'w', user).map(({ volume }) => volume?.csi);
  const csi = (mountOptions: string, readOnly?: boolean) => [
    { driver: 'gcsfuse.csi.storage.gke.io', readOnly, volumeAttributes: { bucketName: 'data', mountOptions } },
  ];
  expect(rendered({})).toEqual(csi('implicit-dirs'));
  expect(rendered({ readOnly: true, subfolder: 'a' }, 0)).toEqual(csi('implicit-dirs,only-dir=a,uid=0', true));
  expect(rendered({ mountOptions: ['file-mode=664'] }, 7)).toEqual(csi('implicit-dirs,uid=7,file-mode=664'));
  expect(rendered({ mountOptions: ['file-mode=664', 'uid=1'] }, 7)).toEqual(csi('implicit-dirs,file-mode=664,uid=1'));
});

test('claims and volumes of any kind are mounted as they are', () => {
  const [claim, volume] = renderMounts(
    [
      Mount.persistentVolumeClaim('shared', '/Data sets/x', { readOnly: true }),
      Mount.volume({ emptyDir: {} }, '/scratch'),
    ],
    'w',
  );
  expect(claim).toEqual({
    volume: { name: 'data-sets-x', persistentVolumeClaim: { claimName: 'shared', readOnly: true } },
    volumeMount: { name: 'data-sets-x', mountPath: '/Data sets/x', readOnly: true },
  });
  expect(volume?.volume).toEqual({ name: 'scratch', emptyDir: {} });
  expect(configMapsOf([Mount.persistentVolumeClaim('shared', '/a')], 'w')).toEqual([]);
});

test('names of volumes are DNS labels that differ, however long or alike the paths are', () => {
  const cutAtHyphen = `/mnt/${'d'.repeat(54)}/shards`;
  const paths = [`/${'a'.repeat(80)}`, `/${'a'.repeat(81)}`, '/x/y', '/x_y', '/x-y-2', '/_'];
  paths.push(cutAtHyphen, '/a-b', '/a-b-3', '/a_b', '/a.b');
  const names = renderMounts(
    paths.map((path, index) => Mount.persistentVolumeClaim(`shared-${index}`, path)),
    'w',
  ).map(({ volume }) => volume?.name);
  expect(new Set(names).size).toBe(paths.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
});

test('one config file stands at its own path, beside what is there', () => {
  const mounts = [Mount.configFile('root:x:0:0', '/etc/passwd'), Mount.configFiles({ a: '' }, '/etc/x')];
  expect(renderMounts(mounts, 'w')).toEqual([
    {
      volume: { name: 'etc-passwd', configMap: { name: 'w-etc-passwd' } },
      volumeMount: { name: 'etc-passwd', mountPath: '/etc/passwd', subPath: 'passwd', readOnly: true },
    },
    {
      volume: { name: 'etc-x', configMap: { name: 'w-etc-x' } },
      volumeMount: { name: 'etc-x', mountPath: '/etc/x', readOnly: true },
    },
  ]);
  expect(configMapsOf(mounts, 'w')).toEqual([
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'w-etc-passwd' }, data: { passwd: 'root:x:0:0' } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'w-etc-x' }, data: { a: '' } },
  ]);
});

test('mounts of one claim share a volume, because a node does not start a pod with two of it', () => {
  const mounts = [
    Mount.persistentVolumeClaim('data', '/data', { readOnly: true }),
    Mount.persistentVolumeClaim('other', '/other'),
    Mount.persistentVolumeClaim('data', '/out'),
  ];
  expect(renderMounts(mounts, 'w')).toEqual([
    {
      volume: { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
      volumeMount: { mountPath: '/data', name: 'data', readOnly: true },
    },
    {
      volume: { name: 'other', persistentVolumeClaim: { claimName: 'other' } },
      volumeMount: { mountPath: '/other', name: 'other' },
    },
    { volumeMount: { mountPath: '/out', name: 'data' } },
  ]);
});
