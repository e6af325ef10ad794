import { Duration } from 'cdk8s';
import {
  Accelerator,
  acknowledge,
  ClusterChart,
  Mount,
  NodeCount,
  Operator,
  Plain,
  ProvisioningModel,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
} from '../../../lib/index';
import {
  Experiment,
  ExperimentBackend,
  MetricsSource,
  Objective,
  Search,
  TuningAlgorithm,
} from '../../../lib/tuning/index';
import { DataSet } from '../../../lib/workflow/index';
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

/** A search that Argo Workflows runs: a random one, whose trials write their metric to a file. */
const ofArgo = (world: World) => ({
  ...random(world),
  metrics: MetricsSource.file(),
  backend: ExperimentBackend.argo({ results: DataSet.bucket(world.bucket, 'trials') }),
});
const onCpus = (world: World) => ({
  ...onGpus(world),
  identity: world.identity,
  pool: world.cpus,
  strategy: Plain.indexedTasks(),
  engine: TrainingEngine.jobSet(),
});
const TWO = { lr: RATE, layers: Search.int(1, 4) };

const PARAMETERS: readonly WrongProgram[] = [
  {
    name: 'a parameter that the trial does not use',
    code: 'trial-parameter',
    says: 'no text of the trial has the value of parameter "layers", so Katib refuses the experiment',
    build: (world, either) => {
      new Experiment(world.chart, 'rates', {
        ...random(world),
        parameters: TWO,
        trial: ({ lr, layers }) => ({ ...onGpus(world), args: [`--lr=${lr}`, ...either([], [`--layers=${layers}`])] }),
      });
    },
  },
  {
    name: 'a parameter of a population that the trial does not use',
    code: 'trial-parameter',
    says: 'or leave "layers" out of parameters',
    build: (world, either) => {
      new Experiment(world.chart, 'rates', {
        ...random(world),
        parameters: either({ lr: Search.int(1, 9), layers: Search.int(1, 4) }, { lr: Search.int(1, 9) }),
        algorithm: TuningAlgorithm.populationBased({ population: 5, truncation: 0.2, checkpoints: '/checkpoints' }),
      });
    },
  },
  {
    name: 'a misspelt parameter in words of Katib',
    code: 'trial-parameter',
    says: 'there is no parameter "layer": write ${trialParameters.layers}',
    build: (world, either) => {
      const layers = either('${trialParameters.layer}', '${trialParameters.layers}');
      new Experiment(world.chart, 'rates', {
        ...random(world),
        parameters: TWO,
        trial: (values) => ({ ...onGpus(world), env: { LR: values.lr, LAYERS: `${values.layers}-${layers}` } }),
      });
    },
  },
  {
    name: 'a search without parameters',
    code: 'trial-parameter',
    says: 'the experiment has no parameters: give it one',
    build: (world, either) => {
      const parameters: Readonly<Record<string, Search>> = either({}, { lr: RATE });
      const trial = (values: Readonly<Record<string, string>>) => ({ ...onGpus(world), args: Object.values(values) });
      new Experiment(world.chart, 'rates', { ...random(world), parameters, trial });
    },
  },
  {
    name: 'a misspelt resource of hyperband',
    code: 'search-algorithm',
    says: 'no parameter "epoch" by Search.int: write "epochs"',
    build: (world, either) => {
      new Experiment(world.chart, 'epochs', {
        ...random(world),
        parameters: { lr: Search.double(0.001, 0.1), epochs: Search.int(1, 4) },
        algorithm: TuningAlgorithm.hyperband({ resource: either('epoch', 'epochs'), most: 4, eta: 2 }),
        ...{ trials: undefined, parallelTrials: undefined },
        trial: ({ lr, epochs }) => ({ ...onGpus(world), args: ['--lr', lr, '--epochs', epochs] }),
      });
    },
  },
  {
    name: 'words of Katib in a trial of Argo Workflows',
    code: 'trial-parameter',
    says: 'the trial has ${trialParameters.lrs}, which Argo Workflows does not fill in: use the value "lr" that trial gets',
    build: (world, either) => {
      new Experiment(world.chart, 'rates', {
        ...ofArgo(world),
        trial: ({ lr }) => ({
          ...onCpus(world),
          args: [`--lr=${lr}`, ...either(['--old=${trialParameters.lrs}'], [])],
        }),
      });
    },
  },
  {
    name: 'a parameter that trials of Argo Workflows do not use',
    code: 'trial-equal',
    says: 'trials are the same for all values of parameter "layers"',
    build: (world, either) => {
      new Experiment(world.chart, 'rates', {
        ...ofArgo(world),
        parameters: TWO,
        trial: ({ lr, layers }) => ({ ...onCpus(world), args: [`--lr=${lr}`, ...either([], [`--layers=${layers}`])] }),
      });
    },
  },
  {
    name: 'a parameter of a grid of Argo Workflows that is misspelt in a config file',
    code: 'trial-equal',
    says: 'leave "layers" out of parameters',
    build: (world, either) => {
      new Experiment(world.chart, 'rates', {
        ...ofArgo(world),
        parameters: { lr: Search.discrete([0.01, 0.1]), layers: Search.int(1, 2) },
        algorithm: TuningAlgorithm.grid(),
        trials: 4,
        trial: ({ lr, layers }) => ({
          ...onCpus(world),
          mounts: [Mount.configFile(`lr: ${lr}\nlayers: ${either('layers', layers)}\n`, '/etc/train/all.yaml')],
        }),
      });
    },
  },
];

interface Unsaid {
  readonly algorithm?: TuningAlgorithm;
  readonly metrics?: MetricsSource;
  readonly objective?: Objective;
  readonly earlyStopping?: Record<string, never>;
}

/** What Argo Workflows cannot do of a search, and how the search is without it. */
const UNSAID: readonly (readonly [string, string, Unsaid, Unsaid])[] = [
  ['an algorithm that learns', 'use random() or grid()', { algorithm: TuningAlgorithm.tpe() }, {}],
  [
    'metrics of the log',
    "use MetricsSource.file('/metrics/metrics.log')",
    { metrics: MetricsSource.stdout() },
    { metrics: MetricsSource.file('/metrics/metrics.log') },
  ],
  ['early stopping', 'leave earlyStopping out', { earlyStopping: {} }, {}],
  ['a goal', 'leave goal out', { objective: Objective.maximize('accuracy', { goal: 0.9 }) }, {}],
  [
    'all of these',
    'use random() or grid(), use MetricsSource.file',
    { algorithm: TuningAlgorithm.tpe(), metrics: MetricsSource.stdout(), earlyStopping: {} },
    {},
  ],
];

const BACKENDS: readonly WrongProgram[] = UNSAID.flatMap(([name, says, wrong, right]) => [
  {
    name: `${name} by Argo Workflows`,
    code: 'experiment-backend',
    says,
    build: (world, either) => {
      const trial = ({ lr }: { readonly lr: string }) => ({ ...onCpus(world), args: [`--lr=${lr}`] });
      new Experiment(world.chart, 'rates', { ...ofArgo(world), trial, ...either(wrong, right) });
    },
  },
  {
    name: `${name} by Katib instead`,
    code: 'experiment-backend',
    says: 'or use ExperimentBackend.katib()',
    build: (world, either) => {
      const trial = ({ lr }: { readonly lr: string }) => ({ ...onCpus(world), args: [`--lr=${lr}`] });
      const { backend, ...others } = ofArgo(world);
      const chosen = either(backend, ExperimentBackend.katib());
      new Experiment(world.chart, 'rates', { ...others, trial, ...wrong, backend: chosen });
    },
  },
]);

/** Advice that names what an experiment has, not what a workflow has. */
const WORDS: readonly WrongProgram[] = [
  {
    name: 'the first and the last step of a search on GPUs',
    code: 'gpu-idle',
    says: 'set pool of ExperimentBackend.argo(…) to a pool without GPUs, or acknowledge this',
    build: (world, either) => {
      const results = DataSet.bucket(world.bucket, 'trials');
      new Experiment(world.chart, 'rates', {
        ...ofArgo(world),
        backend: ExperimentBackend.argo({ results, ...either({}, { pool: world.cpus }) }),
        trial: ({ lr }) => ({ ...onGpus(world), identity: world.identity, args: [`--lr=${lr}`] }),
      });
    },
  },
  {
    name: 'more trials of Argo Workflows at once than the pool holds',
    code: 'workflow-width',
    says: 'raise nodes to 6, lower parallelTrials, or acknowledge this',
    build: (world, either) => {
      const pool = world.cluster.addGpuPool('trials', {
        accelerators: Accelerator.L4.times(1),
        nodes: NodeCount.between(0, 3),
      });
      const results = DataSet.bucket(world.bucket, 'trials');
      new Experiment(world.chart, 'rates', {
        ...ofArgo(world),
        parallelTrials: either(6, 3),
        backend: ExperimentBackend.argo({ results, pool: world.cpus }),
        trial: ({ lr }) => ({ ...onGpus(world), pool, identity: world.identity, args: [`--lr=${lr}`] }),
      });
    },
  },
];

const FOLDERS: readonly WrongProgram[] = [
  {
    name: 'a metrics file in the folder of a bucket',
    code: 'mount-path',
    says: "a mount is at /data, where Katib mounts a volume for the metrics file /data/trial.log: use MetricsSource.file('/metrics/trial.log')",
    build: (world, either) => {
      const mounts = [Mount.bucket(world.bucket, '/data')];
      const trial = ({ lr }: { readonly lr: string }) => ({
        ...onGpus(world),
        ...{ identity: world.identity, mounts, args: [`--lr=${lr}`] },
      });
      const metrics = MetricsSource.file(either('/data/trial.log', '/metrics/trial.log'));
      new Experiment(world.chart, 'rates', { ...random(world), metrics, trial });
    },
  },
  {
    name: 'a metrics file below the folder of a shared volume',
    code: 'trial-folder',
    says: 'Katib mounts a volume at /shared/logs for the metrics file /shared/logs/a.jsonl, which hides what the mount at /shared has there',
    build: (world, either) => {
      const mounts = [world.volume().at('/shared')];
      const trial = ({ lr }: { readonly lr: string }) => ({ ...onGpus(world), mounts, args: [`--lr=${lr}`] });
      const metrics = MetricsSource.file(either('/shared/logs/a.jsonl', '/metrics/a.jsonl'), 'JSON');
      new Experiment(world.chart, 'rates', { ...random(world), metrics, trial });
    },
  },
  {
    name: 'a metrics file beside the program',
    code: 'trial-folder',
    says: 'which hides the program /app/train.py',
    build: (world, either) => {
      const trial = ({ lr }: { readonly lr: string }) => ({
        ...onGpus(world),
        ...{ command: ['python3', '/app/train.py'], args: [`--lr=${lr}`] },
      });
      const metrics = MetricsSource.file(either('/app/metrics.log', '/metrics/metrics.log'));
      new Experiment(world.chart, 'rates', { ...random(world), metrics, trial });
    },
  },
  {
    name: 'a metrics file in the working directory',
    code: 'trial-folder',
    says: 'which hides the files of the working directory /app',
    build: (world, either) => {
      const trial = ({ lr }: { readonly lr: string }) => ({
        ...onGpus(world),
        workingDir: '/app',
        args: [`--lr=${lr}`],
      });
      const metrics = MetricsSource.file(either('/app/metrics.log', '/metrics/metrics.log'));
      new Experiment(world.chart, 'rates', { ...random(world), metrics, trial });
    },
  },
  {
    name: 'a metrics file in no folder',
    code: 'mount-path',
    says: "the metrics file /trial.log, which cannot be /: use MetricsSource.file('/metrics/trial.log')",
    build: (world, either) => {
      const metrics = MetricsSource.file(either('/trial.log', '/metrics/trial.log'));
      new Experiment(world.chart, 'rates', { ...random(world), metrics });
    },
  },
  {
    name: 'a metrics file of a relative path',
    code: 'mount-path',
    says: "which cannot be .: use MetricsSource.file('/metrics/trial.log')",
    build: (world, either) => {
      const metrics = MetricsSource.file(either('trial.log', '/metrics/trial.log'));
      new Experiment(world.chart, 'rates', { ...random(world), metrics });
    },
  },
  {
    name: 'a mount where Katib keeps the output',
    code: 'mount-path',
    says: 'a mount is at /var/log/katib, where Katib mounts a volume for the output of the trial: mount it elsewhere',
    build: (world, either) => {
      const mounts = [world.volume().at(either('/var/log/katib', '/logs'))];
      const trial = ({ lr }: { readonly lr: string }) => ({ ...onGpus(world), mounts, args: [`--lr=${lr}`] });
      new Experiment(world.chart, 'rates', { ...random(world), trial });
    },
  },
  {
    name: 'checkpoints of a population in a bucket that is mounted there',
    code: 'mount-path',
    says: 'a mount is at /models, where Katib mounts a volume for the checkpoints of a population',
    build: (world, either) => {
      const mounts = [Mount.bucket(world.bucket, '/models')];
      const checkpoints = either('/models', '/checkpoints');
      new Experiment(world.chart, 'rates', {
        ...random(world),
        parameters: { lr: Search.int(1, 9) },
        algorithm: TuningAlgorithm.populationBased({ population: 5, truncation: 0.2, checkpoints }),
        trial: ({ lr }) => ({ ...onGpus(world), identity: world.identity, mounts, args: [`--lr=${lr}`] }),
      });
    },
  },
];

export const WRONG_EXPERIMENTS = [...SPACES, ...SETTINGS, ...TRIALS, ...PARAMETERS, ...BACKENDS, ...WORDS, ...FOLDERS];
