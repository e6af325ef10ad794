/* eslint-disable @typescript-eslint/no-explicit-any -- manifests are read as they are written, whatever they hold */
import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { PodUser } from '../../../lib/pods/security/pod-user';
import { MPI } from '../../../lib/training/strategies/mpi/mpi';
import { TrainingEngine } from '../../../lib/training/training-engines';
import { ENGINES, jobOf, specOf, STRATEGIES, tasksOf, TORCH } from '../jobs';

const engine = TrainingEngine.trainJob();
const render = (options: Parameters<typeof jobOf>[0] = {}) => engine.render(jobOf(options));
const jobSetOf = (options: Parameters<typeof jobOf>[0] = {}) => specOf(render(options).before?.[0]).template.spec;

test('names its runtime, which stands before it', () => {
  const { before: needs = [], main: job } = render({ activeDeadline: Duration.hours(1) });
  expect(needs).toMatchObject([
    { apiVersion: 'trainer.kubeflow.org/v1alpha1', kind: 'TrainingRuntime', metadata: { name: 'mnist' } },
  ]);
  expect(job).toMatchObject({
    apiVersion: 'trainer.kubeflow.org/v1alpha1',
    kind: 'TrainJob',
    metadata: { name: 'mnist' },
  });
  expect(specOf(job)).toEqual({
    runtimeRef: { apiGroup: 'trainer.kubeflow.org', kind: 'TrainingRuntime', name: 'mnist' },
    activeDeadlineSeconds: 3600,
  });
});

test('has the JobSet of the same job in its runtime, apart from what Trainer looks for', () => {
  const jobSet = specOf(ENGINES.JobSet.render(jobOf()).main);
  const plain = JSON.stringify(jobSetOf())
    .replaceAll('"metadata":{"labels":{"trainer.kubeflow.org/trainjob-ancestor-step":"trainer"}},', '')
    .replaceAll('"name":"node"', '"name":"tensorflow"');
  expect(JSON.parse(plain)).toEqual(jobSet);
});

test.each([
  ['parameter server', ['chief']],
  ['parameter server by flags without a chief', ['worker']],
  ['multi-worker mirrored with an evaluator', ['worker']],
] as const)('marks the Job that completes the training: %s', (strategy, marked) => {
  const jobs: any[] = jobSetOf({ strategy: STRATEGIES[strategy] }).replicatedJobs;
  const labelled = jobs.filter(({ template }) => template.metadata?.labels);
  expect(labelled.map(({ name, replicas }) => [name, replicas])).toEqual(marked.map((name) => [name, 1]));
  for (const { template } of jobs) expect(template.spec.template.spec.containers[0].name).toBe('node');
});

test('limits its time as a whole, and not each attempt', () => {
  expect(JSON.stringify(jobSetOf({ activeDeadline: Duration.hours(1) }))).not.toMatch(
    /activeDeadline|DeadlineExceeded/,
  );
});

test('tells tasks the hosts of the JobSet that has its name', () => {
  const { before: needs = [], main: job } = engine.render({ ...jobOf(), base: 'tuning', name: 'trial-7' });
  const [chief] = tasksOf([...needs, job]);
  expect(chief?.env['TF_CONFIG']).toContain('"chief":["trial-7-chief-0-0.trial-7:2222"]');
});

test('continues with fewer workers in an elastic job', () => {
  expect(jobSetOf({ strategy: TORCH.elastic }).failurePolicy.rules).toMatchObject([{ action: 'FailJobSet' }]);
});

test('selects its pods by the labels of its JobSet', () => {
  expect(engine.podLabels(jobOf(), 'ps')).toEqual({
    'jobset.sigs.k8s.io/jobset-name': 'mnist',
    'jobset.sigs.k8s.io/replicatedjob-name': 'ps',
  });
});

test('fails: a name whose pods have longer names is refused with job-name', () => {
  expect([...engine.problems(jobOf({}, 'a'.repeat(47)))]).toMatchObject([
    { code: 'job-name', message: expect.stringContaining('but its TrainJob adds "-worker-0-1-xxxxx"') },
  ]);
});

describe.each([
  ['its own', engine],
  ['the cluster', TrainingEngine.trainJob({ runtime: 'torch-distributed' })],
] as const)('with a runtime of %s', (_, each) => {
  test('fails: ttlAfterFinished is refused with engine-option, because Trainer would start a failed job again', () => {
    const job = jobOf({ strategy: TORCH.torchrun, ttlAfterFinished: Duration.hours(1) });
    expect([...each.problems(job)]).toEqual([
      {
        code: 'engine-option',
        property: 'ttlAfterFinished',
        message: 'ttlAfterFinished is 3600 s, but a TrainJob stays until somebody deletes it',
        fix: "leave ttlAfterFinished out and delete the job by DEPLOY.md's commands, or use TrainingEngine.jobSet()",
      },
    ]);
  });
});

describe('of MPI', () => {
  const strategy = MPI.mpirun();
  const runtimeOf = (options: Parameters<typeof jobOf>[0] = {}) => specOf(render({ strategy, ...options }).before?.[0]);

  test('has Trainer make the keys of ssh and the list of hosts', () => {
    const { mlPolicy, template } = runtimeOf({ resources: { gpus: 4 } });
    expect(mlPolicy).toEqual({
      numNodes: 1,
      mpi: {
        mpiImplementation: 'OpenMPI',
        numProcPerNode: 4,
        sshAuthMountPath: '/etc/mpi-ssh',
        runLauncherAsNode: false,
      },
    });
    expect(template.spec.replicatedJobs).toMatchObject([
      { name: 'node', template: { spec: { parallelism: 2 } } },
      {
        name: 'launcher',
        dependsOn: [{ name: 'node', status: 'Ready' }],
        template: { metadata: { labels: { 'trainer.kubeflow.org/trainjob-ancestor-step': 'trainer' } } },
      },
    ]);
    expect(JSON.stringify(template)).not.toMatch(/OMPI_MCA|--host|"name":"worker"/);
    expect(template.spec.successPolicy.targetReplicatedJobs).toEqual(['launcher']);
    expect(engine.podLabels(jobOf({ strategy }), 'worker')).toMatchObject({
      'jobset.sigs.k8s.io/replicatedjob-name': 'node',
    });
  });

  test.each([
    ['root', { user: PodUser.root() }],
    ['one process beside several GPUs', { strategy: MPI.mpirun({ slotsPerWorker: 1 }), resources: { gpus: 4 } }],
  ])('brings its own keys for %s, as a JobSet does', (_, options) => {
    expect(runtimeOf(options)).not.toHaveProperty('mlPolicy');
    expect(JSON.stringify(runtimeOf(options))).toContain('--host');
  });
});
