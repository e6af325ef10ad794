import { expect, onTestFinished, test } from 'vitest';
import { ArgoRuns, type ArgoRun } from './support/argo';
import { Deployment } from './support/deployment';
import { Guide } from './support/guide';
import { judgedBy, ARGO, GATEWAY, MODEL_SERVER, REAL_NODE, TRAINER_IMAGE } from './support/judges';
import { applied, kubectl, remove } from './support/kubectl';
import { Load } from './support/load';
import { emptyFolder, runPod } from './support/pod';
import { programFolder, synthesize } from './support/program';
import { Client } from './support/requests';

// The local stage of apps/pipeline in real pods, by the real controller of Argo Workflows.

const FOLDER = '/var/lib/trainyard/pipeline';
const NAMESPACE = 'pipeline';
const STAGE = 'pipeline-local';
const PROGRAM = 'test/integration/programs/pipeline.ts';
const argo = new ArgoRuns(NAMESPACE);

judgedBy([REAL_NODE, MODEL_SERVER, ARGO, GATEWAY]);

test('three steps, and a nightly run that releases what is better without losing a request', async () => {
  await emptyFolder(FOLDER, TRAINER_IMAGE);
  await applied([VOLUME]);
  onTestFinished(() => remove([VOLUME]));
  const folder = programFolder();
  await synthesize(folder, PROGRAM);
  const stage = new Deployment(folder, STAGE);
  await stage.deploy();
  const level = 'jsonpath={.metadata.labels.pod-security\\.kubernetes\\.io/enforce}';
  expect(await kubectl('get', 'namespace', NAMESPACE, '-o', level)).toBe('restricted');
  const steps = await argo.end('steps');
  expect([steps.phase, steps.pods().length]).toEqual(['Succeeded', 4]);
  expect(await argo.logs('steps', 'onExit.report')).toMatch(/run steps: Succeeded/);

  expect(await nightly(folder, 'TFJob', 'first', 15)).toEqual(['Succeeded', 'Succeeded']);
  await argo.kubectl('rollout', 'status', 'deployment/digits', '--timeout=300s');
  const load = await Load.start(NAMESPACE, '--server=digits:8500');
  expect(await nightly(folder, 'Job', 'worse', 1)).toEqual(['Succeeded', 'Skipped']);
  expect(await nightly(folder, 'JobSet', 'better', 250)).toEqual(['Succeeded', 'Succeeded']);
  await load.until('answers of the released version', ({ last }) => last === 2, 120);
  const report = await load.soFar();
  expect([Object.keys(report.versions), report.errors]).toEqual([['1', '2'], {}]);
  const address = await argo.kubectl('get', 'gateway', 'entry', '-o', 'jsonpath={.status.addresses[0].value}');
  const answer = await new Client(address).get('digits.local', '/v1/models/mnist/metadata', {});
  expect(answer).toMatch(/"version": ?"2"/);
  const served = { persistentVolumeClaim: { claimName: 'data' } };
  const versions = await runPod(NAMESPACE, 'look', TRAINER_IMAGE, served, ['ls', '/data/served']);
  expect(versions.split('\n')).toEqual(['1', '2', '']);
});

/** A run with a training by this engine of as many steps: how it ended, and what became of the release. */
async function nightly(
  folder: string,
  engine: string,
  name: string,
  trainSteps: number,
): Promise<(string | undefined)[]> {
  await synthesize(folder, PROGRAM, engine);
  expect(await new Guide(folder, STAGE).run('Standing objects')).toMatchObject({ status: 0 });
  await argo.start('nightly', name, { 'train-steps': String(trainSteps) });
  const run: ArgoRun = await argo.end(name, 240);
  expect(await argo.kubectl('get', engine, `${name}-train`, '-o', 'name')).toContain(`${name}-train`);
  return [run.phase, run.node('release')?.phase];
}

/** What the storage class of a local cluster makes. */
const VOLUME = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'trainyard-pipeline' },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'standard',
    claimRef: { namespace: NAMESPACE, name: 'data' },
    hostPath: { path: FOLDER },
  },
};
