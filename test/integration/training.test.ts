import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { judgedBy, REAL_NODE, TRAINER_IMAGE } from './support/judges';
import { applied, describeNamespace, finished, kubectl, pods, type KubernetesObject } from './support/kubectl';
import { manifests, programFolder, synthesize } from './support/program';
import { attempt, run, within } from './support/run';

// The local stage of apps/mnist in real pods, deployed and taken down by the commands of its own DEPLOY.md.

const DEPLOYMENT = 'mnist-local';
const NAMESPACE = 'mnist';

judgedBy([REAL_NODE]);

let takeDown: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await takeDown?.();
  takeDown = undefined;
});

const VARIANTS = 'test/integration/programs/mnist-local.ts';

test.each([
  ['as apps/main.ts has it', 'apps/main.ts', [], 'TFJob', 'chief'],
  ['by a JobSet', VARIANTS, ['jobset', 'parameter-server'], 'JobSet', 'chief'],
  ['by flags, with a chief', VARIANTS, ['tfjob', 'flags'], 'TFJob', 'chief'],
  ['by flags, without a chief', VARIANTS, ['tfjob', 'flags-without-chief'], 'TFJob', 'worker'],
  ['by flags to a JobSet', VARIANTS, ['jobset', 'flags'], 'JobSet', 'chief'],
  ['by flags to a JobSet, without a chief', VARIANTS, ['jobset', 'flags-without-chief'], 'JobSet', 'worker'],
  ['beside an evaluator', VARIANTS, ['tfjob', 'evaluated'], 'TFJob', 'chief'],
  ['beside an evaluator in a JobSet', VARIANTS, ['jobset', 'evaluated'], 'JobSet', 'chief'],
  ['mirrored', VARIANTS, ['tfjob', 'mirrored'], 'TFJob', 'worker'],
  ['mirrored in a JobSet', VARIANTS, ['jobset', 'mirrored'], 'JobSet', 'worker'],
] as const)(
  'the local stage trains to its end %s, and leaves a model that classifies',
  async (_, program, args, kind, leader) => {
    const folder = programFolder();
    await synthesize(folder, program, ...args);
    const objects = manifests(folder).get(DEPLOYMENT) ?? [];
    const [deploy, remove] = guide(folder);
    await emptyDataFolder(objects);
    takeDown = () => sh(remove, folder);

    const { status, output } = await sh(deploy, folder);
    expect(status, `${output}\n${status === 0 ? '' : await describeNamespace(NAMESPACE)}`).toBe(0);

    const apart = kind === 'TFJob' && args[1] === 'evaluated';
    const jobs = objects.filter((object) => object.kind === kind);
    expect(await Promise.all(jobs.map(finished))).toEqual(apart ? [true, true] : [true]);
    const left = await within(30, 'the end of the parameter servers', async () => {
      const now = await pods(NAMESPACE);
      return now.every(({ status: { phase } }) => phase === 'Succeeded') && now;
    });
    expect(await logsOf(`-${leader}-0`, left)).toMatch(/exported .*export\/1/);
    if (apart) expect(await logsOf('-evaluator-worker-0', left)).toMatch(/ckpt-200: .* accuracy (0\.9|1\.0)/);

    expect(await classify(objects)).toMatch(/^version 1: accuracy (0\.9|1\.0)/m);

    expect(await sh(remove, folder)).toMatchObject({ status: 0 });
    expect(await kubectl('get', '--ignore-not-found', '-o', 'name', '-R', '-f', join(folder, 'dist'))).toBe('');
    takeDown = undefined;
  },
);

/** The commands of DEPLOY.md: those that deploy, and those that take it down. */
function guide(folder: string): [deploy: string, remove: string] {
  const text = readFileSync(join(folder, 'dist', DEPLOYMENT, 'DEPLOY.md'), 'utf8');
  const commands = (part = '') => [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join('');
  const [deploy, remove] = text.split('## Take it down');
  return [commands(deploy), commands(remove)];
}

function logsOf(task: string, among: readonly KubernetesObject[]): Promise<string> {
  const pod = among.find(({ metadata }) => metadata.name.includes(task));
  return kubectl('-n', NAMESPACE, 'logs', pod?.metadata.name ?? task);
}

/** Runs commands one after the other from the folder of the program, up to the first that fails. */
function sh(commands: string, cwd: string) {
  return attempt('bash', ['-euc', commands], { cwd, limit: 360 });
}

/** Classifies with the model that is on the volume of the job, in a pod of its own. */
async function classify(objects: readonly KubernetesObject[]): Promise<string> {
  const claim = objects.find(({ kind }) => kind === 'PersistentVolumeClaim');
  const volume = { name: 'data', persistentVolumeClaim: { claimName: claim?.metadata.name ?? '' } };
  return runPod(NAMESPACE, 'classify', volume, ['python3', '/app/classify.py', '--export_dir=/data/export']);
}

/** The folder on the node outlives the volume: what an earlier run left there must not pass for the work of this one. */
async function emptyDataFolder(objects: readonly KubernetesObject[]): Promise<void> {
  const persistent = objects.find(({ kind }) => kind === 'PersistentVolume');
  const path: string = persistent?.spec.hostPath.path;
  expect(path).toMatch(/\/trainyard\//);
  const program =
    'import os, shutil\nfor e in os.scandir("/data"): shutil.rmtree(e.path) if e.is_dir() else os.remove(e.path)';
  const volume = { name: 'data', hostPath: { path, type: 'DirectoryOrCreate' } };
  await runPod('default', 'empty-data', volume, ['python3', '-c', program]);
}

async function runPod(namespace: string, name: string, volume: { name: string }, command: string[]): Promise<string> {
  const container = {
    name: 'main',
    image: TRAINER_IMAGE,
    command,
    volumeMounts: [{ name: volume.name, mountPath: '/data' }],
  };
  const spec = { restartPolicy: 'Never', containers: [container], volumes: [volume] };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace }, spec };
  await applied([pod]);
  try {
    const ended = await attempt('kubectl', [
      '-n',
      namespace,
      'wait',
      '--for=jsonpath={.status.phase}=Succeeded',
      '--timeout=90s',
      `pod/${name}`,
    ]);
    const logs = await run('kubectl', ['-n', namespace, 'logs', name]);
    expect(ended.status, `${logs}\n${ended.output}`).toBe(0);
    return logs;
  } finally {
    await kubectl('-n', namespace, 'delete', 'pod', name, '--grace-period=1');
  }
}
