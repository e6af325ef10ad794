/* eslint-disable @typescript-eslint/no-explicit-any -- pipelines are read as they are written */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Duration, Size, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileText } from '../../../lib/core/contracts/further-file';
import { ClusterChart, EnvValue, Mount, PodUser, PyTorch, Taint } from '../../../lib/index';
import { JOB } from '../../../lib/kubernetes/kinds/batch';
import { pachyderm } from '../../../lib/workflow/backends/pachyderm/pachyderm';
import { DataSet, RunValue, Step, Trigger, Workflow, WorkflowBackend } from '../../../lib/workflow/index';
import type { PachydermOptions, WorkflowProps } from '../../../lib/workflow/index';
import { resolveWorkflow } from '../../../lib/workflow/resolve-workflow';
import type { TaskStepOptions } from '../../../lib/workflow/step';
import { cpuPool, GKE, gpuPool } from '../../workload/pools';

const BUCKET = { bucketName: 'acme', url: 'gs://acme' };
const data = (folder: string) => DataSet.bucket(BUCKET, folder);
const [RAW, PREPARED, MODEL] = [data('raw'), data('prepared'), data('model')];
const POOL = cpuPool();

const task = (name: string, options: Partial<TaskStepOptions> = {}): Step =>
  Step.task(name, { image: 'acme/step:1', pool: POOL, command: ['run'], ...options });
const PREPARE = task('prepare', { reads: { RAW }, writes: { OUT: PREPARED } });

function resolved(props: WorkflowProps, options: PachydermOptions = {}, id = 'digits') {
  const chart = new ClusterChart(Testing.app(), 'chart', { cluster: GKE });
  const backend = pachyderm(options);
  return { backend, workflow: resolveWorkflow(new Construct(chart, id), backend, props) };
}

function pipelines(props: WorkflowProps, options?: PachydermOptions): any[] {
  const { backend, workflow } = resolved(props, options);
  return backend.files(workflow).flatMap((file) => JSON.parse(fileText(file)));
}

/** The pipeline of one step that reads. */
const pipeline = (step: Partial<TaskStepOptions> = {}, options?: PachydermOptions) =>
  pipelines({ steps: [task('one', { reads: { RAW }, ...step })] }, options)[0];

function guide(props: WorkflowProps): string {
  const { backend, workflow } = resolved(props);
  return [
    ...backend.files(workflow).flatMap((file) => file.commands('pipelines.json')),
    ...backend.guide(workflow).flatMap(({ text = '', commands = [] }) => [text, ...commands]),
  ].join('\n');
}

const schema = readFileSync(join(__dirname, '../../conformance/schemas/pachyderm-2.11.6.json'), 'utf8');
const isPipeline = new Ajv({ strict: false, allErrors: true, formats: { 'date-time': true } }).compile(
  JSON.parse(schema),
);

function expectSchema(all: readonly unknown[]): void {
  for (const each of all) expect(isPipeline(each), JSON.stringify([isPipeline.errors, each])).toBe(true);
}

test('is a pipeline for each step, whose repos carry its data', () => {
  const train = task('train', { reads: { DATA: PREPARED }, writes: { MODEL } });
  const infer = task('infer', { reads: { IMAGES: RAW, MODEL } });
  const all = pipelines({ steps: [infer, train, PREPARE] }, { steps: { infer: { globs: { IMAGES: '/*' } } } });
  expectSchema(all);
  const pfs = (name: string, repo: string, glob = '/') => ({ pfs: { name, repo, branch: 'master', glob } });
  expect(all.map(({ pipeline: { name }, input }) => [name, input])).toEqual([
    ['digits-prepare', pfs('raw', 'raw')],
    ['digits-train', pfs('data', 'digits-prepare')],
    ['digits-infer', { cross: [pfs('images', 'raw', '/*'), pfs('model', 'digits-train')] }],
  ]);
  expect(all.map(({ transform }) => transform.env)).toMatchObject([
    { RAW: '/pfs/raw', OUT: '/pfs/out' },
    { DATA: '/pfs/data', MODEL: '/pfs/out' },
    { IMAGES: '/pfs/images', MODEL: '/pfs/model' },
  ]);
});

test('sends a step to a GPU by its pool alone', () => {
  const each = pipeline({
    pool: gpuPool(),
    resources: { cpus: 2, memory: Size.gibibytes(8), ephemeralStorage: Size.gibibytes(20) },
  });
  expectSchema([each]);
  expect(each).toMatchObject({
    resourceRequests: { cpu: 2, memory: '8Gi', disk: '20Gi' },
    resourceLimits: { memory: '8Gi', disk: '20Gi', gpu: { type: 'nvidia.com/gpu', number: 1 } },
    schedulingSpec: { nodeSelector: { 'cloud.google.com/gke-nodepool': 'k80' } },
    tolerations: [{ key: 'nvidia.com/gpu', operator: 'EQUAL', value: 'present', effect: 'NO_SCHEDULE' }],
    autoscaling: true,
  });
  expect(pipeline().resourceLimits).not.toHaveProperty('gpu');
});

test('has the words of Pachyderm for each effect of a taint', () => {
  const taints = [Taint.of('a', 'b'), Taint.of('a', 'b', 'PreferNoSchedule'), Taint.of('a', 'b', 'NoExecute')];
  const podSpec = { tolerations: [{ operator: 'Exists', tolerationSeconds: 5 }] };
  const each = pipeline({ pool: cpuPool({ taints }), podSpec });
  expectSchema([each]);
  expect(each.tolerations.map(({ operator, effect }: any) => `${operator} ${effect}`)).toEqual([
    'EQUAL NO_SCHEDULE',
    'EQUAL PREFER_NO_SCHEDULE',
    'EQUAL NO_EXECUTE',
    'EXISTS ALL_EFFECTS',
  ]);
});

test('spreads datums over workers, which count against the pool', () => {
  const options = { steps: { one: { workers: 4, datumSet: { size: Size.mebibytes(2) } } } };
  const each = pipeline({ retries: 2, timeout: Duration.minutes(10) }, options);
  expectSchema([each]);
  expect(each).toMatchObject({
    parallelismSpec: { constant: 4 },
    datumSetSpec: { sizeBytes: 2 * 1024 ** 2 },
    datumTries: 3,
    datumTimeout: '600s',
  });
  expect(pipeline({}, { steps: { one: { datumSet: { perWorker: 2 } } } }).datumSetSpec).toEqual({ perWorker: 2 });
  const { workflow } = resolved({ steps: [task('one', { reads: { RAW } })] }, options);
  expect(workflow.steps[0]?.pods).toMatchObject([{ name: 'one', replicas: 4, atLeast: 1, lowered: 'workers' }]);
});

test('leaves room for the container of Pachyderm on a node with GPUs', () => {
  const { workflow } = resolved({ steps: [task('one', { reads: { RAW }, pool: gpuPool() })] });
  expect(workflow.steps[0]).toMatchObject({ task: { resources: { sidecars: { cpuMillis: 100 } } } });
  expect(pipeline().sidecarResourceRequests).toEqual({ cpu: 0.1, memory: '256Mi' });
});

test('fills variables in as Kubernetes does, because workers run the command without it', () => {
  const env = { BASE: '/pfs', PATH_IN: '$(BASE)/raw', LATER: '$(LAST)', LAST: 'x', PRICE: '5$' };
  const { transform } = pipeline({
    env,
    command: ['run', '$(PATH_IN)', '$$(BASE)', '$(NOTHING)', '$(RAW)'],
    args: ['$(LATER)'],
  });
  expect(transform.cmd).toEqual(['run', '/pfs/raw', '$(BASE)', '$(NOTHING)', '/pfs/raw', '$(LAST)']);
  // Kubernetes makes one dollar of two.
  expect(transform.env).toMatchObject({ PATH_IN: '/pfs/raw', LATER: '$$(LAST)', PRICE: '5$$' });
});

test('has Secrets, labels and a priority in its own words', () => {
  const each = pipeline({
    env: { TOKEN: EnvValue.fromSecret('hub', 'token') },
    imagePullSecrets: ['registry'],
    workingDir: '/app',
    priorityClassName: 'high',
  });
  expectSchema([each]);
  expect(each.transform).toMatchObject({
    image: 'acme/step:1',
    secrets: [{ name: 'hub', envVar: 'TOKEN', key: 'token' }],
    imagePullSecrets: ['registry'],
    workingDir: '/app',
  });
  expect(each.schedulingSpec.priorityClassName).toBe('high');
  expect(each.metadata.labels).toMatchObject({ 'app.kubernetes.io/component': 'one' });
});

describe('a step that no data starts', () => {
  const steps = [task('load', { writes: { OUT: RAW } }), PREPARE];

  test('runs at times', () => {
    const all = pipelines({ steps, trigger: Trigger.cron('0 2 * * *') });
    expectSchema(all);
    expect(all[0].input).toEqual({ cron: { name: 'tick', spec: '0 2 * * *', overwrite: true } });
    expect(all[1].input).toMatchObject({ pfs: { repo: 'digits-load' } });
  });

  test('runs at times with the data of others', () => {
    const [first] = pipelines({ steps: [PREPARE], trigger: Trigger.cron('@daily') });
    expect(first.input.cross).toMatchObject([{ cron: { spec: '@daily' } }, { pfs: { repo: 'raw' } }]);
  });

  test('is started by a command', () => {
    expect(pipelines({ steps })[0].input.cron.spec).toBe('@never');
    expect(guide({ steps })).toContain('`pachctl run cron digits-load`');
  });
});

test('has its commands in DEPLOY.md, which can run again', () => {
  const cached = DataSet.volume(
    { claimName: 'shared', at: () => Mount.persistentVolumeClaim('shared', '/x') },
    'labels',
  );
  const text = guide({ steps: [PREPARE, task('train', { reads: { DATA: PREPARED, LABELS: cached } })] });
  expect(text).toContain(
    'pachctl validate pipeline -f pipelines.json\npachctl update repo raw\npachctl update repo labels\npachctl update pipeline -f pipelines.json',
  );
  expect(text).toContain("`pachctl put file -r raw@master:/ -f 'gs://acme/raw'`");
  expect(text).toContain('`pachctl wait commit digits-train@master`');
  expect(text).toMatch(/delete pipeline digits-train\n.*delete pipeline digits-prepare$/);
});

test('has no object, and writes a file', () => {
  const chart = new ClusterChart(Testing.app(), 'chart', { cluster: GKE });
  const workflow = new Workflow(chart, 'digits', { steps: [PREPARE], backend: WorkflowBackend.pachyderm() });
  expect(workflow.resource).toBeUndefined();
  expect(Testing.synth(chart)).toEqual([]);
});

/** The problems of a workflow, each as its code and its message. */
function problemsOf(props: WorkflowProps, options?: PachydermOptions): string[] {
  const { backend, workflow } = resolved(props, options);
  return [...backend.problems(workflow)].map(({ code, message }) => `${code}: ${message}`);
}

const one = (options: Partial<TaskStepOptions>): WorkflowProps => ({
  steps: [task('one', { reads: { RAW }, ...options })],
});
const also = (props: Partial<WorkflowProps>): WorkflowProps => ({ steps: [PREPARE], ...props });

test.each<[string, WorkflowProps, string]>([
  [
    'a training step',
    also({
      steps: [Step.training('train', { image: 'a:1', pool: gpuPool(), strategy: PyTorch.torchrun(), workers: 1 })],
    }),
    'creates a Job, but a pipeline runs pods of its own and creates no jobs',
  ],
  ['an object', also({ steps: [Step.object('job', { kind: JOB, spec: {} })] }), 'creates a Job'],
  ['an approval', also({ steps: [Step.approval('ask')] }), 'is an approval'],
  ['a condition', one({ when: { '~type': 'Condition', text: '1 > 0' } }), 'has when'],
  ['outputs', one({ outputs: { accuracy: '/tmp/accuracy' } }), 'has outputs'],
  ['a fan-out', one({ forEach: { items: ['a'], atMost: 1 } }), 'has forEach'],
  ['a cache', one({ cache: Duration.days(1) }), 'has cache'],
  [
    'an order without data',
    also({ steps: [PREPARE, task('b', { reads: { RAW }, after: [PREPARE] })] }),
    'comes after "prepare"',
  ],
  [
    'a part of a repo',
    also({ steps: [PREPARE, task('b', { reads: { RAW, PART: data('prepared/1') } })] }),
    'comes after "prepare"',
  ],
  ['data of earlier runs', one({ reads: { RAW: RAW.ofEarlierRuns() } }), 'reads data ofEarlierRuns()'],
  ['a reference', one({ args: [RunValue.NAME] }), 'uses {{workflow.name}}'],
  ['a Secret in the command', one({ env: { T: EnvValue.fromSecret('a', 'b') }, args: ['$(T)'] }), 'uses $(T)'],
  ['a variable of the pod', one({ env: { NODE: EnvValue.fromField('spec.nodeName') } }), 'uses $(NODE)'],
  ['a mount', one({ mounts: [Mount.persistentVolumeClaim('cache', '/cache')] }), 'has mounts'],
  ['a user', one({ user: PodUser.of(1234) }), 'has user'],
  ['an init container', one({ initContainers: [{ name: 'before', command: ['true'] }] }), 'has initContainers'],
  ['a field of pods', one({ podSpec: { schedulerName: 'mine' } }), 'has podSpec'],
  ['parameters', also({ parameters: { epochs: '3' } }), 'the workflow has parameters'],
  ['a timeout', also({ timeout: Duration.hours(1) }), 'the workflow has timeout'],
  ['an exit handler', also({ onExit: task('exit') }), 'the workflow has onExit'],
  ['a time to keep runs', also({ keepFinished: Duration.days(1) }), 'the workflow has keepFinished'],
  [
    'a time zone',
    also({ trigger: Trigger.cron('@daily', { timeZone: 'Europe/Berlin' }) }),
    'the workflow has timeZone',
  ],
])('fails: %s (pachyderm-step)', (_, props, message) => {
  expect(problemsOf(props)).toEqual([expect.stringContaining(message)]);
  expect(problemsOf(props)[0]).toMatch(/^pachyderm-step: /);
});

test.each<[string, readonly Step[], string]>([
  [
    'two data sets of one step',
    [task('a', { reads: { RAW }, writes: { A: MODEL, B: PREPARED } })],
    'writes several data sets',
  ],
  [
    'two steps for one data set',
    [PREPARE, task('b', { reads: { RAW }, writes: { OUT: PREPARED } })],
    'writes what "prepare" writes',
  ],
  [
    'one repo for the folders of two buckets',
    [task('a', { reads: { RAW, OLD: DataSet.bucket({ bucketName: 'old', url: 'gs://old' }, 'raw') } })],
    'reads gs://old/raw, whose repo would be that of gs://acme/raw too',
  ],
  ['its own data set', [task('a', { reads: { RAW }, writes: { OUT: RAW } })], 'no input of its own pipeline'],
])('fails: %s (pachyderm-data)', (_, steps, message) => {
  const found = problemsOf({ steps });
  expect(found[0]).toMatch(/^pachyderm-data: /);
  expect(found.join('\n')).toContain(message);
});

test('fails: settings of no step, of no data set, and of no pods (pachyderm-option)', () => {
  const steps = { prepare: { workers: 0, globs: { OUT: '/*' } }, trian: {} };
  expect(problemsOf({ steps: [PREPARE] }, { steps })).toEqual([
    'pachyderm-option: steps.prepare.workers cannot be 0',
    expect.stringContaining('pachyderm-option: the settings of "prepare"'),
    expect.stringContaining('pachyderm-option: the settings of "trian"'),
  ]);
});

test('fails: a pipeline with a long name', () => {
  expect(problemsOf({ steps: [task('p'.repeat(40), { reads: { RAW } })] })).toEqual([]);
  const { backend, workflow } = resolved({ steps: [task('p'.repeat(40), { reads: { RAW } })] }, {}, 'a-longer-name');
  expect([...backend.problems(workflow)].map(({ message }) => message)).toEqual([
    expect.stringContaining('54 characters'),
  ]);
});

test('500 workflows: pipelines stand after those that they read, and carry the same data', () => {
  const numbers = fc.array(fc.nat(), { maxLength: 4 });
  const shape = fc.array(fc.record({ earlier: numbers, outside: numbers, writes: fc.boolean(), gpu: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(shape, fc.infiniteStream(fc.nat()), (plan, seeds) => {
      const written = plan.map((_, index) => data(`results/${index}`));
      const flows = plan.map(({ earlier, outside }, index) => {
        const before = index === 0 ? [] : earlier.map((each) => each % index).filter((each) => plan[each]?.writes);
        const others = [...new Set(outside.map((each) => each % 3))].map((each) => `outside-${each}`);
        return { before: [...new Set(before)], others };
      });
      const steps = plan.map(({ writes, gpu }, index) => {
        const { before, others } = flows[index] ?? { before: [], others: [] };
        const reads = Object.fromEntries([
          ...before.map((each) => [`IN_${each}`, written[each]]),
          ...others.map((each) => [each.toUpperCase().replace('-', '_'), data(each)]),
        ]);
        const out = written[index];
        return task(`s${index}`, { reads, writes: writes && out ? { OUT: out } : {}, pool: gpu ? gpuPool() : POOL });
      });
      const shuffled = steps.map((step) => ({ step, at: seeds.next().value })).sort((a, b) => a.at - b.at);
      const all = pipelines({ steps: shuffled.map(({ step }) => step) });
      expectSchema(all);
      const names: string[] = all.map((each) => each.pipeline.name);
      expect([...names].sort()).toEqual(steps.map(({ name }) => `digits-${name}`).sort());
      for (const [index, each] of all.entries()) {
        const inputs: any[] = each.input.cross ?? [each.input];
        const repos = inputs.flatMap(({ pfs }) => pfs?.repo ?? []);
        const { before = [], others = [] } = flows[Number(/\d+$/.exec(each.pipeline.name)?.[0])] ?? {};
        expect([...repos].sort()).toEqual([...before.map((one) => `digits-s${one}`), ...others].sort());
        for (const repo of repos.filter((name) => names.includes(name)))
          expect(names.indexOf(repo)).toBeLessThan(index);
      }
    }),
    { numRuns: 500 },
  );
});
