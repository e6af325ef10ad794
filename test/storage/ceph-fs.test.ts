import { Size, Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { guideSteps } from '../../lib/core/contracts/guide';
import { Operator } from '../../lib/operators/operator';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import type { CephFsOptions } from '../../lib/storage/ceph-fs';
import { SharedVolume } from '../../lib/storage/shared-volume';
import { SharedVolumeSource } from '../../lib/storage/shared-volume-source';
import { manifestProblems } from '../conformance/manifest';
import { GKE } from '../workload/pools';

const WITH_ROOK: ICluster = { ...GKE, operators: [Operator.ROOK] };

function chartOf(cluster = WITH_ROOK, namespace = 'faces', app = Testing.app()) {
  return new ClusterChart(app, namespace, { cluster, namespace });
}

function manifestsOf(chart: ClusterChart) {
  const manifests = Testing.synth(chart).slice(2);
  for (const manifest of manifests) expect(manifestProblems(manifest)).toEqual([]);
  return manifests;
}

function volumeOf(options: CephFsOptions, chart = chartOf()) {
  new SharedVolume(chart, 'data', { source: SharedVolumeSource.cephFs(options), size: Size.gibibytes(100) });
  return manifestsOf(chart);
}

test("a volume in CephFS is a class for Rook's driver, and a claim of it", () => {
  const secret = (use: string, name: string) => ({
    [`csi.storage.k8s.io/${use}-secret-name`]: name,
    [`csi.storage.k8s.io/${use}-secret-namespace`]: 'rook-ceph',
  });
  expect(volumeOf({ filesystem: 'myfs', dataPool: 'replicated' })).toEqual([
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'cephfs-rook-ceph-myfs-replicated' },
      provisioner: 'rook-ceph.cephfs.csi.ceph.com',
      parameters: {
        clusterID: 'rook-ceph',
        fsName: 'myfs',
        pool: 'myfs-replicated',
        ...secret('provisioner', 'rook-csi-cephfs-provisioner'),
        ...secret('controller-expand', 'rook-csi-cephfs-provisioner'),
        ...secret('controller-publish', 'rook-csi-cephfs-provisioner'),
        ...secret('node-stage', 'rook-csi-cephfs-node'),
      },
      reclaimPolicy: 'Retain',
      allowVolumeExpansion: true,
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'faces' },
      spec: {
        accessModes: ['ReadWriteMany'],
        resources: { requests: { storage: '100Gi' } },
        storageClassName: 'cephfs-rook-ceph-myfs-replicated',
      },
    },
  ]);
});

test("without a data pool the filesystem's first one has the files, and other namespaces are taken over", () => {
  const [storageClass] = volumeOf({ filesystem: 'fs', namespace: 'ceph', operatorNamespace: 'rook' });
  expect(storageClass).toMatchObject({ provisioner: 'rook.cephfs.csi.ceph.com', parameters: { clusterID: 'ceph' } });
  expect(storageClass.parameters).not.toHaveProperty('pool');
});

test('a class that deletes files has another name, because Kubernetes does not let a class change', () => {
  expect(volumeOf({ filesystem: 'fs', reclaimPolicy: 'Delete' })[0]).toMatchObject({
    metadata: { name: 'cephfs-rook-ceph-fs-delete' },
    reclaimPolicy: 'Delete',
  });
});

test('volumes of one source share its class, whatever their namespaces', () => {
  const app = Testing.app();
  const [a, b] = [chartOf(WITH_ROOK, 'a', app), chartOf(WITH_ROOK, 'b', app)];
  const kinds = [a, b].map((chart) => volumeOf({ filesystem: 'fs' }, chart).map(({ kind }) => kind));
  expect(kinds).toEqual([['StorageClass', 'PersistentVolumeClaim'], ['PersistentVolumeClaim']]);
});

test('DEPLOY.md waits once for the filesystem of the volumes', () => {
  const chart = chartOf();
  for (const id of ['data', 'more']) {
    new SharedVolume(chart, id, { source: SharedVolumeSource.cephFs({ filesystem: 'fs', namespace: 'ceph' }) });
  }
  expect(guideSteps(chart).map(({ step }) => [step.phase, step.commands])).toEqual([
    [
      'checks',
      ["kubectl -n ceph wait --for=jsonpath='{.status.phase}'=Ready --timeout=300s cephfilesystems.ceph.rook.io/fs"],
    ],
  ]);
});

test('a class that exists is only named', () => {
  const chart = chartOf();
  new SharedVolume(chart, 'data', { source: SharedVolumeSource.cephFsClass('rook-cephfs') });
  expect(manifestsOf(chart)).toMatchObject([
    { kind: 'PersistentVolumeClaim', spec: { storageClassName: 'rook-cephfs' } },
  ]);
});

test.each([SharedVolumeSource.cephFs({ filesystem: 'fs' }), SharedVolumeSource.cephFsClass('rook-cephfs')])(
  'fails: a cluster that does not declare Rook is refused (operator-missing)',
  (source) => {
    const chart = chartOf(GKE);
    const volume = new SharedVolume(chart, 'data', { source });
    expect(volume.node.validate()).toEqual([
      'a volume in CephFS needs operator "rook-ceph", but cluster "main" declares no operators: add Operator.ROOK to operators of the cluster, or Operator.ROOK.installedElsewhere(…) if somebody installs it (operator-missing)',
    ]);
  },
);

test('a cluster whose operators are not known is not refused', () => {
  expect(() => volumeOf({ filesystem: 'fs' }, chartOf({ clusterName: 'theirs' }))).not.toThrow();
});

test.each([
  ['filesystem', { filesystem: 'My FS' }],
  ['dataPool', { filesystem: 'fs', dataPool: 'a b' }],
  ['namespace', { filesystem: 'fs', namespace: '' }],
  ['operatorNamespace', { filesystem: 'fs', operatorNamespace: 'A' }],
])('fails: %s is not the name of an object (name)', (_, options) => {
  expect(() => SharedVolumeSource.cephFs(options)).toThrow('(name)');
});

test('fails: the namespace of a CephCluster has 36 characters (ceph-namespace)', () => {
  const of = (length: number) => SharedVolumeSource.cephFs({ filesystem: 'fs', namespace: 'n'.repeat(length) });
  expect(() => of(36)).not.toThrow();
  expect(() => of(37)).toThrow('(ceph-namespace)');
});
