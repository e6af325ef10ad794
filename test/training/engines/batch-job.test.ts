import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { TrainingEngine } from '../../../lib/training/training-engines';
import { jobOf, specOf, STRATEGIES, tasksOf, TORCH } from '../jobs';

const engine = TrainingEngine.job();
const mirrored = STRATEGIES['multi-worker mirrored'];
const render = (options: Parameters<typeof jobOf>[0] = {}, name?: string) =>
  engine.render(jobOf({ strategy: mirrored, ...options }, name));

test('is an Indexed Job with a pod for each worker', () => {
  expect(render().main).toMatchObject({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'mnist' } });
  expect(specOf(render().main)).toMatchObject({
    completionMode: 'Indexed',
    completions: 2,
    parallelism: 2,
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'tensorflow' }] } },
  });
});

test('has a Service that gives its pods host names, also before they are ready', () => {
  const { before: needs = [], main: job } = render();
  expect(needs).toEqual([
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'mnist' },
      spec: { clusterIP: 'None', publishNotReadyAddresses: true, selector: { 'trainyard/workload': 'mnist' } },
    },
  ]);
  expect(specOf(job).template).toMatchObject({
    metadata: { labels: { 'trainyard/workload': 'mnist' } },
    spec: { subdomain: 'mnist' },
  });
});

test('has no Service where tasks do not talk to each other', () => {
  const { before: needs, main: job } = render({
    strategy: {
      ...mirrored,
      port: undefined,
      roles: (o) => mirrored.roles(o),
      rendezvous: () => ({ env: [], args: [] }),
    },
  });
  expect(needs).toBeUndefined();
  expect(specOf(job).template.spec).not.toHaveProperty('subdomain');
  expect(specOf(job).template.spec.containers[0]).not.toHaveProperty('ports');
});

test('takes the name of the Service from the base where its own is known only in the cluster', () => {
  const job = { ...jobOf({ strategy: mirrored }), base: 'tuning' };
  const { before: needs = [], main: object } = engine.render(job);
  expect(needs.map(({ metadata }) => metadata.name)).toEqual(['tuning']);
  const [task] = tasksOf([object], 'trial-7');
  expect(task?.env['TF_CONFIG']).toContain('"worker":["trial-7-0.tuning:2222","trial-7-1.tuning:2222"]');
});

test('lets elastic workers meet at a name with its domain', () => {
  const [task] = tasksOf([render({ strategy: TORCH.elastic }).main]);
  expect(task?.env['PET_RDZV_ENDPOINT']).toBe('mnist-0.mnist.default.svc.cluster.local:29500');
});

test('is complete with the first elastic worker, and otherwise with all tasks', () => {
  const successPolicy = { rules: [{ succeededCount: 1 }] };
  expect(specOf(render({ strategy: TORCH.elastic }).main)).toMatchObject({ successPolicy });
  expect(specOf(render({ strategy: TORCH.torchrun }).main)).not.toHaveProperty('successPolicy');
});

describe('a lost worker', () => {
  test('is replaced, as often as the job may restart, and the job fails when one of them has failed too often', () => {
    expect(specOf(render({ maxRestarts: 5 }).main)).toMatchObject({ backoffLimitPerIndex: 5, maxFailedIndexes: 0 });
    expect(specOf(render().main)).toMatchObject({ backoffLimitPerIndex: 3 });
  });

  test('does not count where Kubernetes took it away', () => {
    expect(specOf(render().main).podFailurePolicy).toEqual({
      rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
    });
  });
});

test('takes limits of time in seconds', () => {
  const spec = specOf(render({ activeDeadline: Duration.hours(2), ttlAfterFinished: Duration.days(1) }).main);
  expect(spec).toMatchObject({ activeDeadlineSeconds: 7200, ttlSecondsAfterFinished: 86400 });
});

test('selects its pods by its name', () => {
  expect(engine.podLabels(jobOf())).toEqual({ 'batch.kubernetes.io/job-name': 'mnist' });
});

test('takes a name whose longest pod name has 63 characters', () => {
  expect([...engine.problems(jobOf({ strategy: mirrored }, 'a'.repeat(55)))]).toEqual([]);
});

test('fails: a name whose pods have longer names is refused with job-name', () => {
  expect([...engine.problems(jobOf({ strategy: mirrored }, 'a'.repeat(56)))]).toMatchObject([
    { code: 'job-name', message: expect.stringContaining('but its Job adds "-1-xxxxx"') },
  ]);
});

test('fails: tasks of several roles are refused with engine-role', () => {
  expect([...engine.problems(jobOf())]).toEqual([
    {
      code: 'engine-role',
      property: 'engine',
      message: 'TensorFlow parameter server has the roles "chief", "ps", "worker", but all tasks of a Job are alike',
      fix: 'use TrainingEngine.jobSet()',
    },
  ]);
});
