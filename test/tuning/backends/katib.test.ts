import { Testing } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { guideSteps } from '../../../lib/core/contracts/guide';
import { ClusterChart } from '../../../lib/kubernetes/cluster-chart';
import { RUNS } from '../../../lib/kubernetes/run-objects';
import { Operator } from '../../../lib/operators/operator';
import { MPI } from '../../../lib/training/strategies/mpi/mpi';
import { PyTorch } from '../../../lib/training/strategies/pytorch/pytorch';
import { TensorFlow } from '../../../lib/training/strategies/tensorflow/tensorflow';
import { TrainingEngine } from '../../../lib/training/training-engines';
import { MetricsSource, Objective } from '../../../lib/tuning/objective';
import { Search } from '../../../lib/tuning/search';
import { TuningAlgorithm } from '../../../lib/tuning/algorithm';
import { adviceOf, CLUSTER, experiment, problemsOf, SPACE, specOf } from '../experiments';

test('has all that Katib reads, and a job without a name', () => {
  const { trialTemplate, ...spec } = specOf({
    objective: Objective.minimize('loss', { goal: 0.1, also: ['accuracy'] }),
    algorithm: TuningAlgorithm.tpe({ gamma: 0.5, seed: 1 }),
    parameters: {
      lr: Search.double(0.001, 0.1, { log: true }),
      layers: Search.int(1, 4),
      momentum: Search.discrete([0.5, 0.9]),
      optimizer: Search.categorical(['sgd', 'adam']),
    },
    trials: 10,
    parallelTrials: 2,
    failedTrials: 1,
    earlyStopping: { minimumTrials: 2, startStep: 5 },
    metrics: MetricsSource.file('/metrics/all.log'),
    keepTrials: true,
  });
  expect(spec).toEqual({
    objective: { type: 'minimize', objectiveMetricName: 'loss', goal: 0.1, additionalMetricNames: ['accuracy'] },
    algorithm: {
      algorithmName: 'tpe',
      algorithmSettings: [
        { name: 'random_state', value: '1' },
        { name: 'gamma', value: '0.5' },
      ],
    },
    earlyStopping: {
      algorithmName: 'medianstop',
      algorithmSettings: [
        { name: 'min_trials_required', value: '2' },
        { name: 'start_step', value: '5' },
      ],
    },
    parameters: [
      { name: 'lr', parameterType: 'double', feasibleSpace: { min: '0.001', max: '0.1', distribution: 'logUniform' } },
      { name: 'layers', parameterType: 'int', feasibleSpace: { min: '1', max: '4' } },
      { name: 'momentum', parameterType: 'discrete', feasibleSpace: { list: ['0.5', '0.9'] } },
      { name: 'optimizer', parameterType: 'categorical', feasibleSpace: { list: ['sgd', 'adam'] } },
    ],
    maxTrialCount: 10,
    parallelTrialCount: 2,
    maxFailedTrialCount: 1,
    metricsCollectorSpec: {
      collector: { kind: 'File' },
      source: { fileSystemPath: { kind: 'File', path: '/metrics/all.log', format: 'TEXT' } },
    },
  });
  expect(trialTemplate).toMatchObject({
    retain: true,
    trialParameters: ['lr', 'layers', 'momentum', 'optimizer'].map((name) => ({ name, reference: name })),
    trialSpec: { apiVersion: 'batch/v1', kind: 'Job', metadata: {} },
  });
  expect(trialTemplate.trialSpec.metadata).not.toHaveProperty('name');
});

test('the counts have defaults: of a grid all points, of hyperband its first round', () => {
  const counts = (algorithm: TuningAlgorithm) => {
    const { maxTrialCount, parallelTrialCount, maxFailedTrialCount } = specOf({ algorithm });
    return [maxTrialCount, parallelTrialCount, maxFailedTrialCount];
  };
  expect(counts(TuningAlgorithm.random())).toEqual([12, 3, 3]);
  expect(counts(TuningAlgorithm.grid())).toEqual([12, 3, 3]);
  expect(counts(TuningAlgorithm.hyperband({ resource: 'epochs', most: 5, eta: 2 }))).toEqual([4, 4, 3]);
  expect(specOf({ trials: 2 })).toMatchObject({ maxTrialCount: 2, parallelTrialCount: 2, maxFailedTrialCount: 2 });
  expect(specOf({ algorithm: TuningAlgorithm.grid(), trials: 13 })).toMatchObject({ maxTrialCount: 12 });
});

test('an algorithm that counts steps from 0, or rounds them, gets their values', () => {
  const parameters = {
    lr: Search.double(0.01, 0.09, { step: 0.04 }),
    layers: Search.int(1, 7, { step: 3 }),
    epochs: Search.int(1, 4),
    rate: Search.double(0.001, 0.1, { step: 0.001, log: true }),
  };
  const { random, tpe, grid, sobol } = TuningAlgorithm;
  const listed = [
    { name: 'lr', parameterType: 'discrete', feasibleSpace: { list: ['0.01', '0.05', '0.09'] } },
    { name: 'layers', parameterType: 'discrete', feasibleSpace: { list: ['1', '4', '7'] } },
    { name: 'epochs', parameterType: 'int', feasibleSpace: { min: '1', max: '4' } },
  ];
  const logarithmic = { min: '0.001', max: '0.1', step: '0.001', distribution: 'logUniform' };
  for (const algorithm of [random(), tpe()]) {
    const rate = { name: 'rate', parameterType: 'double', feasibleSpace: logarithmic };
    expect(specOf({ parameters, algorithm }).parameters).toEqual([...listed, rate]);
  }
  const linear = { lr: parameters.lr, layers: parameters.layers, epochs: parameters.epochs };
  expect(specOf({ parameters: linear, algorithm: grid() }).parameters).toEqual(listed);
  expect(specOf({ parameters: linear, algorithm: sobol() }).parameters).toEqual([
    { name: 'lr', parameterType: 'double', feasibleSpace: { min: '0.01', max: '0.09', step: '0.04' } },
    { name: 'layers', parameterType: 'int', feasibleSpace: { min: '1', max: '7', step: '3' } },
    listed[2],
  ]);
});

test('a trial has the path of the file with its metrics, and its own variables', () => {
  const job = { env: { EPOCHS: '2' } };
  const envOf = (metrics?: MetricsSource) =>
    specOf({ metrics, job }).trialTemplate.trialSpec.spec.template.spec.containers[0].env;
  const path = { name: 'METRICS_FILE', value: '/metrics/all.log' };
  expect(envOf(MetricsSource.file('/metrics/all.log'))).toEqual(expect.arrayContaining([path]));
  expect(JSON.stringify(envOf())).not.toContain('METRICS_FILE');
});

test('a revision is the end of its name', () => {
  const { chart } = experiment({ revision: 'r2' });
  expect(RUNS.all(chart).map(({ entry: { name } }) => name)).toEqual(['mnist-r2']);
});

test('fails: a name is too long for trials that are called by UUIDs, and not for others', () => {
  const revision = 'r'.repeat(30);
  const algorithm = TuningAlgorithm.populationBased({ population: 5, truncation: 0.2, checkpoints: '/checkpoints' });
  expect(problemsOf({ revision })).toEqual([]);
  expect(problemsOf({ revision, algorithm }).join()).toContain('(job-name)');
});

test('the program is one command of a shell, with the values of the trial', () => {
  const template = specOf({
    parameters: { lr: SPACE.lr },
    job: { command: ['python3', "it's.py"], args: ['--lr=${trialParameters.lr}', 'a b', '$(HOME)'] },
  });
  const [container] = template.trialTemplate.trialSpec.spec.template.spec.containers;
  expect(container).not.toHaveProperty('args');
  expect(container.command).toEqual([
    'sh',
    '-c',
    "'python3' 'it'\\''s.py' '--lr=${trialParameters.lr}' 'a b' '$(HOME)'",
  ]);
});

describe('the pod whose metrics count, and the end of a trial', () => {
  const MASTER = { 'training.kubeflow.org/job-role': 'master' };
  const FIRST = { 'batch.kubernetes.io/job-completion-index': '0' };
  const servers = TensorFlow.parameterServer({ parameterServers: { replicas: 1 } });
  test.each([
    ['Job', TrainingEngine.job(), TensorFlow.multiWorkerMirrored(), 'tensorflow', FIRST, 'Complete'],
    [
      'TFJob',
      TrainingEngine.tfJob(),
      servers,
      'tensorflow',
      { ...MASTER, 'training.kubeflow.org/replica-type': 'chief' },
      'Succeeded',
    ],
    [
      'PyTorchJob',
      TrainingEngine.pyTorchJob({ master: true }),
      PyTorch.distributedDataParallel(),
      'pytorch',
      MASTER,
      'Succeeded',
    ],
    [
      'JobSet',
      TrainingEngine.jobSet(),
      MPI.mpirun(),
      'mpi',
      { ...FIRST, 'jobset.sigs.k8s.io/replicatedjob-name': 'launcher' },
      'Completed',
    ],
  ])('of a %s', (_, engine, strategy, container, labels, good) => {
    const { trialTemplate } = specOf({ job: { engine, strategy, workers: 2 } });
    expect(trialTemplate).toMatchObject({
      primaryContainerName: container,
      successCondition: `status.conditions.#(type=="${good}")#|#(status=="True")#`,
      failureCondition: 'status.conditions.#(type=="Failed")#|#(status=="True")#',
    });
    expect(trialTemplate.primaryPodLabels).toEqual(labels);
  });
});

test('all trials that run at once should fit', () => {
  const job = { workers: 8, resources: { cpus: 3.5 } };
  expect(adviceOf({ job, parallelTrials: 2 })).not.toContain('pool-shared');
  expect(adviceOf({ job, parallelTrials: 3 })).toContain('pool-shared');
});

test('is a run, whose best trial DEPLOY.md shows', () => {
  const { chart } = experiment();
  expect(RUNS.all(chart).map(({ entry: { name, kind } }) => [name, kind.kind])).toEqual([['mnist', 'Experiment']]);
  const best = guideSteps(chart).find(({ step }) => step.phase === 'endings')?.step;
  expect(best?.commands).toEqual([
    `kubectl -n research get experiment mnist -o jsonpath='{.status.currentOptimalTrial}{"\\n"}'`,
  ]);
});

test('its namespace lets Katib add containers; where others make it, DEPLOY.md labels it', () => {
  const { chart } = experiment();
  const namespace = Testing.synth(chart).find(({ kind }) => kind === 'Namespace');
  expect(namespace.metadata.labels).toMatchObject({
    'katib.kubeflow.org/metrics-collector-injection': 'enabled',
    'pod-security.kubernetes.io/enforce': 'baseline',
  });
  expect(guideSteps(chart).filter(({ step }) => step.phase === 'standing')).toEqual([]);
  const [labels] = guideSteps(experiment({}, CLUSTER, false).chart).filter(({ step }) => step.phase === 'standing');
  expect(labels?.step.commands).toEqual([
    'kubectl label namespace research katib.kubeflow.org/metrics-collector-injection=enabled --overwrite',
  ]);
});

test('the pods of its suggestions take connections of Katib and of the trials', () => {
  const { chart } = experiment();
  const policy = Testing.synth(chart).find(({ metadata }) => metadata.name === 'mnist-suggestion');
  expect(policy.spec).toEqual({
    podSelector: { matchLabels: { 'katib.kubeflow.org/suggestion': 'mnist' } },
    policyTypes: ['Ingress'],
    ingress: [
      {
        from: [
          { podSelector: { matchLabels: { 'katib.kubeflow.org/component': 'controller' } }, namespaceSelector: {} },
          { podSelector: { matchLabels: { 'trainyard/workload': 'mnist' } } },
        ],
      },
    ],
  });
});

test('population based training keeps its checkpoints on a volume of Katib', () => {
  const algorithm = TuningAlgorithm.populationBased({ population: 5, truncation: 0.2, checkpoints: '/checkpoints' });
  expect(specOf({ algorithm })).toMatchObject({ resumePolicy: 'FromVolume' });
  expect(ClusterChart.find(experiment({ algorithm }).made)?.cluster).toBe(CLUSTER);
});

test.each([
  ['a TrainJob', { engine: TrainingEngine.trainJob() }, 'Katib runs no TrainJob as a trial'],
  [
    'a TFJob with an evaluator',
    {
      engine: TrainingEngine.tfJob(),
      strategy: TensorFlow.multiWorkerMirrored({ evaluator: {} } as never),
    },
    'Katib runs no second TFJob of a trial',
  ],
])('fails: %s is refused with trial-engine', (_, job, text) => {
  const operators = [...(CLUSTER.operators ?? []), Operator.TRAINER];
  const problems = problemsOf({ job }, { ...CLUSTER, operators });
  expect(problems.join()).toContain(text);
  expect(problems.join()).toContain('(trial-engine)');
});

test('fails: a cluster without Katib is refused with operator-missing', () => {
  const problems = problemsOf({}, { ...CLUSTER, operators: [Operator.JOBSET] });
  expect(problems.join()).toContain('add Operator.KATIB to operators of the cluster (operator-missing)');
});
