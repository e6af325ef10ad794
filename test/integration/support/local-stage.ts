import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from './deployment';
import { TRAINER_IMAGE } from './judges';
import { kubectl, logs, type KubernetesObject } from './kubectl';
import { emptyFolder, runPod } from './pod';
import { contents, programFolder, synthesize } from './program';

// The local stage of apps/mnist.

/** How many of its jobs run side by side: the tasks of one have 3.75 GiB. */
export const AT_ONCE = 2;

/**
 * Synthesizes the stage for training from nothing.
 *
 * @param variant arguments of programs/mnist-local.ts; none: as apps/main.ts has it
 * @param image what its data folder is emptied by
 */
export async function localStage(
  variant: readonly string[],
  steps?: number,
  image = TRAINER_IMAGE,
): Promise<Deployment> {
  const folder = programFolder();
  const isVariant = variant.length > 0;
  await synthesize(folder, isVariant ? 'test/integration/programs/mnist-local.ts' : 'apps/main.ts', ...variant);
  const deployment = `${isVariant ? variant.join('-') : 'mnist'}-local`;
  const written = join(folder, 'dist', deployment);
  // Jobs that each got a part of their pods onto a node of 2 CPUs would wait for each other without end.
  if (isVariant) rewrite(written, /cpu: 200m/g, 'cpu: 50m');
  // The program's own flag, after the one that the application gives it.
  if (steps !== undefined) rewrite(written, /^( *)- --data_dir=.*$/gm, `$&\n$1- --train_steps=${steps}`);
  const stage = new Deployment(folder, deployment);
  const persistent = stage.objects.find(({ kind }) => kind === 'PersistentVolume');
  await emptyFolder(persistent?.spec.hostPath.path, image);
  return stage;
}

function rewrite(folder: string, pattern: RegExp, replacement: string): void {
  for (const [path, text] of contents(folder)) writeFileSync(join(folder, path), text.replace(pattern, replacement));
}

/** The output of the pod whose name contains a text. */
export async function logsOf(task: string, among: readonly KubernetesObject[]): Promise<string> {
  const pod = among.find(({ metadata }) => metadata.name.includes(task));
  return pod ? logs(pod) : `no pod of ${task}`;
}

/** How a stage classifies with the model that its job has left on the volume. */
const CLASSIFY = ['python3', '/app/classify.py', '--export_dir=/data/export'];

/** Classifies with the model that is on the volume of the job, in a pod of its own. */
export async function classify(
  { objects, namespace }: Deployment,
  image = TRAINER_IMAGE,
  command: readonly string[] = CLASSIFY,
): Promise<string> {
  const claim = objects.find(({ kind }) => kind === 'PersistentVolumeClaim');
  const volume = { persistentVolumeClaim: { claimName: claim?.metadata.name ?? '' } };
  return runPod(namespace, 'classify', image, volume, command);
}

/** Asks the server of the stage about digits by the client that the application brings, in a pod of its own. */
export async function ask({ namespace }: Deployment): Promise<string> {
  await kubectl('-n', namespace, 'rollout', 'status', 'deployment/digits', '--timeout=900s');
  const answers = await runPod(namespace, 'ask', TRAINER_IMAGE, { emptyDir: {} }, ['python3', '/app/ask.py']);
  // It would drain before it ends.
  await kubectl('-n', namespace, 'scale', 'deployment/digits', '--replicas=0');
  await kubectl('-n', namespace, 'delete', 'pods', '-l', 'trainyard/track', '--grace-period=1');
  return answers;
}
