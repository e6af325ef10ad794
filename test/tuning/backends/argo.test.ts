import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { guideSteps } from '../../../lib/core/contracts/guide';
import type { WorkflowSpec } from '../../../lib/kubernetes/kinds/argo-specs';
import { EnvValue } from '../../../lib/pods/containers/env-value';
import { RUNS } from '../../../lib/kubernetes/run-objects';
import { Operator } from '../../../lib/operators/operator';
import { PyTorch } from '../../../lib/training/strategies/pytorch/pytorch';
import { TensorFlow } from '../../../lib/training/strategies/tensorflow/tensorflow';
import { TrainingEngine } from '../../../lib/training/training-engines';
import { TuningAlgorithm } from '../../../lib/tuning/algorithm';
import { ExperimentBackend } from '../../../lib/tuning/experiment-backend';
import { MetricsSource, Objective } from '../../../lib/tuning/objective';
import { Search } from '../../../lib/tuning/search';
import { DataSet } from '../../../lib/workflow/data-set';
import { adviceOf, CLUSTER, experiment, POOL, problemsOf, specOf } from '../experiments';
import { beforeOf, type Template } from '../../workflow/rendered-graph';
import { gpuPool } from '../../workload/pools';

const bucket = { bucketName: 'acme-data', url: 'gs://acme-data' };
const ARGO = {
  backend: ExperimentBackend.argo({ results: DataSet.bucket(bucket, 'experiments') }),
  metrics: MetricsSource.file(),
};
const identity = { email: 'a@p.iam.gserviceaccount.com', namespace: 'research', serviceAccountName: 'trainer' };
type Changes = NonNullable<Parameters<typeof experiment>[0]>;

function rendered(changes: Changes = {}): WorkflowSpec {
  const job = { identity, ...changes.job };
  return specOf({ ...ARGO, ...changes, job }, 'Workflow');
}

function template(spec: WorkflowSpec, name: string): Template {
  return (spec.templates as readonly Template[]).find((each) => each.name === name)!;
}

function envOf(container: unknown) {
  return (container as { readonly env: readonly { readonly name: string; readonly value: string }[] }).env;
}

test('its trials are steps between one that makes the folder and one that shows the best', () => {
  const spec = rendered({ algorithm: TuningAlgorithm.grid(), trials: 2 });
  const names = template(spec, 'main').dag?.tasks.map(({ name }) => name);
  expect(names).toEqual(['begin', 'trial-1', 'trial-2', 'best']);
  const job = JSON.parse(template(spec, 'trial-2').resource?.manifest ?? '');
  expect(job).toMatchObject({ kind: 'Job', metadata: { name: '{{workflow.name}}-trial-2' } });
  const [container] = job.spec.template.spec.containers;
  expect(container.command).toEqual(['python3', 'train.py']);
  expect(container.args).toEqual(['0.05', '1']);
  const env = Object.fromEntries(envOf(container).map(({ name, value }) => [name, value]));
  expect(env).toMatchObject({
    RESULTS: '/data/experiments/{{workflow.name}}',
    METRICS_FILE: '$(RESULTS)/trial-2',
  });
});

test('the values of a random search follow from its seed, or from its name', () => {
  const valuesOf = (changes: Changes) =>
    envOf(template(rendered(changes), 'best').container).find(({ name }) => name === 'TRIALS')?.value;
  expect(valuesOf({})).toBe(valuesOf({}));
  expect(valuesOf({})).not.toBe(valuesOf({ revision: 'r2' }));
  const seeded = { algorithm: TuningAlgorithm.random({ seed: 7 }) };
  expect(valuesOf(seeded)).toBe(valuesOf({ ...seeded, revision: 'r2' }));
});

test.each([
  [1, 1],
  [5, 1],
  [7, 3],
  [12, 4],
  [20, 20],
])('of %i trials %i run at once, and never more', (trials, parallelTrials) => {
  const spec = rendered({ trials, parallelTrials });
  const before = beforeOf(template(spec, 'main'));
  const direct = new Map([...before].map(([name, all]) => [name, new Set(all)]));
  const all = (name: string): Set<string> =>
    new Set([...(direct.get(name) ?? [])].flatMap((other) => [other, ...all(other)]));
  for (let index = 1; index <= trials; index += 1) {
    const earlier = Array.from({ length: Math.max(0, index - parallelTrials) }, (_, other) => `trial-${other + 1}`);
    expect([...all(`trial-${index}`)].sort()).toEqual(['begin', ...earlier].sort());
  }
});

test('trials that run at once should fit, however many there are', () => {
  const job = { identity, workers: 8, resources: { cpus: 3.5 } };
  expect(adviceOf({ ...ARGO, job, trials: 100, parallelTrials: 2 })).not.toContain('workflow-width');
  expect(adviceOf({ ...ARGO, job, trials: 100, parallelTrials: 3 })).toContain('workflow-width');
});

test.each([
  ['TFJob', TrainingEngine.tfJob(), TensorFlow.parameterServer({ parameterServers: { replicas: 1 } })],
  ['a TFJob with an evaluator', TrainingEngine.tfJob(), TensorFlow.multiWorkerMirrored({ evaluator: {} } as never)],
  ['PyTorchJob', TrainingEngine.pyTorchJob(), PyTorch.distributedDataParallel()],
  ['JobSet', TrainingEngine.jobSet(), TensorFlow.multiWorkerMirrored()],
])('runs trials as %s', (_, engine, strategy) => {
  expect(problemsOf({ ...ARGO, job: { identity, engine, strategy, workers: 2 } })).toEqual([]);
});

test('is a run, whose best trial DEPLOY.md shows', () => {
  const { chart } = experiment({ ...ARGO, job: { identity }, revision: 'r2' });
  expect(RUNS.all(chart).map(({ entry: { name, kind } }) => [name, kind.kind])).toEqual([['mnist-r2', 'Workflow']]);
  const best = guideSteps(chart).find(({ step }) => step.phase === 'endings')?.step;
  expect(best?.commands).toEqual([
    `kubectl -n research get workflow mnist-r2 -o go-template='{{range .status.nodes}}{{if eq .displayName "best"}}{{(index .outputs.parameters 0).value}}{{"\\n"}}{{end}}{{end}}'`,
  ]);
});

describe('the last step', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  /** Runs its script with the files and ends of trials; gives its end, what it printed, and its output. */
  function run(changes: Changes, ends: readonly string[], files: readonly string[]) {
    const { container } = template(rendered({ ...changes, trials: ends.length }), 'best');
    const folder = mkdtempSync(join(tmpdir(), 'trainyard-trials-'));
    folders.push(folder);
    for (const [index, text] of files.entries()) writeFileSync(join(folder, `trial-${index + 1}`), text);
    const env: [string, string][] = envOf(container).map(({ name, value }) => [
      name,
      value.replace(/\{\{inputs\.parameters\.trial-(\d+)__\}\}/g, (_, number) => ends[Number(number) - 1]!),
    ]);
    const [shell = '', ...args] = (container!.command as string[]).map((text) =>
      text.replaceAll('/tmp/', `${folder}/`),
    );
    try {
      const stdio = ['ignore', 'pipe', 'ignore'] as const;
      const options = {
        env: { ...Object.fromEntries(env), PATH: process.env['PATH'], RESULTS: folder },
        stdio: [...stdio],
      };
      const printed = execFileSync(shell, args, { ...options, encoding: 'utf8' });
      return { status: 0, printed, best: readFileSync(join(folder, 'best'), 'utf8') };
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string };
      return { status, printed: stdout, best: readFileSync(join(folder, 'best'), 'utf8') };
    }
  }
  const parameters = { lr: Search.discrete([1, 2, 3, 4]) };
  const algorithm = TuningAlgorithm.grid();
  const SUCCEEDED = ['Succeeded', 'Succeeded', 'Succeeded', 'Succeeded'];

  test('takes the best metric that each trial wrote, and the best trial of all', () => {
    const files = [
      'accuracy=0.5\naccuracy=0.25\n',
      'val-accuracy=0.99 accuracy = 0.9 top_accuracy=1\n',
      'epoch=1, accuracy=9.1e-1',
      'accuracy=-5',
    ];
    expect(run({ algorithm, parameters }, SUCCEEDED, files)).toEqual({
      status: 0,
      best: '9.1e-1 trial-3 {"lr":"3"}\n',
      printed: [
        '0.5 trial-1 {"lr":"1"}',
        '0.9 trial-2 {"lr":"2"}',
        '9.1e-1 trial-3 {"lr":"3"}',
        '-5 trial-4 {"lr":"4"}',
        'best: 9.1e-1 trial-3 {"lr":"3"}',
        '',
      ].join('\n'),
    });
  });

  test('takes the least one if less is better', () => {
    const objective = Objective.minimize('loss');
    const files = ['loss=3\nloss=2', 'loss=10', 'loss=0.5', 'loss=1e-3'];
    expect(run({ algorithm, parameters, objective }, SUCCEEDED, files).best).toBe('1e-3 trial-4 {"lr":"4"}\n');
  });

  test('leaves out trials that failed or wrote no metric, and fails at the number of failedTrials', () => {
    const ends = ['Succeeded', 'Failed', 'Succeeded', 'Omitted'];
    const files = ['accuracy=0.5', 'accuracy=0.9', 'accuracy=nan', ''];
    const some = run({ algorithm, parameters, failedTrials: 4 }, ends, files);
    expect(some).toMatchObject({ status: 0, best: '0.5 trial-1 {"lr":"1"}\n' });
    expect(some.printed).toContain('failed trial-2 {"lr":"2"}\nfailed trial-3 {"lr":"3"}\nfailed trial-4 {"lr":"4"}\n');
    const many = run({ algorithm, parameters, failedTrials: 3 }, ends, files);
    expect(many).toMatchObject({ status: 1, best: '0.5 trial-1 {"lr":"1"}\n' });
    expect(many.printed).toContain('3 trials failed or wrote no metric to METRICS_FILE');
    expect(
      run(
        { algorithm, parameters, failedTrials: 4 },
        ends.map(() => 'Failed'),
        files,
      ),
    ).toMatchObject({ status: 1 });
  });
});

test.each([
  ['the algorithm tpe', { algorithm: TuningAlgorithm.tpe() }],
  ['metrics that are no lines in a file', { metrics: MetricsSource.stdout() }],
  ['metrics that are no lines in a file', { metrics: MetricsSource.push() }],
  ['metrics that are no lines in a file', { metrics: MetricsSource.file('/metrics/all.json', 'JSON') }],
  ['earlyStopping', { earlyStopping: {} }],
  ['a goal', { objective: Objective.maximize('accuracy', { goal: 0.9 }) }],
])('fails: %s is refused with experiment-backend', (text, changes) => {
  const [problem, ...others] = problemsOf({ ...ARGO, ...changes });
  expect(others).toEqual([]);
  expect(problem).toContain(`Argo Workflows runs no experiment with ${text}, because`);
  expect(problem).toContain('(experiment-backend)');
});

test.each([
  { trials: 0 },
  { trials: 5001 },
  { parallelTrials: 0 },
  { parallelTrials: 13 },
  { failedTrials: 0 },
  { failedTrials: 13 },
])('fails: numbers of trials that no Workflow can have are refused with experiment-trials: %o', (changes) => {
  expect(problemsOf({ ...ARGO, ...changes }).join()).toContain('(experiment-trials)');
});

test('fails: a cluster without Argo Workflows is refused with operator-missing', () => {
  const { chart } = experiment({ ...ARGO, job: { identity } }, { ...CLUSTER, operators: [Operator.KATIB] });
  const problems = chart.node.findAll().flatMap(({ node }) => node.validate());
  expect(problems.join()).toContain('add Operator.ARGO_WORKFLOWS to operators of the cluster');
});

test('its first and last step can run on a pool without GPUs, and what trials wait for is said once', () => {
  const pool = gpuPool({ cluster: CLUSTER, maxNodes: 20 });
  const env = { TOKEN: EnvValue.fromSecret('tracker', 'token') };
  const job = { identity, pool, env };
  const small = ExperimentBackend.argo({ results: DataSet.bucket(bucket, 'experiments'), pool: POOL });
  expect(adviceOf({ ...ARGO, job })).toContain('gpu-idle');
  expect(adviceOf({ ...ARGO, backend: small, job })).not.toContain('gpu-idle');
  const { chart } = experiment({ ...ARGO, job });
  const texts = guideSteps(chart).flatMap(({ step }) => (step.phase === 'standing' ? [step.text] : []));
  expect(new Set(texts)).toEqual(new Set([expect.stringMatching(/^Pods of `mnist` wait .* Secret `tracker`/)]));
});
