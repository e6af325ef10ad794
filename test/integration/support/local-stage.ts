import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from './deployment';
import { TRAINER_IMAGE } from './judges';
import { kubectl, type KubernetesObject } from './kubectl';
import { emptyFolder, runPod } from './pod';
import { contents, programFolder, synthesize } from './program';

// The local stage of apps/mnist.

const DEPLOYMENT = 'mnist-local';
export const NAMESPACE = 'mnist';

/** The program that says of apps/mnist by which engine and with which strategy it trains. */
export const VARIANTS = 'test/integration/programs/mnist-local.ts';

/** Synthesizes the stage for training from nothing. */
export async function localStage(program: string, args: readonly string[], steps?: number): Promise<Deployment> {
  const folder = programFolder();
  await synthesize(folder, program, ...args);
  if (steps !== undefined) trainFor(steps, join(folder, 'dist', DEPLOYMENT));
  const stage = new Deployment(folder, DEPLOYMENT);
  const persistent = stage.objects.find(({ kind }) => kind === 'PersistentVolume');
  await emptyFolder(persistent?.spec.hostPath.path, TRAINER_IMAGE);
  return stage;
}

/** The program's own flag, after the one that the application gives it. */
function trainFor(steps: number, folder: string): void {
  for (const [path, text] of contents(folder)) {
    writeFileSync(join(folder, path), text.replace(/^( *)- --data_dir=.*$/gm, `$&\n$1- --train_steps=${steps}`));
  }
}

/** The output of the pod whose name contains a text. */
export async function logsOf(task: string, among: readonly KubernetesObject[]): Promise<string> {
  const pod = among.find(({ metadata }) => metadata.name.includes(task));
  return pod ? kubectl('-n', NAMESPACE, 'logs', pod.metadata.name) : `no pod of ${task}`;
}

/** Classifies with the model that is on the volume of the job, in a pod of its own. */
export async function classify(objects: readonly KubernetesObject[]): Promise<string> {
  const claim = objects.find(({ kind }) => kind === 'PersistentVolumeClaim');
  const volume = { persistentVolumeClaim: { claimName: claim?.metadata.name ?? '' } };
  const command = ['python3', '/app/classify.py', '--export_dir=/data/export'];
  return runPod(NAMESPACE, 'classify', TRAINER_IMAGE, volume, command);
}
