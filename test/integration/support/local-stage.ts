import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { Guide } from './guide';
import { TRAINER_IMAGE } from './judges';
import { applied, describeNamespace, kubectl, type KubernetesObject } from './kubectl';
import { contents, manifests, programFolder, synthesize } from './program';
import { attempt, run } from './run';

// The local stage of apps/mnist, deployed and taken down by the commands of its own DEPLOY.md.

const DEPLOYMENT = 'mnist-local';
/** What DEPLOY.md tells beside how to deploy. */
const AFTERWARDS = ['Take it down', 'If a job fails'];
export const NAMESPACE = 'mnist';

/** The program that says of apps/mnist by which engine and with which strategy it trains. */
export const VARIANTS = 'test/integration/programs/mnist-local.ts';

export interface LocalStage {
  readonly objects: readonly KubernetesObject[];
  /** Ends when training has ended; fails the test if that was not well. */
  readonly deploy: () => Promise<void>;
  /** Fails the test if anything is left. */
  readonly takeDown: () => Promise<void>;
}

/** Synthesizes the stage for training from nothing. What is deployed when the test ends is taken down then. */
export async function localStage(program: string, args: readonly string[], steps?: number): Promise<LocalStage> {
  const folder = programFolder();
  await synthesize(folder, program, ...args);
  if (steps !== undefined) trainFor(steps, join(folder, 'dist', DEPLOYMENT));
  const objects = manifests(folder).get(DEPLOYMENT) ?? [];
  const guide = new Guide(folder, DEPLOYMENT);
  await emptyDataFolder(objects);
  return {
    objects,
    deploy: async () => {
      onTestFinished(async () => {
        await guide.run('Take it down');
      });
      const { status, output } = await guide.run(...guide.headings.filter((heading) => !AFTERWARDS.includes(heading)));
      expect(status, `${output}\n${status === 0 ? '' : await describeNamespace(NAMESPACE)}`).toBe(0);
    },
    takeDown: async () => {
      expect(await guide.run('Take it down')).toMatchObject({ status: 0 });
      expect(await kubectl('get', '--ignore-not-found', '-o', 'name', '-R', '-f', join(folder, 'dist'))).toBe('');
    },
  };
}

/** The program's own flag, after the one that the application gives it. */
function trainFor(steps: number, folder: string): void {
  for (const [path, text] of contents(folder)) {
    writeFileSync(join(folder, path), text.replace(/^( *)- --data_dir=.*$/gm, `$&\n$1- --train_steps=${steps}`));
  }
}

/** What the task of a pod printed, whose name has this in it. */
export async function logsOf(task: string, among: readonly KubernetesObject[]): Promise<string> {
  const pod = among.find(({ metadata }) => metadata.name.includes(task));
  return pod ? kubectl('-n', NAMESPACE, 'logs', pod.metadata.name) : `no pod of ${task}`;
}

/** Classifies with the model that is on the volume of the job, in a pod of its own. */
export async function classify(objects: readonly KubernetesObject[]): Promise<string> {
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
      '--timeout=900s',
      `pod/${name}`,
    ]);
    const logs = await run('kubectl', ['-n', namespace, 'logs', name]);
    expect(ended.status, `${logs}\n${ended.output}`).toBe(0);
    return logs;
  } finally {
    await kubectl('-n', namespace, 'delete', 'pod', name, '--grace-period=1');
  }
}
