import { describe, expect, test } from 'vitest';
import { Operator } from '../../lib/operators/operator';
import { operatorSteps } from '../../lib/operators/operator-steps';
import { manifestProblems } from '../conformance/manifest';
import { API_SERVER, FREE_NAMESPACE, judgedBy, KUEUE, LEADER_WORKER_SETS, TRAINER } from './support/judges';
import { applied, apply, isTrainingJob, kubectl, type KubernetesObject } from './support/kubectl';
import { Made } from './support/made';
import { pairsThatRunHere } from './support/pairs';
import { manifests, programFolder, synthesize, temporaryFolder } from './support/program';
import { attempt } from './support/run';
import { shown } from './support/shown';

/** The deployments of apps/main.ts that have manifests. */
const DEPLOYMENTS = [
  'inception-dev',
  'inception-prod',
  'insightface-dev',
  'insightface-local',
  'insightface-prod',
  'mnist-dev',
  'mnist-local',
  'mnist-prod',
  'mnist-tuning-local',
  'pipeline-dev',
  'pipeline-local',
  'platform-dev',
  'platform-local',
];

const made = new Made();
let deployments = new Map<string, KubernetesObject[]>();
let torch: KubernetesObject[] = [];
let servers: KubernetesObject[] = [];
let platforms: KubernetesObject[] = [];

judgedBy([API_SERVER, FREE_NAMESPACE], async () => {
  const folder = programFolder();
  await synthesize(folder);
  deployments = manifests(folder);
  const other = programFolder();
  await synthesize(other, 'test/integration/programs/pytorch.ts');
  torch = [...manifests(other)].filter(([name]) => name.endsWith('-trains-local')).flatMap(([, objects]) => objects);
  const third = programFolder();
  await synthesize(third, 'test/integration/programs/servers.ts');
  servers = [...manifests(third).values()].flat();
  const fourth = programFolder();
  await synthesize(fourth, 'test/integration/programs/platforms.ts');
  platforms = [...manifests(fourth).values()].flat();
});

test('these are all deployments that have manifests', () => {
  expect([...deployments].filter(([, objects]) => objects.length > 0).map(([name]) => name)).toEqual(DEPLOYMENTS);
});

test.each(DEPLOYMENTS)('the API server takes every manifest of %s, checking every field', async (name) => {
  await taken(deployments.get(name) ?? []);
});

test('the API server takes jobs of PyTorch of every strategy by every engine, checking every field', async () => {
  expect(torch.filter(isTrainingJob)).toHaveLength(9);
  await taken(torch);
});

test('the API server and the webhooks take jobs of every strategy by every engine whose operator runs here', async () => {
  const all = await pairsThatRunHere();
  expect(all.map(({ engineName }) => engineName)).toEqual(expect.arrayContaining(['TFJob', 'JobSet', 'Job']));
  for (const { engineName, pairs, objects } of all) {
    await taken(objects);
    for (const { name } of pairs) shown('webhook', name, engineName);
  }
});

test('the API server takes every model server with every source of models, checking every field', async () => {
  // TensorFlow Serving twice by 5 sources, Triton by 4, vLLM and any other by 5; a serving with a canary has two.
  expect(servers.filter(({ kind }) => kind === 'Deployment')).toHaveLength(2 * 5 + 4 + 2 * 5 + 2);
  await taken(servers);
});

test('the API server takes servers and graphs of KServe, and of Seldon Core 2, checking every field', async () => {
  const others = platforms.filter(({ kind }) => kind !== 'SeldonDeployment');
  const count = (wanted: string) => others.filter(({ kind }) => kind === wanted).length;
  // Four of servings, one of them with a canary, and seven of graphs.
  expect([count('InferenceService'), count('InferenceGraph')]).toEqual([4 + 7, 2]);
  expect([count('Server'), count('Model'), count('Experiment'), count('Pipeline')]).toEqual([6, 6, 1, 1]);
  await taken(others);
});

test('SeldonDeployments of Core 1 have the fields of its definition, which the API server does not check', () => {
  const all = platforms.filter(({ kind }) => kind === 'SeldonDeployment');
  expect(all).toHaveLength(4);
  expect(all.flatMap((each) => manifestProblems(each))).toEqual([]);
});

test('the API server takes gateways of GKE of each reach, checking every field', async () => {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/gke-gateway.ts');
  const objects = [...manifests(folder).values()].flat();
  const classes = objects.filter(({ kind }) => kind === 'Gateway').map(({ spec }) => spec?.gatewayClassName);
  expect(classes).toEqual(['gke-l7-global-external-managed', 'gke-l7-regional-external-managed', 'gke-l7-rilb']);
  expect(objects.filter(({ kind }) => kind === 'GCPBackendPolicy')).toHaveLength(5);
  await taken(objects);
});

describe('with Kubeflow Trainer', () => {
  judgedBy([TRAINER]);

  test('the API server takes TrainJobs of every strategy, checking every field', async () => {
    const folder = programFolder();
    await synthesize(folder, 'test/integration/programs/train-jobs.ts');
    const objects = [...manifests(folder).values()].flat();
    // Seven strategies by runtimes of their own, two by one of the cluster.
    expect(objects.filter(isTrainingJob)).toHaveLength(9);
    expect(objects.filter(({ kind }) => kind === 'TrainingRuntime')).toHaveLength(7);
    await taken(objects);
  });
});

describe('with LeaderWorkerSet', () => {
  judgedBy([LEADER_WORKER_SETS]);

  test('the API server takes servers whose replicas span several machines, checking every field', async () => {
    const folder = programFolder();
    await synthesize(folder, 'test/integration/programs/machines.ts');
    const objects = [...manifests(folder).values()].flat();
    const sets = objects.filter(({ kind }) => kind === 'LeaderWorkerSet');
    expect(sets.map(({ metadata }) => metadata.name)).toEqual(['canary-group', 'canary-canary-group', 'scaled-group']);
    await taken(objects);
  });
});

/** A dry run reads every field and asks every webhook, and starts nothing. It makes no namespaces for what comes after it either. */
async function taken(objects: readonly KubernetesObject[]): Promise<void> {
  await made.make(objects.filter(({ kind }) => kind === 'Namespace'));
  expect((await applied(objects, { dryRun: true })).match(/serverside-applied/g)).toHaveLength(objects.length);
}

describe('fails: the judges can say no to', () => {
  const jobs = () => [...[...deployments.values()].flat(), ...torch].filter(isTrainingJob);
  const dryRun = (job: unknown) => apply([inDefault(job as KubernetesObject)], { dryRun: true });

  test('a field that no schema has', async () => {
    const wrong = jobs().map((job) => inDefault({ ...job, spec: { ...job.spec, workres: 2 } }));
    const { output } = await apply(wrong, { dryRun: true });
    expect(output.match(/unknown field|field not declared/g)).toHaveLength(wrong.length);
    expect(output).not.toContain('serverside-applied');
  });

  test.each([
    ['TFJob', 'tensorflow'],
    ['PyTorchJob', 'pytorch'],
  ])('a %s whose container has another name, by the webhook of the training operator', async (kind, name) => {
    const job = jobs().find((each) => each.kind === kind);
    const { status, output } = await dryRun(
      JSON.parse(JSON.stringify(job).replaceAll(`"name":"${name}"`, '"name":"main"')),
    );
    expect([status, output]).toEqual([1, expect.stringContaining('denied the request')]);
  });

  test('a JobSet that ends with a role that it lacks, by the webhook of JobSet', async () => {
    const job = jobs().find(({ kind }) => kind === 'JobSet');
    const successPolicy = { operator: 'All', targetReplicatedJobs: ['nobody'] };
    const { status, output } = await dryRun({ ...job, spec: { ...job?.spec, successPolicy } });
    expect([status, output]).toEqual([1, expect.stringContaining("replicatedJob name 'nobody' does not appear")]);
  });
});

describe('the operators of the cluster', () => {
  judgedBy([KUEUE]);
  const operators = [Operator.TRAINING, Operator.JOBSET, Operator.KUEUE];
  const kinds = operators.flatMap(({ name, serves }) => serves.map((kind) => [name, kind] as const));

  test.each(kinds)('%s serves %s', async (_, kind) => {
    const [, plural = '', group = '', version = ''] = /^([^.]+)\.(.+)\/(.+)$/.exec(kind) ?? [];
    const listed = JSON.parse(await kubectl('get', '--raw', `/apis/${group}/${version}/${plural}`));
    expect(listed).toMatchObject({ apiVersion: `${group}/${version}`, items: expect.any(Array) });
  });

  test('are left alone by the commands of DEPLOY.md, which find them there', async () => {
    const commands = operatorSteps(operators).flatMap(({ commands: all = [] }) => all);
    const { status, output } = await attempt('bash', ['-euxc', commands.join('\n')], { cwd: temporaryFolder() });
    expect([status, output]).toEqual([0, expect.not.stringMatching(/kubectl apply|helm/)]);
    expect(output.match(/condition met/g)).toHaveLength(operators.flatMap(({ crds }) => crds).length);
  });
});

function inDefault(job: KubernetesObject): KubernetesObject {
  return { ...job, metadata: { ...job.metadata, namespace: 'default' } };
}
