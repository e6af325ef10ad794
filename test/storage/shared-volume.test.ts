import { Chart, Size, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { openAdvice } from '../../lib/core/problems/check';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { LocalCluster } from '../../lib/local/local-cluster';
import { formatProblem } from '../../lib/core/problems/problem';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { checkPods } from '../../lib/workload/workload-pods';
import { SharedVolume, type SharedVolumeProps } from '../../lib/storage/shared-volume';
import { SharedVolumeSource } from '../../lib/storage/shared-volume-source';
import { manifestProblems } from '../conformance/manifest';
import { demand, GKE, withPod } from '../workload/pools';

const FOLDER = SharedVolumeSource.hostPath('/data/mnist');

function volume(cluster: ICluster, props: SharedVolumeProps) {
  const chart = new ClusterChart(Testing.app(), 'training', { cluster, namespace: 'mnist' });
  const shared = new SharedVolume(chart, 'data', props);
  const manifests = Testing.synth(chart).slice(2);
  for (const manifest of manifests) expect(manifestProblems(manifest)).toEqual([]);
  return { shared, manifests };
}

test('a folder of the node is a volume bound to its claim, and kept', () => {
  const { manifests } = volume(LocalCluster.minikube(), { source: FOLDER });
  expect(manifests).toEqual([
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'mnist-data' },
      spec: {
        accessModes: ['ReadWriteMany'],
        capacity: { storage: '1Gi' },
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'data', namespace: 'mnist' },
        hostPath: { path: '/data/mnist', type: 'DirectoryOrCreate' },
        persistentVolumeReclaimPolicy: 'Retain',
        storageClassName: '',
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'mnist' },
      spec: {
        accessModes: ['ReadWriteMany'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: '',
        volumeName: 'mnist-data',
      },
    },
  ]);
});

test('an NFS export is a volume as well', () => {
  const source = SharedVolumeSource.nfs('10.0.0.2', '/share');
  const { manifests } = volume(GKE, { source, size: Size.gibibytes(100) });
  expect(manifests[0].spec).toMatchObject({
    capacity: { storage: '100Gi' },
    nfs: { server: '10.0.0.2', path: '/share' },
  });
});

test('a storage class makes the volume when it is claimed', () => {
  const { manifests } = volume(GKE, { source: SharedVolumeSource.storageClass('nfs-client'), name: 'mine' });
  expect(manifests).toMatchObject([
    {
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'mine' },
      spec: { storageClassName: 'nfs-client', resources: { requests: { storage: '1024Gi' } } },
    },
  ]);
});

test('it is mounted by its claim', () => {
  const cluster = LocalCluster.kind();
  const { shared } = volume(cluster, { source: FOLDER });
  const { source, path, readOnly } = shared.at('/data', { readOnly: true });
  expect([source, path, readOnly]).toEqual([
    {
      kind: 'claim',
      claimName: 'data',
      place: { namespace: 'mnist', cluster, nodeFolder: '/data/mnist', accessMode: 'ReadWriteMany', isDisk: false },
    },
    '/data',
    true,
  ]);
});

test('a claim in a plain chart is named by its path below the chart', () => {
  const chart = new Chart(Testing.app(), 'plain');
  expect(new SharedVolume(new Construct(chart, 'mnist'), 'data', { source: FOLDER }).claimName).toBe('mnist-data');
});

test('fails: a folder of the node is advised against where there are several nodes (shared-volume-nodes)', () => {
  const advice = (cluster: ICluster) =>
    openAdvice(volume(cluster, { source: FOLDER }).shared).map(({ advice: open }) => formatProblem(open));
  expect(advice(LocalCluster.kind({ nodes: 3 }))).toEqual([
    'the files are in /data/mnist of the node, but cluster "kind" has 2 nodes, each with a folder of its own: use SharedVolumeSource.nfs, or a local cluster of 1 node, or acknowledge this if all nodes have the same files there (shared-volume-nodes)',
  ]);
  expect(advice(GKE)).toEqual([expect.stringContaining('has nodes that come and go, each with a folder of its own')]);
  expect(advice(LocalCluster.kind({ nodes: 2 }))).toEqual([]);
});

test.each(['standard-rwx', 'premium-rwx', 'enterprise-rwx', 'zonal-rwx', 'enterprise-multishare-rwx'])(
  "fails: %s, Filestore's class, needs its driver (shared-volume-filestore)",
  (storageClass) => {
    const source = SharedVolumeSource.storageClass(storageClass);
    expect(() => volume(GKE, { source })).toThrow('(shared-volume-filestore)');
    expect(volume({ ...GKE, features: new Set(['gke', 'filestore']) }, { source }).manifests).toHaveLength(1);
  },
);

test("fails: GKE's own classes make shares in another network, maybe (filestore-network)", () => {
  const cluster = { ...GKE, features: new Set(['gke', 'filestore'] as const) };
  const advice = (storageClass: string) =>
    openAdvice(volume(cluster, { source: SharedVolumeSource.storageClass(storageClass) }).shared).map(
      ({ advice: open }) => formatProblem(open),
    );
  expect(advice('standard-rwx')).toEqual([
    'storage class "standard-rwx" makes shares in the network "default", which pods of cluster "main" reach only if it is in that network: make a StorageClass with the parameter network and name that one, or acknowledge this if the cluster is in the network "default" (filestore-network)',
  ]);
  expect(advice('mine')).toEqual([]);
});

test('fails: Filestore in another region or continent is slow and charged (filestore-region)', () => {
  const advice = (location: string) => {
    const filestore = {
      instanceName: 'files',
      project: 'acme-ml',
      shareName: 'share',
      capacity: Size.tebibytes(1),
      location,
    };
    const source = SharedVolumeSource.filestore({ ...filestore, ipAddress: '10.0.0.2' });
    const { shared } = volume({ ...GKE, features: new Set(['gke', 'filestore']), location: 'us-central1' }, { source });
    return openAdvice(shared).map(({ advice: open }) => formatProblem(open));
  };
  expect(advice('europe-west4-a')).toEqual([
    'Filestore instance "files" is in europe-west4-a, but cluster "main" in us-central1: each file crosses regions, which is slow and charged: make the instance in us-central1, under a new id if this one has files, and copy them; or make the cluster in europe-west4 (filestore-region)',
  ]);
  expect(advice('us-central1-f')).toEqual([]);
});

test('fails: a job of another namespace than the volume is refused (volume-namespace)', () => {
  const app = Testing.app();
  const cluster = LocalCluster.kind();
  const chart = (namespace: string) => new ClusterChart(app, namespace, { cluster, namespace });
  const shared = new SharedVolume(chart('m'), 'data', { source: FOLDER });
  const job = new Construct(chart('n'), 'job');
  checkPods(job, { pods: withPod({ mounts: [shared.at('/data')] }, demand(cluster.pool, 1)) });
  expect(job.node.validate()).toEqual([expect.stringContaining('namespace "m", and the pods run in "n"')]);
});

test('fails: a relative path is refused with shared-volume-path', () => {
  expect(() => SharedVolumeSource.hostPath('data')).toThrow(
    '[SharedVolumeSource.hostPath] "data" is not an absolute path: use "/data" (shared-volume-path)',
  );
});

test('fails: a claim cannot have any name', () => {
  expect(() => volume(GKE, { source: FOLDER, name: 'My Data' })).toThrow('set name to 1 to ');
});

test.each(['', 'A b'])('fails: %j is the name of no storage class (name)', (name) => {
  expect(() => SharedVolumeSource.storageClass(name)).toThrow(
    `[SharedVolumeSource.storageClass] ${JSON.stringify(name)} cannot be the name of a storage class`,
  );
});

test.each([NaN, 0])('fails: a volume of %d GiB is refused with resource-amount', (size) => {
  expect(() => volume(GKE, { source: SharedVolumeSource.nfs('a', '/b'), size: Size.gibibytes(size) })).toThrow(
    '(resource-amount)',
  );
});

test('fails: a class that makes disks is claimed for many nodes (shared-volume-access)', () => {
  const source = SharedVolumeSource.storageClass('standard-rwo');
  expect(() => volume(GKE, { source })).toThrow(
    'storage class "standard-rwo" of GKE makes disks for one node, but accessMode is ReadWriteMany: set accessMode to \'ReadWriteOnce\' for pods on one node, or use a source for many nodes, such as Filestore (shared-volume-access)',
  );
  expect(volume(GKE, { source, accessMode: 'ReadWriteOnce' }).manifests).toMatchObject([
    { spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'standard-rwo' } },
  ]);
  expect(() => volume(LocalCluster.minikube(), { source: SharedVolumeSource.storageClass('standard') })).not.toThrow();
});

test('a volume for readers of many nodes has their mode, and so has its claim', () => {
  const { manifests } = volume(GKE, { source: SharedVolumeSource.nfs('a', '/b'), accessMode: 'ReadOnlyMany' });
  expect(manifests.map(({ spec }) => spec)).toMatchObject([
    { accessModes: ['ReadOnlyMany'] },
    { accessModes: ['ReadOnlyMany'] },
  ]);
});

test.each(['10.0.0.2', 'nfs.example.com', '::ffff:10.0.0.2', 'x'.repeat(253)])('%s is a server', (server) => {
  expect(() => SharedVolumeSource.nfs(server, '/share')).not.toThrow();
});

test.each(['', 'A b', '10.0.0.2:/share', '-x-', 'x'.repeat(254)])('fails: %j is no nfs-server', (server) => {
  expect(() => SharedVolumeSource.nfs(server, '/share')).toThrow('(nfs-server)');
});

test("fails: a disk of GKE's oldest class may be in a zone without nodes, in clusters of a region (disk-zone)", () => {
  const advice = (location: string, storageClass: string) => {
    const props = { source: SharedVolumeSource.storageClass(storageClass), accessMode: 'ReadWriteOnce' } as const;
    const chart = new ClusterChart(Testing.app(), 'a', { cluster: { ...GKE, location }, namespace: 'a' });
    return openAdvice(new SharedVolume(chart, 'data', props)).map((open) => open.advice.code);
  };
  expect(advice('us-east1', 'standard')).toEqual(['disk-zone']);
  expect([...advice('us-east1-c', 'standard'), ...advice('us-east1', 'standard-rwo')]).toEqual([]);
});
