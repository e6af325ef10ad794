import { afterAll, expect, test } from 'vitest';
import { Guide } from './support/guide';
import { judgedBy, MLFLOW_IMAGE, MLFLOW_NODE, MODEL_SERVER, TRAINER_IMAGE } from './support/judges';
import { kubectl, podNamed } from './support/kubectl';
import { emptyFolder, runPod } from './support/pod';
import { programFolder, synthesize } from './support/program';
import { run, within } from './support/run';

// MLflow's own server and client in real pods: apps/mnist records two runs, and a server gets what one of them registered.

const [MODELS, TRAINING, SERVING] = ['models', 'training', 'serving'].map((name) => `trainyard-registry-${name}`) as [
  string,
  string,
  string,
];
/** Of the second training, with a metric after each: it has to last longer than a pod of MLflow takes to end. */
const STEPS = 600;
let guide: Guide | undefined;

judgedBy([MLFLOW_NODE, MODEL_SERVER], async () => {
  await emptyFolder('/var/lib/trainyard/registry', MLFLOW_IMAGE);
});
afterAll(async () => {
  // Its pod would hold the volume of the second one.
  await kubectl('-n', TRAINING, 'delete', 'jobset/train-r1', '--ignore-not-found');
  if (guide) expect(await guide.run('Take it down')).toMatchObject({ status: 0 });
  // They hold the records of the runs.
  await kubectl('delete', 'namespace', '--ignore-not-found', MODELS, TRAINING, SERVING);
});

/** Deploys the program with a training of a revision, of as many steps, and a server of an alias. */
async function deploy(...args: readonly string[]): Promise<Guide> {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/registry.ts', ...args);
  guide = new Guide(folder, 'registry-local');
  expect(await guide.run('Standing objects')).toMatchObject({ status: 0 });
  await kubectl('-n', MODELS, 'rollout', 'status', 'deployment/mlflow', '--timeout=900s');
  expect(await guide.run('Runs')).toMatchObject({ status: 0 });
  return guide;
}

const logs = (revision: number) =>
  kubectl('-n', TRAINING, 'logs', `--selector=jobset.sigs.k8s.io/jobset-name=train-r${revision}`, '--tail=-1');

/** What MLflow's own client says, in the server's pod. */
async function asked(program: string): Promise<unknown> {
  const client = `import json, mlflow; client = mlflow.MlflowClient("http://localhost:5000"); print(json.dumps(${program}))`;
  const command = ['-n', MODELS, 'exec', 'deployment/mlflow', '--', 'python3', '-c', client];
  return JSON.parse((await run('kubectl', command)).trim().split('\n').at(-1) ?? '');
}

/** The run of the training of a revision. */
async function runOf(revision: number): Promise<{ id: string; tags: Record<string, string>; steps: number[] }> {
  const found = `client.search_runs(["1"], "tags.\`trainyard.revision\` = 'r${revision}'")`;
  const steps = 'sorted(set(m.step for m in client.get_metric_history(r.info.run_id, "loss")))';
  const all = (await asked(
    `[dict(id=r.info.run_id, status=r.info.status, tags=r.data.tags, steps=${steps}) for r in ${found}]`,
  )) as [Awaited<ReturnType<typeof runOf>>];
  expect(all).toMatchObject([{ status: 'FINISHED' }]);
  return all[0];
}

test('a server takes what an alias names, and leads back to the run, whose metrics outlive the pod of MLflow', async () => {
  expect(await (await deploy('1', '60')).run('Until the jobs are done')).toMatchObject({ status: 0 });
  await asked('client.set_registered_model_alias("digits", "champion", "1")');

  const second = await deploy('2', String(STEPS));
  await within(120, 'the first metrics', async () => (await logs(2)).includes('recorded step 6'));
  const pod = await podNamed(MODELS, /^mlflow-/);
  await kubectl('-n', MODELS, 'delete', 'pod', pod);
  expect(await logs(2)).not.toMatch(/done$/m);
  expect(await second.run('Until the jobs are done')).toMatchObject({ status: 0 });
  expect(await podNamed(MODELS, /^mlflow-/)).not.toBe(pod);
  const recorded = [...(await logs(2)).matchAll(/recorded step (\d+)/g)].map(([, step]) => Number(step));
  const [first, last] = [await runOf(1), await runOf(2)];
  expect(recorded).toHaveLength(STEPS);
  expect(last.steps).toEqual(recorded);
  expect(last.tags).toMatchObject({
    code: '4f1c2d7',
    'trainyard.job': `${TRAINING}/train-r2`,
    'trainyard.image': MLFLOW_IMAGE,
    'trainyard.mounts': 'volume data at /data',
  });
  expect(last.tags['trainyard.pod']).toMatch(/^train-r2-/);

  await asked('client.set_registered_model_alias("digits", "champion", "2")');
  const third = await deploy('2', String(STEPS), 'champion');
  await kubectl('-n', SERVING, 'rollout', 'status', 'deployment/digits', '--timeout=900s');
  const told = (await third.run('Standing objects')).output;
  expect(told).toContain(`digits version 2 of run ${last.id}; code=4f1c2d7; `);
  expect(told).toContain(
    `trainyard.image=${MLFLOW_IMAGE}; trainyard.job=${TRAINING}/train-r2; trainyard.mounts=volume`,
  );
  expect(told).not.toContain(first.id);
  const ask = ['python3', '/app/ask.py', '--server=digits:8500', '--model=digits', '--min_accuracy=0.5'];
  const answer = await runPod(SERVING, 'ask', TRAINER_IMAGE, { emptyDir: {} }, ask);
  expect(answer).toMatch(/version 2: \d+ of 20 right/);
});
