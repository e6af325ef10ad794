import { Chart, Testing } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { Operator } from '../../lib/operators/operator';
import { engineProblems, firstEngine } from '../../lib/training/engine-choice';
import { ENGINES as ALL_ENGINES, TrainingEngine } from '../../lib/training/training-engines';
import type { StrategyOptions, TrainingStrategy } from '../../lib/training/training-strategy';
import { DistributedTrainingJob } from '../../lib/training/distributed-training-job';
import { MPI } from '../../lib/training/strategies/mpi/mpi';
import { TensorFlow } from '../../lib/training/strategies/tensorflow/tensorflow';
import { GKE } from '../workload/pools';
import { job } from './distributed-training-jobs';
import { ALL_STRATEGIES, ENGINES, GPU, jobOf, MXNET, STRATEGIES, TORCH } from './jobs';

const mirrored = STRATEGIES['multi-worker mirrored'];
const servers = STRATEGIES['parameter server'];
const evaluated = STRATEGIES['multi-worker mirrored with an evaluator'];
const ring: TrainingStrategy = {
  name: 'Acme ring',
  framework: 'Acme',
  reservedEnv: [],
  roles: (options) => mirrored.roles(options),
  rendezvous: () => ({ env: [], args: [] }),
};
const mxnet = MXNET;
const { TRAINING, TRAINING_1_8, JOBSET, TRAINER } = Operator;

const having = (...operators: Operator[]): ICluster => ({ ...GKE, operators });
const chosen = (strategy: TrainingStrategy, cluster: ICluster) => firstEngine(jobOf({ strategy }), cluster).name;
const problems = (strategy: TrainingStrategy, cluster: ICluster, engine?: TrainingEngine) => [
  ...engineProblems(engine, jobOf({ strategy }), cluster),
];

describe('the engine of a job that names none', () => {
  test.each([
    ['mirrored workers', mirrored, [], 'Job'],
    ['mirrored workers', mirrored, [JOBSET], 'JobSet'],
    ['mirrored workers', mirrored, [TRAINING], 'TFJob'],
    ['mirrored workers', mirrored, [JOBSET, TRAINING], 'TFJob'],
    ['mirrored workers with an evaluator', evaluated, [JOBSET], 'JobSet'],
    ['parameter servers', servers, [JOBSET], 'JobSet'],
    ['parameter servers', servers, [TRAINING], 'TFJob'],
    ['torchrun', TORCH.torchrun, [], 'Job'],
    ['torchrun', TORCH.torchrun, [JOBSET], 'JobSet'],
    ['torchrun', TORCH.torchrun, [TRAINING], 'PyTorchJob'],
    ['elastic workers', TORCH.elastic, [], 'Job'],
    ['elastic workers', TORCH.elastic, [JOBSET, TRAINING], 'PyTorchJob'],
    ['data parallel workers', TORCH['distributed data parallel'], [], 'Job'],
    ['parameter servers', servers, [TRAINING_1_8], 'TFJob'],
    ['parameter servers of MXNet', mxnet, [TRAINING_1_8, JOBSET], 'MXJob'],
    ['parameter servers of MXNet', mxnet, [TRAINING, JOBSET], 'JobSet'],
    ['a launcher and workers', MPI.mpirun(), [Operator.MPI, JOBSET], 'MPIJob'],
    ['a launcher and workers', MPI.mpirun(), [JOBSET, TRAINING], 'JobSet'],
    ['a launcher and workers', MPI.mpirun(), [TRAINING], 'MPIJob'],
    ['workers of another framework', ring, [TRAINING], 'Job'],
    ['workers of another framework', ring, [TRAINING, JOBSET], 'JobSet'],
    ['parameter servers', servers, [TRAINER, JOBSET], 'JobSet'],
    ['parameter servers', servers, [TRAINER], 'TrainJob'],
    ['torchrun', TORCH.torchrun, [TRAINER], 'TrainJob'],
  ] as const)('of %s is the first that the declared operators serve', (_, strategy, operators, name) => {
    expect(chosen(strategy, having(...operators))).toBe(name);
    expect(problems(strategy, having(...operators))).toEqual([]);
  });

  test('is the first that knows the framework where nothing is known of the operators', () => {
    const cluster = { clusterName: 'theirs' };
    expect(chosen(mirrored, cluster)).toBe('TFJob');
    expect(chosen(TORCH.torchrun, cluster)).toBe('PyTorchJob');
    expect(chosen(ring, cluster)).toBe('JobSet');
  });

  test.each([
    ['parameter servers', servers, 'add Operator.TRAINING or Operator.JOBSET to operators of the cluster'],
    ['an evaluator', evaluated, 'add Operator.TRAINING or Operator.JOBSET to operators of the cluster'],
    ['parameter servers of MXNet', mxnet, 'add Operator.TRAINING_1_8 or Operator.JOBSET to operators of the cluster'],
  ])('fails: %s without any operator are refused with no-engine', (_, strategy, fix) => {
    expect(problems(strategy, having())).toMatchObject([{ code: 'no-engine', property: 'engine', fix }]);
  });
});

test('fails: beside another version of an operator, no-engine names only what can be added', () => {
  expect(problems(mxnet, having(TRAINING))).toEqual([
    {
      code: 'no-engine',
      property: 'engine',
      message: 'no engine can run the job: it needs operator "jobset", but cluster "main" declares "training-operator"',
      fix: 'add Operator.JOBSET to operators of the cluster',
    },
  ]);
});

describe('an engine that the job names', () => {
  test('runs without an operator if it needs none', () => {
    expect(problems(mirrored, having(), TrainingEngine.job())).toEqual([]);
  });

  test('runs where an operator of another name brings its kind', () => {
    const fork = Operator.of({ name: 'fork', version: '1', serves: ['tfjobs.kubeflow.org/v1'] });
    expect(problems(mirrored, having(fork), TrainingEngine.tfJob())).toEqual([]);
  });

  test('fails: without its operator it is refused with operator-missing, which names what would run', () => {
    expect(problems(mirrored, having(), TrainingEngine.jobSet())).toEqual([
      {
        code: 'operator-missing',
        property: 'engine',
        message: 'a JobSet needs operator "jobset", but cluster "main" declares no operators',
        fix: 'add Operator.JOBSET to operators of the cluster, or leave engine out, which takes a Job here',
      },
    ]);
  });

  test('fails: a version of its operator that no longer has its kind is refused with operator-missing', () => {
    expect(problems(mxnet, having(TRAINING, JOBSET), TrainingEngine.mxJob())).toEqual([
      {
        code: 'operator-missing',
        property: 'engine',
        message:
          'an MXJob needs operator "training-operator" 1.8.1, but cluster "main" declares version 1.9.4, which does not serve mxjobs.kubeflow.org/v1',
        fix: 'list Operator.TRAINING_1_8 in operators of the cluster in the place of Operator.TRAINING, or leave engine out, which takes a JobSet here',
      },
    ]);
    expect(problems(mxnet, having(TRAINING_1_8), TrainingEngine.mxJob())).toEqual([]);
  });

  test('fails: an operator that this library does not know is named in operator-missing', () => {
    const operator = Operator.of({ name: 'acme', version: '1', serves: ['rings.acme.example/v1'] });
    const kind = { apiVersion: 'acme.example/v1', kind: 'Ring', plural: 'rings' };
    const engine: TrainingEngine = { ...TrainingEngine.job(), name: 'Ring', kind, operator };
    expect(problems(ring, having(operator), engine)).toEqual([]);
    expect(problems(ring, having(JOBSET), engine)).toMatchObject([
      {
        message: 'a Ring needs operator "acme", but cluster "main" declares "jobset"',
        fix: 'add the operator "acme" to operators of the cluster, or leave engine out, which takes a JobSet here',
      },
    ]);
  });

  test('fails: an operator that does not serve the kind of its engine is operator-missing', () => {
    const operator = Operator.of({ name: 'acme', version: '1', serves: ['rings.acme.example/v1'] });
    const kind = { apiVersion: 'acme.example/v1', kind: 'Ring', plural: 'ring' };
    expect(problems(ring, having(operator), { ...TrainingEngine.job(), name: 'Ring', kind, operator })).toMatchObject([
      {
        code: 'operator-missing',
        message: 'a Ring has the kind ring.acme.example/v1, but its operator "acme" serves rings.acme.example/v1',
      },
    ]);
  });

  test('fails: one for another framework is refused with engine-framework on any cluster', () => {
    expect(problems(TORCH.torchrun, having(TRAINING), TrainingEngine.tfJob())).toEqual([
      {
        code: 'engine-framework',
        property: 'engine',
        message: "the job's strategy is PyTorch torchrun, but a TFJob is made for TensorFlow, not for PyTorch",
        fix: 'use TrainingEngine.pyTorchJob(), TrainingEngine.jobSet(), TrainingEngine.trainJob() or TrainingEngine.job()',
      },
    ]);
  });
});

describe('JavaScript, where the compiler refuses nothing,', () => {
  const strategies = Object.entries<TrainingStrategy>({ ...ALL_STRATEGIES, 'a ring': ring });
  const pairs = strategies.flatMap(([name, strategy]) =>
    ALL_ENGINES.map(({ expression, engine }) => ({ name, expression, strategy, engine })),
  );
  const everywhere = { ...GKE, operators: ALL_ENGINES.flatMap(({ engine }) => engine.operator ?? []) };
  const codesOf = (strategy: TrainingStrategy, engine: TrainingEngine) =>
    job({ strategy, engine, command: ['train'] }, everywhere)
      .node.validate()
      .map((message) => ({ message, code: /\(([-a-z]+)\)$/.exec(message)?.[1] }));

  test.each(pairs)(
    'fails: $name by $expression is refused where it cannot run, and what the message names runs it',
    ({ strategy, engine }) => {
      const refused = codesOf(strategy, engine);
      if (refused.length === 0) return;
      expect(refused).toHaveLength(1);
      const { message = '', code } = refused[0] ?? {};
      expect(['engine-framework', 'engine-role']).toContain(code);
      const named = ALL_ENGINES.filter(({ expression }) => message.includes(expression));
      expect(named.map((each) => codesOf(strategy, each.engine))).toEqual(named.map(() => []));
      expect(named.map(({ engine: each }) => each.name)).toContain('JobSet');
    },
  );
});

describe('the engine of a construct', () => {
  test.each([
    ['TFJob', [Operator.JOBSET, Operator.TRAINING]],
    ['JobSet', [Operator.JOBSET]],
  ])('is %s where that is declared', (kind, operators) => {
    const construct = job({}, { ...GKE, operators });
    expect(construct.resource.kind).toBe(kind);
    expect(construct.node.validate()).toEqual([]);
  });

  test('is the one that the user names', () => {
    expect(job({ engine: ENGINES.JobSet }).resource.kind).toBe('JobSet');
  });

  test('is not checked where nothing is known of the cluster', () => {
    const cluster = { clusterName: 'theirs' };
    const chart = new Chart(Testing.app(), 'plain');
    const construct = new DistributedTrainingJob(chart, 'mnist', {
      image: 'mnist:1',
      pool: { ...GPU, cluster },
      strategy: STRATEGIES['multi-worker mirrored'],
      engine: ENGINES.JobSet,
    });
    expect(construct.node.validate()).toEqual([]);
  });

  test('fails: a cluster without its operator is refused with operator-missing', () => {
    expect(job({ engine: ENGINES.TFJob }, { ...GKE, operators: [Operator.JOBSET] }).node.validate()).toEqual([
      'a TFJob needs operator "training-operator", but cluster "main" declares "jobset": add Operator.TRAINING to operators of the cluster, or leave engine out, which takes a JobSet here (operator-missing)',
    ]);
  });

  test('fails: a cluster that declares none is refused with no-engine', () => {
    const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 2 } });
    expect(job({ strategy }, { ...GKE, operators: [] }).node.validate()).toEqual([
      'no engine can run the job: it needs operator "training-operator" or "jobset", but cluster "main" declares no operators: add Operator.TRAINING or Operator.JOBSET to operators of the cluster (no-engine)',
    ]);
  });
});

describe('of another framework', () => {
  const strategy = { ...STRATEGIES['multi-worker mirrored'], name: 'Acme ring', framework: 'Acme' };

  const ring = {
    ...strategy,
    roles: (options: StrategyOptions) => STRATEGIES['multi-worker mirrored'].roles(options),
    rendezvous: () => ({ env: [{ name: 'RING', value: 'here' }], args: [] }),
  };

  test('an engine that runs any is chosen, also where that of TensorFlow comes first', () => {
    const construct = job({ strategy: ring });
    expect(construct.engine.name).toBe('JobSet');
    expect(construct.node.validate()).toEqual([]);
  });

  test('fails: one that is made for TensorFlow is refused with engine-framework', () => {
    expect(job({ strategy: ring, engine: ENGINES.TFJob }).node.validate()).toEqual([
      "the job's strategy is Acme ring, but a TFJob is made for TensorFlow, not for Acme: use TrainingEngine.jobSet(), TrainingEngine.trainJob() or TrainingEngine.job() (engine-framework)",
    ]);
  });
});
