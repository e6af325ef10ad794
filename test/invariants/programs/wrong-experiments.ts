import { Duration } from 'cdk8s';
import {
  Accelerator,
  acknowledge,
  ClusterChart,
  Mount,
  NodeCount,
  Operator,
  ProvisioningModel,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
} from '../../../lib/index';
import { Experiment, MetricsSource, Objective, Search, TuningAlgorithm } from '../../../lib/tuning/index';
import { type World, type WrongProgram } from './program';
import { onGpus } from './right-experiments';

// Mistakes of users, each in a small experiment as a user would write it.

const ACCURACY = Objective.maximize('accuracy');
const RATE = Search.double(0.001, 0.1, { log: true });

/** An experiment that is right: a random search of a learning rate, two trials at once. */
const random = (world: World) => ({
  objective: ACCURACY,
  parameters: { lr: RATE },
  algorithm: TuningAlgorithm.random(),
  trials: 12,
  parallelTrials: 2,
  trial: ({ lr }: { readonly lr: string }) => ({ ...onGpus(world), args: [`--lr=${lr}`] }),
});

const SPACES: readonly WrongProgram[] = [
  {
    name: 'a grid over any learning rate',
    code: 'search-algorithm',
    says: 'lr has no step, but grid counts its values',
    build: (world, either) => {
      const parameters = { lr: Search.double(0.01, 0.1, either({}, { step: 0.01 })) };
      const { chart } = world;
      new Experiment(chart, 'rates', { ...random(world), parameters, trials: 8, algorithm: TuningAlgorithm.grid() });
    },
  },
  {
    name: 'hyperband with other trials than those of its round',
    code: 'search-algorithm',
    says: 'hyperband hangs without 4 trials, all at once: leave trials and parallelTrials out',
    build: (world, either) => {
      new Experiment(world.chart, 'epochs', {
        ...random(world),
        parameters: { lr: Search.double(0.001, 0.1), epochs: Search.int(1, 4) },
        algorithm: TuningAlgorithm.hyperband({ resource: 'epochs', most: 4, eta: 2 }),
        ...either({}, { trials: undefined, parallelTrials: undefined }),
        trial: ({ lr, epochs }) => ({ ...onGpus(world), args: ['--lr', lr, '--epochs', epochs] }),
      });
    },
  },
  {
    name: 'a dropout from 0 in Bayesian optimization',
    code: 'search-algorithm',
    says: 'dropout begins at 0, but bayesianoptimization takes logarithms: raise min above 0',
    build: (world, either) => {
      new Experiment(world.chart, 'dropout', {
        ...random(world),
        parameters: { dropout: Search.double(either(0, 0.05), 0.5) },
        algorithm: TuningAlgorithm.bayesian(),
        trial: ({ dropout }) => ({ ...onGpus(world), args: ['--dropout', dropout] }),
      });
    },
  },
  {
    name: 'a logarithmic scale from 0',
    code: 'search-range',
    says: 'a logarithmic scale has no 0: raise min above 0',
    build: (world, either) => {
      const parameters = { lr: Search.double(either(0, 0.0001), 0.1, { log: true }) };
      new Experiment(world.chart, 'rates', { ...random(world), parameters });
    },
  },
  {
    name: 'the upper bound first',
    code: 'search-range',
    says: 'min 0.1 is not below max 0.001: write the lower bound first',
    build: (world, either) => {
      const [min, max] = either([0.1, 0.001], [0.001, 0.1]);
      new Experiment(world.chart, 'rates', { ...random(world), parameters: { lr: Search.double(min, max) } });
    },
  },
  {
    name: 'a whole number with a fraction',
    code: 'search-range',
    says: 'an int cannot have 0.5: use whole numbers, or Search.double(…)',
    build: (world, either) => {
      new Experiment(world.chart, 'layers', {
        ...random(world),
        parameters: { layers: Search.int(either(0.5, 1), 4) },
        trial: ({ layers }) => ({ ...onGpus(world), args: ['--layers', layers] }),
      });
    },
  },
  {
    name: 'a step so small that the object of the experiment has no room for its values',
    code: 'search-range',
    says: '1000000001 values are too many for an object: use a larger step',
    build: (world, either) => {
      const parameters = { lr: Search.double(0, 1, { step: either(1e-9, 1e-3) }) };
      new Experiment(world.chart, 'rates', { ...random(world), parameters });
    },
  },
  {
    name: 'a grid of more points than Katib has room for',
    code: 'experiment-trials',
    says: 'trials cannot be 10000: use a whole number from 1 to 5000',
    build: (world, either) => {
      const parameters = { lr: Search.int(1, 100), layers: Search.int(1, either(100, 10)) };
      new Experiment(world.chart, 'rates', {
        ...random(world),
        parameters,
        algorithm: TuningAlgorithm.grid(),
        trials: 10_000,
        trial: ({ lr, layers }) => ({ ...onGpus(world), args: ['--lr', lr, '--layers', layers] }),
      });
    },
  },
  {
    name: 'a quote in a value',
    code: 'search-list',
    says: 'cannot stand in a command of Katib: use a plain word for it',
    build: (world, either) => {
      new Experiment(world.chart, 'prompts', {
        ...random(world),
        parameters: { prompt: Search.categorical(["What's this?", 'Describe this.'].slice(either(0, 1))) },
        trial: ({ prompt }) => ({ ...onGpus(world), args: ['--prompt', prompt] }),
      });
    },
  },
  {
    name: 'a logarithmic scale for Sobol',
    code: 'search-algorithm',
    says: 'lr has log, but sobol does not read it: use Search.discrete, or TuningAlgorithm.tpe()',
    build: (world, either) => {
      const algorithm = either(TuningAlgorithm.sobol(), TuningAlgorithm.tpe());
      new Experiment(world.chart, 'rates', { ...random(world), algorithm });
    },
  },
];

const SETTINGS: readonly WrongProgram[] = [
  {
    name: 'a metric with a slash, as TensorBoard has it',
    code: 'name',
    says: 'metric name "val/accuracy" is not of the allowed form',
    build: (world, either) => {
      const objective = Objective.maximize(either('val/accuracy', 'val-accuracy'));
      new Experiment(world.chart, 'rates', { ...random(world), objective });
    },
  },
  {
    name: 'a further metric that Katib does not find',
    code: 'name',
    says: '"top@5"',
    build: (world, either) => {
      const objective = Objective.maximize('accuracy', { also: ['loss', either('top@5', 'top-5')] });
      new Experiment(world.chart, 'rates', { ...random(world), objective });
    },
  },
  {
    name: 'a goal that is no number',
    code: 'manifest-value',
    says: 'holds NaN at spec.objective.goal',
    build: (world, either) => {
      const objective = Objective.maximize('accuracy', { goal: Number(either('0,99', '0.99')) });
      new Experiment(world.chart, 'rates', { ...random(world), objective });
    },
  },
  {
    name: 'a seed below 0',
    code: 'algorithm-setting',
    says: 'seed cannot be -1: use a whole number of 0 or more',
    build: (world, either) => {
      const algorithm = TuningAlgorithm.random({ seed: either(-1, 0) });
      new Experiment(world.chart, 'rates', { ...random(world), algorithm });
    },
  },
  {
    name: 'a small population',
    code: 'algorithm-setting',
    says: 'population cannot be 3: use a whole number of 5 or more',
    build: (world, either) => {
      const population = either(3, 5);
      const algorithm = TuningAlgorithm.populationBased({ population, truncation: 0.2, checkpoints: '/checkpoints' });
      const parameters = { lr: Search.double(0.01, 0.1, { step: 0.01 }) };
      new Experiment(world.chart, 'rates', { ...random(world), algorithm, parameters });
    },
  },
  {
    name: 'early stopping before any trial has ended',
    code: 'algorithm-setting',
    says: 'minimumTrials cannot be 0: use a whole number of 1 or more',
    build: (world, either) => {
      const earlyStopping = { minimumTrials: either(0, 1) };
      new Experiment(world.chart, 'rates', { ...random(world), earlyStopping });
    },
  },
  {
    name: 'early stopping by metrics that the program pushes',
    code: 'search-algorithm',
    says: 'use MetricsSource.stdout(), or no earlyStopping',
    build: (world, either) => {
      const metrics = either(MetricsSource.push(), MetricsSource.stdout());
      const earlyStopping = {};
      new Experiment(world.chart, 'rates', { ...random(world), metrics, earlyStopping });
    },
  },
  {
    name: 'a cluster without Katib',
    code: 'operator-missing',
    says: 'add Operator.KATIB to operators of the cluster',
    build: (world, either) => {
      const { stack, deployment } = world;
      const operators = [Operator.TRAINING, ...either([], [Operator.KATIB])];
      const cluster = new TrainingCluster(stack, 'plain', { location: 'us-central1-a', operators });
      const accelerators = Accelerator.L4.times(1);
      const pool = cluster.addGpuPool('l4', { accelerators, nodes: NodeCount.between(0, 4) });
      const chart = new ClusterChart(deployment.kubernetes, 'plain', { cluster, namespace: 'digits' });
      const trial = ({ lr }: { readonly lr: string }) => ({ ...onGpus(world), pool, args: [`--lr=${lr}`] });
      new Experiment(chart, 'rates', { ...random(world), trial });
    },
  },
];

const TRIALS: readonly WrongProgram[] = [
  {
    name: 'more trials at once than the pool holds',
    code: 'pool-shared',
    says: 'raise nodes to 6',
    build: (world, either) => {
      const pool = world.cluster.addGpuPool('trials', {
        accelerators: Accelerator.L4.times(1),
        nodes: NodeCount.between(0, either(4, 6)),
      });
      const trial = ({ lr }: { readonly lr: string }) => ({ ...onGpus(world), pool, args: [`--lr=${lr}`] });
      new Experiment(world.chart, 'rates', { ...random(world), parallelTrials: 6, trial });
    },
  },
  {
    name: 'a trial that fits no pool',
    code: 'gpu-pool-mismatch',
    says: 'give it a GPU pool, or leave gpus out of its resources',
    build: (world, either) => {
      const pool = either(world.cpus, world.gpus);
      const trial = ({ lr }: { readonly lr: string }) => ({
        ...onGpus(world),
        pool,
        resources: { gpus: 1 },
        args: [`--lr=${lr}`],
      });
      new Experiment(world.chart, 'rates', { ...random(world), trial });
    },
  },
  {
    name: 'a pool of another cluster',
    code: 'pool-cluster',
    says: 'use a pool of cluster "digits-dev-cluster"',
    build: (world, either) => {
      const pool = either(
        () => world.otherPool(),
        () => world.cpus,
      )();
      const trial = ({ lr }: { readonly lr: string }) => ({ ...onGpus(world), pool, args: [`--lr=${lr}`] });
      new Experiment(world.chart, 'rates', { ...random(world), trial });
    },
  },
  {
    name: 'trials that may hang for ever',
    code: 'time-limit',
    says: 'set activeDeadline to more than the job takes',
    build: (world, either) => {
      const trial = ({ lr }: { readonly lr: string }) => ({
        ...onGpus(world),
        activeDeadline: either(undefined, Duration.hours(12)),
        args: [`--lr=${lr}`],
      });
      new Experiment(world.chart, 'rates', { ...random(world), trial });
    },
  },
  {
    name: 'trials on spot machines that keep no checkpoints',
    code: 'spot-checkpoints',
    says: 'mount a bucket or a claim and write checkpoints there',
    build: (world, either) => {
      const pool = world.cluster.addGpuPool('spot', {
        accelerators: Accelerator.L4.times(1),
        nodes: NodeCount.between(0, 2),
        provisioningModel: ProvisioningModel.SPOT,
      });
      const trial = ({ lr }: { readonly lr: string }) => ({
        ...onGpus(world),
        pool,
        args: [`--lr=${lr}`],
        ...either({}, { identity: world.identity, mounts: [Mount.bucket(world.bucket, '/checkpoints')] }),
      });
      new Experiment(world.chart, 'rates', { ...random(world), trial });
    },
  },
  {
    name: 'values in a file of settings',
    code: 'trial-engine',
    says: 'a config file is made once for all trials, but has the value of a parameter',
    build: (world, either) => {
      const trial = ({ lr }: { readonly lr: string }) => ({
        ...onGpus(world),
        ...either(
          { args: ['--config=/etc/train/lr.yaml'], mounts: [Mount.configFile(`lr: ${lr}\n`, '/etc/train/lr.yaml')] },
          { args: [`--lr=${lr}`], engine: TrainingEngine.jobSet() },
        ),
      });
      new Experiment(world.chart, 'rates', { ...random(world), trial });
    },
  },
  {
    name: 'a TFJob with an evaluator, which is a second TFJob',
    code: 'trial-engine',
    says: 'Katib runs no second TFJob of a trial: use TrainingEngine.jobSet()',
    build: (world, either) => {
      if (either(true, false)) acknowledge(world.chart, 'upgrade-engine', 'a trial takes minutes');
      const trial = ({ lr }: { readonly lr: string }) => ({
        ...onGpus(world),
        strategy: TensorFlow.multiWorkerMirrored({ evaluator: { pool: world.cpus } }),
        engine: either(TrainingEngine.tfJob(), TrainingEngine.jobSet()),
        args: [`--lr=${lr}`],
      });
      new Experiment(world.chart, 'rates', { ...random(world), trial });
    },
  },
  {
    name: 'a label with a value',
    code: 'label-form',
    says: '"${trialParameters.lr}" is not of the form that Kubernetes takes in labels',
    build: (world, either) => {
      const trial = ({ lr }: { readonly lr: string }) => ({
        ...onGpus(world),
        labels: { 'acme.com/search': either(lr, 'lr') },
        args: [`--lr=${lr}`],
      });
      new Experiment(world.chart, 'rates', { ...random(world), trial });
    },
  },
];

export const WRONG_EXPERIMENTS = [...SPACES, ...SETTINGS, ...TRIALS];
