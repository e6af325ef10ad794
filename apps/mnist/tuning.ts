import { Duration, Size } from 'cdk8s';
import { ClusterChart, LocalCluster, Operator, TensorFlow, type Deployment } from '../../lib/index';
import { Experiment, Objective, Search, TuningAlgorithm, type TrialValues } from '../../lib/tuning/index';

/** Trials train for one hundred steps, or for two. */
const PARAMETERS = {
  rate: Search.double(0.005, 0.02, { step: 0.005 }),
  batch: Search.discrete([32, 64]),
  hundreds: Search.int(1, 2),
};

/** Searches for a good learning rate on a laptop by four algorithms. Each trial draws its own digits and keeps no model. */
export function tuning({ kubernetes }: Deployment): void {
  const operators = [Operator.TRAINING, Operator.KATIB];
  const cluster = LocalCluster.kind({ clusterName: 'tuning', cpus: 6, memory: Size.gibibytes(12), operators });
  const chart = new ClusterChart(kubernetes, 'tuning', { cluster, namespace: 'mnist-tuning' });
  const common = {
    objective: Objective.maximize('accuracy', { goal: 0.99, also: ['loss'] }),
    parameters: PARAMETERS,
    parallelTrials: 2,
    trial: ({ rate, batch, hundreds }: TrialValues<typeof PARAMETERS>) => ({
      image: 'trainyard/mnist:1',
      command: ['python3', '/app/train.py', '--data_dir=/tmp/data'],
      args: [`--learning_rate=${rate}`, `--batch_size=${batch}`, `--train_steps=${hundreds}00`],
      pool: cluster.pool,
      resources: { cpus: 0.5, memory: Size.gibibytes(1) },
      strategy: TensorFlow.multiWorkerMirrored(),
      activeDeadline: Duration.minutes(30),
    }),
  };

  new Experiment(chart, 'random', { ...common, trials: 6, algorithm: TuningAlgorithm.random({ seed: 1 }) });
  new Experiment(chart, 'grid', { ...common, algorithm: TuningAlgorithm.grid() });
  new Experiment(chart, 'bayesian', {
    ...common,
    trials: 8,
    algorithm: TuningAlgorithm.bayesian({ initialPoints: 3 }),
  });
  const hyperband = TuningAlgorithm.hyperband({ resource: 'hundreds', most: 2, eta: 2 });
  new Experiment(chart, 'hyperband', { ...common, algorithm: hyperband });
}
