import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { ClusterSpec } from '../../../lib/training/strategies/tensorflow/cluster-spec';
import { TensorFlow } from '../../../lib/training/strategies/tensorflow/tensorflow';
import { ENGINES, jobOf, specOf, STRATEGIES, tasksOf } from '../jobs';

const engine = ENGINES.TFJob;
const render = (options: Parameters<typeof jobOf>[0] = {}) => specOf(engine.render(jobOf(options)).main);

test('uses the names that the operator looks for', () => {
  const { tfReplicaSpecs } = render();
  expect(Object.keys(tfReplicaSpecs)).toEqual(['Chief', 'PS', 'Worker']);
  expect(tfReplicaSpecs.Worker).toMatchObject({
    replicas: 2,
    restartPolicy: 'OnFailure',
    template: {
      spec: { containers: [{ name: 'tensorflow', ports: [{ name: 'tfjob-port', containerPort: 2222 }] }] },
    },
  });
});

test('stops the parameter servers when training ends', () => {
  expect(render().runPolicy.cleanPodPolicy).toBe('Running');
});

test('leaves TF_CONFIG to the operator', () => {
  const tasks = tasksOf([engine.render(jobOf()).main]);
  expect(tasks).toHaveLength(5);
  expect(tasks.flatMap(({ env }) => Object.keys(env))).not.toContain('TF_CONFIG');
});

test('writes TF_CONFIG of a job of one task, which the operator does not', () => {
  const { main: job } = engine.render(jobOf({ strategy: STRATEGIES['multi-worker mirrored'], workers: 1 }));
  const [task] = tasksOf([job], 'trial-7');
  expect(JSON.parse(task?.env['TF_CONFIG'] ?? '')).toEqual({
    cluster: { worker: ['trial-7-worker-0:2222'] },
    task: { type: 'worker', index: 0 },
  });
});

test('lets the user replace defaults', () => {
  const { env } = render({ env: { GRPC_FAIL_FAST: 'false' } }).tfReplicaSpecs.Chief.template.spec.containers[0];
  expect(env.filter(({ name }: { name: string }) => name.startsWith('GRPC'))).toEqual([
    { name: 'GRPC_FAIL_FAST', value: 'false' },
  ]);
});

test('succeeds with the chief, or with all workers if it has no chief', () => {
  expect(render()).not.toHaveProperty('successPolicy');
  for (const strategy of ['multi-worker mirrored', 'parameter server by flags without a chief'] as const)
    expect(render({ strategy: STRATEGIES[strategy] }).successPolicy).toBe('AllWorkers');
});

test('takes limits of time in seconds', () => {
  const { runPolicy } = render({ activeDeadline: Duration.hours(2), ttlAfterFinished: Duration.days(1) });
  expect(runPolicy).toMatchObject({ activeDeadlineSeconds: 7200, ttlSecondsAfterFinished: 86400 });
});

test('limits the time of every pod too, because the operator looks at its own limit only when a pod changes', () => {
  const podsOf = ({ tfReplicaSpecs: { Chief, PS, Worker } }: ReturnType<typeof render>) =>
    [Chief, PS, Worker].map(({ template }) => template.spec);
  for (const pod of podsOf(render({ activeDeadline: Duration.hours(2) })))
    expect(pod).toHaveProperty('activeDeadlineSeconds', 7200);
  for (const pod of podsOf(render())) expect(pod).not.toHaveProperty('activeDeadlineSeconds');
});

test.each([
  ['parameter server', 2, 5],
  ['parameter server by flags without a chief', 2, 3],
  ['multi-worker mirrored', 2, 5],
] as const)('of %s allows for %i losses with a backoff limit of %i', (strategy, maxRestarts, backoffLimit) => {
  expect(render({ strategy: STRATEGIES[strategy], maxRestarts }).runPolicy.backoffLimit).toBe(backoffLimit);
});

test('that may not restart says so by its restart policy, because a limit of 0 counts after the first restart', () => {
  const { runPolicy, tfReplicaSpecs } = render({ maxRestarts: 0 });
  expect(runPolicy).not.toHaveProperty('backoffLimit');
  expect(tfReplicaSpecs).toMatchObject({
    Chief: { restartPolicy: 'Never' },
    PS: { restartPolicy: 'Never' },
    Worker: { restartPolicy: 'Never' },
  });
});

test('has parameter servers and workers alone for scripts of TensorFlow 1, and ends with all workers', () => {
  const strategy = TensorFlow.parameterServer({
    parameterServers: { replicas: 2 },
    clusterSpec: ClusterSpec.TF_CONFIG_WITHOUT_CHIEF,
  });
  const spec = render({ strategy, workers: 4 });
  expect(spec).toMatchObject({
    successPolicy: 'AllWorkers',
    tfReplicaSpecs: { PS: { replicas: 2 }, Worker: { replicas: 4 } },
  });
  expect(spec.tfReplicaSpecs).not.toHaveProperty('Chief');
});

test('fails: two chiefs are refused with engine-role', () => {
  const [chief, ...others] = jobOf().roles;
  const job = { ...jobOf(), roles: chief ? [{ ...chief, replicas: 2 }, ...others] : [] };
  expect([...engine.problems(job)]).toMatchObject([
    {
      code: 'engine-role',
      message: 'TensorFlow parameter server has 2 tasks of the role "chief", but TensorFlow takes one in a cluster',
    },
  ]);
});

describe('an evaluator', () => {
  const { main: job, beside = [] } = engine.render(
    jobOf({ strategy: STRATEGIES['parameter server with an evaluator'], activeDeadline: Duration.hours(1) }),
  );

  test('is a job of its own, which the operator can see succeed', () => {
    expect(Object.keys(specOf(job).tfReplicaSpecs)).toEqual(['Chief', 'PS', 'Worker']);
    expect(beside.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([['TFJob', 'mnist-evaluator']]);
    expect(specOf(beside[0])).toMatchObject({
      successPolicy: 'AllWorkers',
      runPolicy: { activeDeadlineSeconds: 3600 },
      tfReplicaSpecs: { Worker: { replicas: 1 } },
    });
  });

  test('knows of itself only', () => {
    const [task] = tasksOf(beside);
    expect(JSON.parse(task?.env['TF_CONFIG'] ?? '')).toEqual({
      cluster: { evaluator: ['mnist-evaluator-worker-0:2222'] },
      task: { type: 'evaluator', index: 0 },
    });
  });
});

test('takes a name whose longest pod name has 63 characters', () => {
  expect([...engine.problems(jobOf({}, 'a'.repeat(54)))]).toEqual([]);
});

test('fails: a name whose pods have longer names is refused with job-name', () => {
  expect([...engine.problems(jobOf({}, 'a'.repeat(55)))]).toEqual([
    {
      code: 'job-name',
      property: 'name',
      message: `job name "${'a'.repeat(55)}" has 55 characters, but its TFJob adds "-worker-1" and names of pods have at most 63, which leaves 54`,
      fix: 'set a name that is 1 or more characters shorter',
    },
  ]);
});

test('fails: a name that no host can have is refused with job-name', () => {
  const [problem] = engine.problems(jobOf({}, '2-Fast_'));
  expect(problem).toMatchObject({ code: 'job-name', fix: expect.stringContaining('set name to lower-case letters') });
});

test('fails: a role that a TFJob does not have is refused with engine-role', () => {
  const strategy = {
    ...STRATEGIES['multi-worker mirrored'],
    name: 'my own',
    rendezvous: () => ({ env: [], args: [] }),
    roles: () =>
      jobOf({ strategy: STRATEGIES['multi-worker mirrored'] }).roles.map((role) => ({ ...role, name: 'scheduler' })),
  };
  expect([...engine.problems(jobOf({ strategy }))]).toEqual([
    {
      code: 'engine-role',
      property: 'engine',
      message: 'my own has the role "scheduler", but a TFJob knows chief, ps, worker only',
      fix: 'use TrainingEngine.jobSet()',
    },
  ]);
  expect([...ENGINES.JobSet.problems(jobOf({ strategy }))]).toEqual([]);
});

test('asks the autoscaler to leave its tasks where they are, unless the user says otherwise', () => {
  const key = 'cluster-autoscaler.kubernetes.io/safe-to-evict';
  const annotationOf = (options: Parameters<typeof jobOf>[0]): unknown =>
    render(options).tfReplicaSpecs.Worker.template.metadata.annotations[key];
  expect(annotationOf({})).toBe('false');
  expect(annotationOf({ annotations: { [key]: 'true' } })).toBe('true');
});
