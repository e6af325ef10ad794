import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodesOf } from './support/gke-nodes';
import { Guide } from './support/guide';
import { FAKE_NODES, judgedBy } from './support/judges';
import { applied, apply, list, pods, remove, unschedulable } from './support/kubectl';
import { manifests, programFolder, stackJson, synthesize } from './support/program';
import { within, type Outcome } from './support/run';

// Volumes in Filestore and CephFS, as far as a cluster without their drivers can judge them: the API server takes their
// objects, claims are bound to their volumes, and the scheduler places pods when they are.

const FILESTORE = 'trainyard-filestore';
let folder = '';

judgedBy([FAKE_NODES], async () => {
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
    const claims = await list('persistentvolumeclaims', '-n', FILESTORE);
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
