/* eslint-disable @typescript-eslint/no-explicit-any -- manifests are read as they are written */
import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { TrainingEngine } from '../../../lib/training/training-engines';
import { jobOf, MXNET, specOf, STRATEGIES, tasksOf } from '../jobs';

const engine = TrainingEngine.mxJob();
const jobBy = (options: Parameters<typeof jobOf>[0] = {}, name?: string) =>
  jobOf({ strategy: MXNET, ...options }, name);
const render = (options: Parameters<typeof jobOf>[0] = {}) => specOf(engine.render(jobBy(options)).main);

test('trains with a scheduler, servers and workers, under the names that the operator looks for', () => {
  const { jobMode, mxReplicaSpecs } = render();
  expect(jobMode).toBe('MXTrain');
  const roles = Object.entries<{ replicas: number }>(mxReplicaSpecs).map(([type, { replicas }]) => [type, replicas]);
  expect(roles).toEqual([
    ['Scheduler', 1],
    ['Server', 2],
    ['Worker', 2],
  ]);
  expect(mxReplicaSpecs.Scheduler.template.spec.containers[0]).toMatchObject({
    name: 'mxnet',
    ports: [{ name: 'mxjob-port', containerPort: 9091 }],
  });
});

test('leaves the variables of MXNet to the operator, which sets them all', () => {
  const tasks = tasksOf([engine.render(jobBy()).main]);
  expect(tasks).toHaveLength(5);
  expect(tasks.flatMap(({ env }) => Object.keys(env)).filter((name) => /DMLC|TASK_INDEX/.test(name))).toEqual([]);
  expect(engine.given?.(jobBy())).toContain('MX_CONFIG');
});

test('fails with a lost task, because one in its place could not join the others', () => {
  const { runPolicy, mxReplicaSpecs } = render();
  expect(Object.values<any>(mxReplicaSpecs).map(({ restartPolicy }) => restartPolicy)).toEqual([
    'Never',
    'Never',
    'Never',
  ]);
  expect(runPolicy).toEqual({ cleanPodPolicy: 'Running' });
  expect(engine.onDeletedPod).toBe('fail');
});

test('takes limits of time in seconds, and limits every pod', () => {
  const { runPolicy, mxReplicaSpecs } = render({
    activeDeadline: Duration.hours(2),
    ttlAfterFinished: Duration.days(1),
  });
  expect(runPolicy).toMatchObject({ activeDeadlineSeconds: 7200, ttlSecondsAfterFinished: 86400 });
  expect(mxReplicaSpecs.Server.template.spec.activeDeadlineSeconds).toBe(7200);
});

test('selects its pods by its name, and by the type of a role', () => {
  expect(engine.podLabels(jobBy(), 'server')).toEqual({
    'training.kubeflow.org/job-name': 'mnist',
    'training.kubeflow.org/replica-type': 'server',
  });
});

test('fails: a name whose pods have longer names is refused with job-name', () => {
  expect([...engine.problems(jobBy({}, 'a'.repeat(51)))]).toEqual([]);
  expect([...engine.problems(jobBy({}, 'a'.repeat(52)))]).toMatchObject([
    { code: 'job-name', message: expect.stringContaining('but its MXJob adds "-scheduler-0"') },
  ]);
});

test('fails: restarts that it does not make are refused with engine-option', () => {
  for (const maxRestarts of [undefined, 0]) expect([...engine.problems(jobBy({ maxRestarts }))]).toEqual([]);
  expect([...engine.problems(jobBy({ maxRestarts: 5 }))]).toEqual([
    {
      code: 'engine-option',
      property: 'maxRestarts',
      message: 'maxRestarts is 5, but an MXJob fails with the first lost task, because MXNet cannot go on with another',
      fix: 'leave maxRestarts out, or use TrainingEngine.jobSet()',
    },
  ]);
});

test('fails: roles of another framework are refused with engine-role', () => {
  expect([...engine.problems(jobOf({ strategy: STRATEGIES['parameter server'] }))]).toMatchObject([
    {
      code: 'engine-role',
      message:
        'TensorFlow parameter server has the role "chief" and the role "ps", but an MXJob knows scheduler, server, worker only',
      fix: 'use TrainingEngine.jobSet()',
    },
  ]);
});
