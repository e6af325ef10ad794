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
  'item-unknown': () => ({ steps: [step('a', { args: [RunValue.ITEM] })] }),
  'output-unknown': () => ({ steps: [step('a', { args: [first.output('accuracy')] })] }),
  'status-of-none': () => ({ steps: [step('a', { args: [first.status] })] }),
  'parameter-name': () => ({ steps: [first], parameters: { '1st': '' } }),
  'parameter-unknown': () => ({ steps: [step('a', { args: [RunValue.parameter('epochs')] })] }),
  'status-unknown': () => ({ steps: [step('a', { args: [RunValue.STATUS] })] }),
  'step-missing': () => ({ steps: [] }),
  'step-unknown': () => ({ steps: [step('a', { after: [first] })] }),
  'step-cycle': () => {
    const [a, b] = ['a', 'b'].map((folder) => DataSet.bucket(bucket, folder));
    return {
      steps: [step('x', { reads: { A: a }, writes: { B: b } }), step('y', { reads: { B: b }, writes: { A: a } })],
    };
  },
  'step-name': () => ({ steps: [step('Upper')] }),
  'step-option': () => ({ steps: [step('a', { retries: -1 })] }),
  'step-command': () => ({ steps: [Step.task('a', { pool: cluster.pool, image: 'step:1' })] }),
  schedule: () => ({ steps: [first], trigger: Trigger.cron('at two') }),
  'release-place': () => ({ steps: [release(ModelSource.image('served:1', '/models').latest())] }),
  'release-pinned': () => ({ steps: [release(ModelSource.bucket(bucket, 'served').version(1))] }),
  'workflow-width': () => ({ steps: ['a', 'b'].map((name) => step(name, { resources: { cpus: 1 } })) }),
};

function release(model: ModelSource): Step<'version'> {
  return Step.release('release', { pool: cluster.pool, image: 'step:1', from: DataSet.bucket(bucket, 'new'), model });
}

describe('fails:', () => {
  test('fails: data-unwritten, item-unknown, output-unknown, parameter-name, parameter-unknown, status-unknown', () => {
    for (const code of ['data-unwritten', 'item-unknown', 'output-unknown']) expect(codesOf(code)).toEqual([code]);
    expect(codesOf('status-of-none')).toEqual(['output-unknown']);
    for (const code of ['parameter-name', 'parameter-unknown', 'status-unknown']) expect(codesOf(code)).toEqual([code]);
  });

  test('fails: step-missing, step-unknown, step-cycle, step-name, step-option, step-command', () => {
    for (const code of ['step-missing', 'step-unknown', 'step-cycle']) expect(codesOf(code)).toEqual([code]);
    for (const code of ['step-name', 'step-option', 'step-command']) expect(codesOf(code)).toEqual([code]);
  });

  test('fails: schedule, release-place, release-pinned, workflow-width', () => {
    for (const code of ['schedule', 'release-place', 'release-pinned', 'workflow-width']) {
      expect(codesOf(code)).toEqual([code]);
    }
  });

  test('fails: a job whose runs have too long names (run-name)', () => {
    const train = Step.training('train-on-all-digits-of-the-night', {
      ...task,
      strategy: Plain.indexedTasks(),
      engine: TrainingEngine.job(),
    });
    const trigger = Trigger.cron('@daily', { timeZone: 'Europe/Berlin', catchUp: Duration.hours(1) });
    expect(codes(() => ({ steps: [train], trigger }), 'flow')).toEqual([]);
    expect(codes(() => ({ steps: [train], trigger }), 'every-night-of-the-year')).toEqual(['run-name']);
  });
});

function codesOf(code: string): string[] {
  const make = wrong[code];
  if (!make) throw new Error(`no program has ${code}`);
  return codes(make);
}

test('steps that use what others give, in any order of the list, are accepted', () => {
  const digits = DataSet.bucket(bucket, 'digits').perRun();
  const write = step('write', { writes: { OUT: digits }, retries: 1 });
  const read = step('read', { reads: { IN: digits }, when: Condition.above(first.output('accuracy'), 0.9) });
  const each = step('each', { args: [RunValue.ITEM], forEach: { items: ['a'], atMost: 1 }, after: [write] });
  const onExit = step('report', { args: [RunValue.STATUS, RunValue.FAILURES] });
  const steps = [each, read, write, Step.approval('ask', { after: [first] }), first];
  expect(codes(() => ({ steps, onExit, parameters: { epochs: '5' } }))).not.toContain('step-cycle');
});
