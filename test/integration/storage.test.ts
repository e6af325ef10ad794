import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodesOf } from './support/gke-nodes';
import { Guide } from './support/guide';
import { jobsOnADisk } from './support/jobs-on-a-disk';
import { FAKE_NODES, judgedBy, ROOK } from './support/judges';
import { applied, apply, kubectl, list, pods, remove, unschedulable } from './support/kubectl';
import { manifests, programFolder, stackJson, synthesize } from './support/program';
import { within, type Outcome } from './support/run';
import { NAMESPACE } from './support/scheduling-platform';

// Volumes in Filestore and CephFS, as far as a cluster without their drivers can judge them: the API server takes their
// objects, claims are bound to their volumes, and the scheduler places pods when they are.

const FILESTORE = 'trainyard-filestore';
let folder = '';

judgedBy([FAKE_NODES, ROOK], async () => {
  folder = programFolder();
  await synthesize(folder, 'test/integration/programs/storage.ts');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'gcloud'), GCLOUD);
  chmodSync(join(bin, 'gcloud'), 0o755);
});

/** Answers as Google Cloud does about one instance. */
const GCLOUD = `#!/bin/sh
[ "$*" = "filestore instances describe filestore-dev-files --location us-central1-a --project acme-ml-dev --format value(networks[0].ipAddresses[0])" ] || exit 1
echo "\${ADDRESS-10.60.0.2}"
`;

test('DEPLOY.md makes the volume of an instance, to which its claim is bound, and the pods of the job are placed', async () => {
  const guide = new Guide(folder, 'filestore-dev');
  const nodes = nodesOf(stackJson(folder, 'filestore-dev'));
  takenDownAtTheEnd(guide, FILESTORE, nodes);
  await applied(nodes);

  // Without the commands that make the volume, no pod finds a place.
  const [, others = ''] = guide.commands('Standing objects').split(/^echo .*\n/m);
  expect(await guide.sh(others + guide.commands('Runs'))).toMatchObject({ status: 0 });
  await within(60, 'pods that wait for the volume', async () => {
    const all = await pods(FILESTORE);
    return (
      all.length === 3 && all.every((pod) => unschedulable(pod)?.includes('unbound immediate PersistentVolumeClaims'))
    );
  });

  const all = ['Standing objects', 'Runs'];
  expect(await runs(guide, ...all)).toMatchObject({ status: 0 });
  expect(await runs(guide, ...all)).toMatchObject({ status: 0 });
  await within(60, 'the claim to be bound', async () => {
    const claims = await list('persistentvolumeclaims', { namespace: FILESTORE });
    return claims.some(({ status, spec }) => status.phase === 'Bound' && spec.volumeName === `${FILESTORE}-data`);
  });
  await within(60, 'the pods to be placed', async () => {
    const all = await pods(FILESTORE);
    return all.length === 3 && all.every((pod) => unschedulable(pod) === undefined);
  });
});

test('a volume with another address is refused, as the instance was replaced', async () => {
  const guide = new Guide(folder, 'filestore-dev');
  takenDownAtTheEnd(guide, FILESTORE, []);
  expect(await runs(guide, 'Standing objects')).toMatchObject({ status: 0 });
  const { status, output } = await guide.sh(`export ADDRESS=10.60.0.10\n${withGcloud(guide, 'Standing objects')}`);
  expect([status, output]).toEqual([1, expect.stringContaining('spec.persistentvolumesource: Forbidden')]);
});

test('without an answer of Google Cloud nothing is applied', async () => {
  const guide = new Guide(folder, 'filestore-dev');
  const { status, output } = await guide.sh(`export ADDRESS=\n${withGcloud(guide, 'Standing objects')}`);
  expect([status, output]).toEqual([1, expect.stringContaining('address')]);
  expect((await list('namespaces')).map(({ metadata }) => metadata.name)).not.toContain(FILESTORE);
});

test('DEPLOY.md waits until the filesystem in CephFS is ready, and the pods wait for their claim', async () => {
  const guide = new Guide(folder, 'ceph-dev');
  const nodes = nodesOf(stackJson(folder, 'ceph-dev'));
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'rook-ceph' } };
  const filesystem = {
    apiVersion: 'ceph.rook.io/v1',
    kind: 'CephFilesystem',
    metadata: { name: 'myfs', namespace: 'rook-ceph' },
    spec: {
      metadataPool: { replicated: { size: 3 } },
      dataPools: [{ name: 'replicated', replicated: { size: 3 } }],
      metadataServer: { activeCount: 1 },
    },
  };
  takenDownAtTheEnd(guide, 'trainyard-ceph', [...nodes, filesystem, namespace]);
  await applied([namespace, ...nodes]);
  expect(await guide.run('Standing objects')).toMatchObject({ status: 1 });

  await applied([filesystem]);
  const deploys = guide.run('Standing objects', 'Runs');
  await kubectl('patch', 'cephfilesystem', 'myfs', '-n', 'rook-ceph', '--subresource=status', ...READY);
  expect(await deploys).toMatchObject({ status: 0 });
  // Nothing here makes the volume. With one, the pods of the test above are placed.
  await within(60, 'pods that wait for their claim', async () => {
    const all = await pods('trainyard-ceph');
    return (
      all.length === 3 && all.every((pod) => unschedulable(pod)?.includes('unbound immediate PersistentVolumeClaims'))
    );
  });
});

const READY = ['--type=merge', '-p', '{"status":{"phase":"Ready"}}'];

test('the API server takes a storage class of CephFS and its claim, checking every field', async () => {
  const objects = (manifests(folder).get('ceph-dev') ?? []).filter(({ kind }) =>
    ['Namespace', 'StorageClass', 'PersistentVolumeClaim'].includes(kind),
  );
  expect(objects).toHaveLength(3);
  onTestFinished(() => remove(objects));
  expect((await applied(objects)).match(/serverside-applied/g)).toHaveLength(3);
  const [storageClass] = objects.filter(({ kind }) => kind === 'StorageClass');
  const { status, output } = await apply([{ ...storageClass, parameters: { fsName: 'other' } }]);
  expect([status, output]).toEqual([1, expect.stringContaining('updates to parameters are forbidden')]);
});

test.each([
  ['two jobs in the zone of the disk that they mount are placed', 'us-central1-a', [true, true]],
  ['a job in another zone than the disk that it mounts stays Pending, and is refused', 'us-central1-b', [true, false]],
] as const)('%s', async (_, other, placed) => {
  const program = jobsOnADisk(['us-central1-a', other]);
  const nodes = nodesOf(program.nodes());
  const objects = [program.namespace, DISK_CLASS, DISK, ...program.claims(), ...program.accounts(), ...nodes];
  onTestFinished(() => remove([...program.pods(), ...objects]));
  await applied([...objects, ...program.pods()]);
  await within(60, 'the scheduler to have tried both', async () => {
    const all = await pods(NAMESPACE);
    const tried = all.filter((pod) => pod.spec.nodeName !== undefined || unschedulable(pod) !== undefined);
    return tried.length === 2 && tried.every((pod, index) => (pod.spec.nodeName !== undefined) === placed[index]);
  });
  if (placed.every((each) => each)) expect(program.synthesize).not.toThrow();
  else expect(program.synthesize).toThrow('(volume-zones)');
});

/** As GKE has it, but nothing here makes a disk. */
const DISK_CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'standard-rwo' },
  provisioner: 'pd.csi.storage.gke.io',
  volumeBindingMode: 'WaitForFirstConsumer',
};

/** As GKE's driver makes it for the first pod. */
const DISK = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'trainyard-disk' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '10Gi' },
    claimRef: { namespace: NAMESPACE, name: 'disk' },
    csi: { driver: 'pd.csi.storage.gke.io', volumeHandle: 'projects/a/zones/us-central1-a/disks/b' },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          {
            matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['us-central1-a'] }],
          },
        ],
      },
    },
    storageClassName: 'standard-rwo',
  },
};

function withGcloud(guide: Guide, ...headings: readonly string[]): string {
  return `PATH=${join(folder, 'bin')}:$PATH\n${guide.commands(...headings)}`;
}

function runs(guide: Guide, ...headings: readonly string[]): Promise<Outcome> {
  return guide.sh(withGcloud(guide, ...headings));
}

function takenDownAtTheEnd(guide: Guide, namespace: string, others: readonly object[]): void {
  onTestFinished(async () => {
    const [commands = ''] = guide.commands('Take it down').split(/^(?=npx cdktf)/m);
    expect(await guide.sh(commands)).toMatchObject({ status: 0 });
    await remove([...others, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]);
    expect((await list('persistentvolumes')).map(({ metadata }) => metadata.name)).not.toContain(`${namespace}-data`);
  });
}
