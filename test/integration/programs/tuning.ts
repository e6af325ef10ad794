import { Size } from 'cdk8s';
import {
  ClusterChart,
  LocalCluster,
  Operator,
  Platform,
  PyTorch,
  Stage,
  TensorFlow,
  TrainingEngine,
} from '../../../lib/index';
import { Experiment, Objective, Search, TuningAlgorithm } from '../../../lib/tuning/index';

// Experiments that come to an end, by every algorithm with all its settings, and with trials of every kind.

/** The best learning rate is 0.06. Katib's collector has to start before a trial ends. */
const PROGRAM = `import os, sys, time
lr, epochs = float(sys.argv[1]), int(os.environ["EPOCHS"])
time.sleep(10)
print(f"accuracy={1 - (lr - 0.06) ** 2 + epochs / 1000}")`;

const PARAMETERS = { lr: Search.double(0.03, 0.09, { step: 0.03 }), epochs: Search.int(1, 2) };
const OTHERS = {
  tpe: TuningAlgorithm.tpe({ seed: 7, gamma: 0.3, priorWeight: 2, candidates: 10 }),
  'multivariate-tpe': TuningAlgorithm.multivariateTpe({ seed: 7, startupTrials: 1 }),
  cmaes: TuningAlgorithm.cmaEs({ seed: 7, sigma: 0.2, restart: 'ipop' }),
  sobol: TuningAlgorithm.sobol(),
  pbt: TuningAlgorithm.populationBased({ population: 5, truncation: 0.2, checkpoints: '/checkpoints' }),
};
const MIRRORED = TensorFlow.multiWorkerMirrored();
const JOB = { strategy: MIRRORED, engine: TrainingEngine.job() };
const TF_JOB = { strategy: MIRRORED, engine: TrainingEngine.tfJob() };
const PY_TORCH_JOB = { strategy: PyTorch.distributedDataParallel(), engine: TrainingEngine.pyTorchJob() };
const JOB_SET = { strategy: MIRRORED, engine: TrainingEngine.jobSet() };

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'tuning');
  const operators = [Operator.TRAINING, Operator.JOBSET, Operator.KATIB];
  const cluster = LocalCluster.minikube({ cpus: 2, operators });
  const chart = new ClusterChart(kubernetes, 'tuning', { cluster, namespace: 'trainyard-tuning' });
  const common = {
    objective: Objective.maximize('accuracy', { also: ['loss'] }),
    parameters: PARAMETERS,
    parallelTrials: 2,
    keepTrials: true,
  };
  const trial = ({ lr, epochs }: { readonly lr: string; readonly epochs: string }) => ({
    image: 'trainyard/mnist:1',
    command: ['python3', '-c', PROGRAM],
    args: [lr],
    env: { EPOCHS: epochs },
    pool: cluster.pool,
    resources: { cpus: 0.05, memory: Size.mebibytes(64) },
    maxRestarts: 0,
  });

  new Experiment(chart, 'random', {
    ...common,
    algorithm: TuningAlgorithm.random({ seed: 7 }),
    trials: 2,
    trial: (values) => ({ ...trial(values), ...JOB }),
  });
  new Experiment(chart, 'grid', {
    ...common,
    algorithm: TuningAlgorithm.grid(),
    parallelTrials: 3,
    trial: (values) => ({ ...trial(values), ...TF_JOB, workers: 2 }),
  });
  new Experiment(chart, 'bayesian', {
    ...common,
    algorithm: TuningAlgorithm.bayesian({
      ...{ initialPoints: 1, seed: 7, estimator: 'RF', acquisition: 'EI', acquisitionOptimizer: 'sampling' },
    }),
    trials: 2,
    trial: (values) => ({ ...trial(values), ...PY_TORCH_JOB }),
  });
  new Experiment(chart, 'hyperband', {
    ...common,
    algorithm: TuningAlgorithm.hyperband({ resource: 'epochs', most: 2, eta: 2 }),
    trial: (values) => ({ ...trial(values), ...JOB_SET }),
  });
  for (const [name, algorithm] of Object.entries(OTHERS)) {
    new Experiment(chart, name, {
      ...common,
      ...{ algorithm, trials: 2, parallelTrials: 2 },
      trial: (values) => ({ ...trial(values), ...JOB }),
    });
  }
});
