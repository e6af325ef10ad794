import { Testing } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { guideSteps } from '../../lib/core/contracts/guide';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { RUNS } from '../../lib/kubernetes/run-objects';
import { MPI } from '../../lib/training/strategies/mpi/mpi';
import { PyTorch } from '../../lib/training/strategies/pytorch/pytorch';
import { TensorFlow } from '../../lib/training/strategies/tensorflow/tensorflow';
import { TrainingEngine } from '../../lib/training/training-engines';
import { MetricsSource } from '../../lib/tuning/metrics-source';
import { Objective } from '../../lib/tuning/objective';
import { Search } from '../../lib/tuning/search';
import { EarlyStopping, TuningAlgorithm } from '../../lib/tuning/tuning-algorithm';
import { adviceOf, CLUSTER, experiment, specOf } from './experiments';

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
    earlyStopping: EarlyStopping.median({ minimumTrials: 2, startStep: 5 }),
    metrics: MetricsSource.file('/metrics/all.log'),
    keepTrials: true,
  });
  expect(spec).toEqual({
    objective: { type: 'minimize', objectiveMetricName: 'loss', goal: 0.1, additionalMetricNames: ['accuracy'] },
    algorithm: {
      algorithmName: 'tpe',
      algorithmSettings: [
        { name: 'gamma', value: '0.5' },
        { name: 'random_state', value: '1' },
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
      { name: 'layers', parameterType: 'int', feasibleSpace: { min: '1', max: '4', step: '1' } },
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
  const counts = (algorithm: TuningAlgorithm<string>) => {
    const { maxTrialCount, parallelTrialCount, maxFailedTrialCount } = specOf({ algorithm });
    return [maxTrialCount, parallelTrialCount, maxFailedTrialCount];
  };
  expect(counts(TuningAlgorithm.random())).toEqual([12, 3, 3]);
  expect(counts(TuningAlgorithm.grid())).toEqual([12, 3, 3]);
  expect(counts(TuningAlgorithm.hyperband({ resource: 'epochs', most: 5, eta: 2 }))).toEqual([4, 4, 3]);
  expect(specOf({ trials: 2 })).toMatchObject({ maxTrialCount: 2, parallelTrialCount: 2, maxFailedTrialCount: 2 });
});

test('the program is one command of a shell, with the values of the trial', () => {
  const template = specOf({
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
