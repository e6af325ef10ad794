/* eslint-disable @typescript-eslint/no-explicit-any -- manifests are read as they are written, whatever they hold */
import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import type { StrategyOptions } from '../../../lib/training/training-strategy';
import { CPU, ENGINES, jobOf, specOf, STRATEGIES, TORCH } from '../jobs';

const engine = ENGINES.JobSet;
const render = (options: Parameters<typeof jobOf>[0] = {}) => specOf(engine.render(jobOf(options)).main);
const roleOf = (spec: any, name: string) => spec.replicatedJobs.find((role: any) => role.name === name).template.spec;

test('has one indexed Job for each role', () => {
  const spec = render();
  expect(spec.replicatedJobs.map((role: any) => [role.name, role.replicas])).toEqual([
    ['chief', 1],
    ['ps', 1],
    ['worker', 1],
  ]);
  expect(roleOf(spec, 'worker')).toMatchObject({ completionMode: 'Indexed', completions: 2, parallelism: 2 });
});

test.each([
  ['parameter server', ['chief']],
  ['parameter server by flags without a chief', ['worker']],
  ['parameter server with an evaluator', ['chief']],
  ['multi-worker mirrored', ['worker']],
] as const)('of %s is complete with %s', (strategy, targetReplicatedJobs) => {
  expect(render({ strategy: STRATEGIES[strategy] }).successPolicy).toEqual({ operator: 'All', targetReplicatedJobs });
});

test('starts a role after another when all tasks of that one listen', () => {
  const mirrored = STRATEGIES['multi-worker mirrored'];
  const roles = (options: StrategyOptions) => [
    ...mirrored.roles(options).map((role) => ({ ...role, completes: false })),
    {
      name: 'launcher',
      replicas: 1,
      pool: CPU,
      accelerated: false,
      completes: true,
      failurePolicy: 'restartJob',
      dependsOn: 'worker',
    } as const,
  ];
  const spec = render({ strategy: { ...mirrored, roles, rendezvous: () => ({ env: [], args: [] }) } });
  expect(spec.replicatedJobs.map(({ name, dependsOn }: any) => [name, dependsOn])).toEqual([
    ['worker', undefined],
    ['launcher', [{ name: 'worker', status: 'Ready' }]],
  ]);
  const probeOf = (name: string) => roleOf(spec, name).template.spec.containers[0].startupProbe;
  expect(probeOf('worker')).toEqual({ tcpSocket: { port: 2222 }, periodSeconds: 1, failureThreshold: 300 });
  expect(probeOf('launcher')).toBeUndefined();
});

describe('a lost task', () => {
  test('is replaced alone where the others go on without it', () => {
    expect(roleOf(render({ maxRestarts: 5 }), 'worker')).toMatchObject({
      backoffLimit: 5,
      podFailurePolicy: {
        rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
      },
      template: { spec: { restartPolicy: 'Never' } },
    });
  });

  test('starts all again where they do not, and a machine that is taken back does not count', () => {
    const spec = render({ maxRestarts: 5 });
    expect(roleOf(spec, 'ps')).toMatchObject({
      backoffLimit: 0,
      podFailurePolicy: { rules: [{ action: 'FailJob' }] },
      template: { spec: { restartPolicy: 'Never' } },
    });
    expect(spec.failurePolicy).toEqual({
      maxRestarts: 5,
      restartStrategy: 'BlockingRecreate',
      rules: [
        {
          name: 'disrupted',
          action: 'RestartJobSetAndIgnoreMaxRestarts',
          onJobFailureReasons: ['PodFailurePolicy'],
          targetReplicatedJobs: ['chief', 'ps'],
        },
        {
          name: 'retriedEnough',
          action: 'FailJobSet',
          onJobFailureReasons: ['BackoffLimitExceeded'],
          targetReplicatedJobs: ['worker'],
        },
      ],
    });
  });

  test('is started again three times by default', () => {
    const spec = render();
    expect(spec.failurePolicy.maxRestarts).toBe(3);
    expect(roleOf(spec, 'worker').backoffLimit).toBe(3);
  });

  test('is replaced alone in an elastic job, where each worker may fail on its own account', () => {
    const spec = render({ strategy: TORCH.elastic, workers: 8, maxRestarts: 2 });
    expect(roleOf(spec, 'worker')).toMatchObject({
      backoffLimitPerIndex: 2,
      maxFailedIndexes: 0,
      podFailurePolicy: { rules: [{ action: 'Ignore' }] },
      successPolicy: { rules: [{ succeededCount: 1 }] },
    });
    expect(spec.failurePolicy.rules).toMatchObject([
      {
        action: 'FailJobSet',
        onJobFailureReasons: ['BackoffLimitExceeded', 'MaxFailedIndexesExceeded'],
        targetReplicatedJobs: ['worker'],
      },
    ]);
  });

  test('that stands apart never ends the training', () => {
    const spec = render({ strategy: STRATEGIES['parameter server with an evaluator'] });
    const evaluator = roleOf(spec, 'evaluator');
    expect(evaluator).toMatchObject({ backoffLimit: 2147483647, template: { spec: { restartPolicy: 'OnFailure' } } });
    expect(evaluator).not.toHaveProperty('podFailurePolicy');
    expect(JSON.stringify(spec.failurePolicy)).not.toContain('evaluator');
  });
});

test('that runs out of time fails, and is not started again', () => {
  const spec = render({ activeDeadline: Duration.minutes(10), ttlAfterFinished: Duration.hours(1) });
  expect(spec.ttlSecondsAfterFinished).toBe(3600);
  expect(roleOf(spec, 'chief').activeDeadlineSeconds).toBe(600);
  expect(spec.failurePolicy.rules.at(-1)).toEqual({
    name: 'outOfTime',
    action: 'FailJobSet',
    onJobFailureReasons: ['DeadlineExceeded'],
    targetReplicatedJobs: ['chief', 'ps', 'worker'],
  });
});

test('sets no deadline to a task that stands apart, which would start all again', () => {
  const spec = render({
    activeDeadline: Duration.minutes(10),
    strategy: STRATEGIES['parameter server with an evaluator'],
  });
  expect(roleOf(spec, 'worker')).toHaveProperty('activeDeadlineSeconds', 600);
  expect(roleOf(spec, 'evaluator')).not.toHaveProperty('activeDeadlineSeconds');
  expect(spec.failurePolicy.rules.at(-1).targetReplicatedJobs).toEqual(['chief', 'ps', 'worker']);
});

test('takes a name whose longest pod name has 63 characters', () => {
  expect([...engine.problems(jobOf({}, 'a'.repeat(46)))]).toEqual([]);
});

test('fails: a name whose pods have longer names is refused with job-name', () => {
  expect([...engine.problems(jobOf({}, 'a'.repeat(47)))]).toMatchObject([
    {
      code: 'job-name',
      message: `job name "${'a'.repeat(47)}" has 47 characters, but its JobSet adds "-worker-0-1-xxxxx" and names of pods have at most 63, which leaves 46`,
    },
  ]);
});
