import { App, Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { LocalCluster } from '../../lib/local/local-cluster';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { openAdvice } from '../../lib/core/problems/check';
import { ValidationError } from '../../lib/core/problems/errors';
import { ModelSource } from '../../lib/model/model-source';
import { Operator } from '../../lib/operators/operator';
import { Plain, TrainingEngine } from '../../lib/training';
import { Condition, DataSet, RunValue, Step, Trigger, Workflow, type WorkflowProps } from '../../lib/workflow';

const cluster = LocalCluster.kind({ cpus: 2, operators: [Operator.ARGO_WORKFLOWS] });
const bucket = { bucketName: 'acme', url: 'gs://acme' };
const task = { pool: cluster.pool, image: 'step:1', command: ['run'] };
const step = (name: string, options: object = {}) => Step.task(name, { ...task, ...options });
const first = Step.task('first', { ...task, outputs: { accuracy: '/tmp/accuracy' } });

/** The codes of all problems of a workflow, and of its advice about steps. */
function codes(make: () => WorkflowProps, id = 'flow'): string[] {
  const app = new App();
  const chart = new ClusterChart(app, 'flows', { cluster, namespace: 'flows' });
  try {
    new Workflow(chart, id, make());
  } catch (error) {
    if (ValidationError.isValidationError(error)) return error.problems.map(({ code }) => code);
    throw error;
  }
  const found = app.node.findAll().flatMap(({ node }) => node.validate());
  const advice = openAdvice(app).filter(({ advice: { code } }) => code === 'workflow-width');
  const all = found.map((text) => /\(([a-z-]+)\)$/.exec(text)?.[1] ?? text);
  // This cluster has no buckets.
  return [...all.filter((code) => code !== 'bucket-feature'), ...advice.map(({ advice: { code } }) => code)];
}

const perRun = DataSet.bucket(bucket, 'digits').perRun();
const wrong: Readonly<Record<string, () => WorkflowProps>> = {
  'data-unwritten': () => ({ steps: [step('a', { reads: { DATA: perRun } })] }),
  'step-unknown': () => ({ steps: [step('a', { after: [first] })] }),
  'step-cycle': () => {
    const [a, b] = ['a', 'b'].map((folder) => DataSet.bucket(bucket, folder));
    return {
      steps: [step('x', { reads: { A: a }, writes: { B: b } }), step('y', { reads: { B: b }, writes: { A: a } })],
    };
  },
  'step-option': () => ({ steps: [step('a', { retries: -1 })] }),
  schedule: () => ({ steps: [first], trigger: Trigger.cron('at two') }),
  'release-place': () => ({ steps: [release(ModelSource.image('served:1', '/models').latest())] }),
  'release-pinned': () => ({ steps: [release(ModelSource.bucket(bucket, 'served').version(1))] }),
  'workflow-width': () => ({ steps: ['a', 'b'].map((name) => step(name, { resources: { cpus: 1 } })) }),
};

function release(model: ModelSource): Step<'version'> {
  return Step.release('release', { pool: cluster.pool, image: 'step:1', from: DataSet.bucket(bucket, 'new'), model });
}

test('fails: a step that waits for a failure which ends the run (step-status)', () => {
  const never = Condition.equals(first.status, 'Failed');
  expect(codes(() => ({ steps: [first, step('clean', { when: never })] }))).toEqual(['step-status']);

  const train = Step.training('train', { ...task, strategy: Plain.indexedTasks(), mayFail: true });
  const failed = Condition.equals(train.status, 'Failed');
  expect(codes(() => ({ steps: [train, step('clean', { when: failed })] }))).not.toContain('step-status');
  const either = Condition.any(never, Condition.above(first.output('accuracy'), 0));
  expect(codes(() => ({ steps: [first, step('clean', { when: either })] }))).not.toContain('step-status');
});

describe('fails:', () => {
  test('fails: wrong names of a step and of a parameter (name)', () => {
    expect(codes(() => ({ steps: [step('Upper')] }))).toEqual(['name']);
    expect(codes(() => ({ steps: [first], parameters: { 'learning rate': '' } }))).toEqual(['name']);
  });

  test.each<[string, object]>([
    ['an item of no list', { args: [RunValue.ITEM] }],
    ['an output that no step has', { env: { ACCURACY: first.output('accuracy') } }],
    ['a parameter that the workflow does not have', { command: ['sh', '-c', RunValue.parameter('epochs')] }],
    ['the end of the run', { args: [RunValue.STATUS] }],
    ['an item in an init container', { initContainers: [{ name: 'before', command: ['echo', RunValue.ITEM] }] }],
    ['a parameter with blanks around it', { args: ['{{ workflow.parameters.epochs }}'] }],
    ['an item in a sidecar', { sidecars: [{ name: 'beside', image: 'step:1', env: { ITEM: RunValue.ITEM } }] }],
    ['a parameter in a condition', { when: Condition.equals(RunValue.parameter('mode'), 'full') }],
  ])('fails: %s (run-value)', (_, options) => {
    expect(codes(() => ({ steps: [step('a', options)] }))).toEqual(['run-value']);
  });

  const data = DataSet.bucket(bucket, 'images');
  test.each<[string, string, () => WorkflowProps]>([
    [
      'the folder of all runs where each run has its own',
      'data-unwritten',
      () => ({ steps: [step('a', { writes: { OUT: data.perRun() } }), step('b', { reads: { IN: data } })] }),
    ],
    ['a step that is called as the graph', 'step-name', () => ({ steps: [step('main')] })],
    ['a fan-out of nothing', 'step-option', () => ({ steps: [step('a', { forEach: { items: [], atMost: 1 } })] })],
    ['no program', 'step-option', () => ({ steps: [step('a', { command: [] })] })],
    [
      'two data sets of one variable',
      'step-option',
      () => ({ steps: [step('a', { reads: { DATA: data }, writes: { DATA: DataSet.bucket(bucket, 'out') } })] }),
    ],
    [
      'an output in a folder of the program',
      'step-option',
      () => ({ steps: [step('a', { outputs: { accuracy: 'accuracy.txt' } })] }),
    ],
    ['hours that run backwards', 'schedule', () => ({ steps: [first], trigger: Trigger.cron('0 22-6 * * *') })],
    ['Sunday as 7', 'schedule', () => ({ steps: [first], trigger: Trigger.cron('0 2 * * 7') })],
    [
      'a zone in other letters',
      'schedule',
      () => ({ steps: [first], trigger: Trigger.cron('@daily', { timeZone: 'europe/berlin' }) }),
    ],
    [
      'a release of the served folder',
      'release-place',
      () => ({ steps: [release(ModelSource.bucket(bucket, 'new').latest())] }),
    ],
  ])('fails: %s (%s)', (_, code, props) => {
    expect(codes(props)).toEqual([code]);
  });

  test('schedules of other forms are taken', () => {
    for (const schedule of ['@every 1h30m', '0 2 ? * MON-FRI', '*/5 22-23,0-6 1,15 JAN-MAR 0']) Trigger.cron(schedule);
  });

  test('fails: an output in onExit (run-value)', () => {
    const onExit = step('report', { args: [first.output('accuracy')] });
    expect(codes(() => ({ steps: [first], onExit }))).toEqual(['run-value']);
  });

  test.each(['data-unwritten', 'step-unknown', 'step-cycle', 'step-option'])('fails: %s', (code) => {
    expect(codesOf(code)).toEqual([code]);
  });

  test('fails: schedule, release-place, release-pinned, workflow-width', () => {
    for (const code of ['schedule', 'release-place', 'release-pinned', 'workflow-width']) {
      expect(codesOf(code)).toEqual([code]);
    }
  });

  test('fails: two steps of one name (id-taken)', () => {
    expect(codes(() => ({ steps: [first, step('first')] }))).toEqual(['id-taken']);
  });

  test('fails: a job whose runs have too long names (job-name)', () => {
    const train = Step.training('train-on-all-digits-of-the-night', {
      ...task,
      strategy: Plain.indexedTasks(),
      engine: TrainingEngine.job(),
    });
    const trigger = Trigger.cron('@daily', { timeZone: 'Europe/Berlin', catchUp: Duration.hours(1) });
    expect(codes(() => ({ steps: [train], trigger }), 'flow')).toEqual([]);
    expect(codes(() => ({ steps: [train], trigger }), 'every-night-of-the-year')).toEqual(['job-name']);
  });
});

function codesOf(code: string): string[] {
  const make = wrong[code];
  if (!make) throw new Error(`no program has ${code}`);
  return codes(make);
}

test('a step can have what Argo tells of each run, one data set twice, and texts of other programs', () => {
  const data = DataSet.bucket(bucket, 'digits');
  const args = ['{{workflow.uid}}', '{{ workflow.namespace }}', '{{workflow.creationTimestamp}}', '{{ item }}'];
  expect(codes(() => ({ steps: [step('a', { args, reads: { DATA: data }, writes: { DATA: data } })] }))).toEqual([]);
});

test('fails: the name of a workflow names what it is made of (name)', () => {
  const app = new App();
  const chart = new ClusterChart(app, 'flows', { cluster, namespace: 'flows' });
  const made = new Workflow(chart, 'my_flow', { steps: [first], trigger: Trigger.once('r2') });
  expect(made.node.validate()).toEqual([expect.stringContaining('set the id and the revision to 1 to 63')]);
});

test('steps that use what others give, in any order of the list, are accepted', () => {
  const digits = DataSet.bucket(bucket, 'digits').perRun();
  const write = step('write', { writes: { OUT: digits }, retries: 1 });
  const read = step('read', { reads: { IN: digits }, when: Condition.above(first.output('accuracy'), 0.9) });
  const each = step('each', { args: [RunValue.ITEM], forEach: { items: ['a'], atMost: 1 }, after: [write] });
  const onExit = step('report', { args: [RunValue.STATUS, RunValue.FAILURES] });
  const steps = [each, read, write, Step.approval('ask', { after: [first] }), first];
  expect(codes(() => ({ steps, onExit, parameters: { epochs: '5' } }))).not.toContain('step-cycle');
});
