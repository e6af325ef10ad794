import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  LocalCluster,
  Mount,
  NodeCount,
  Operator,
  MPI,
  Plain,
  PyTorch,
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
import { IMAGE, type World } from './program';

// Experiments of the sorts that users write, which synthesize without a problem and without advice.

/** The job of a trial, but for its arguments. */
export const onGpus = ({ gpus }: World) => ({
  image: IMAGE,
  pool: gpus,
  command: ['python3', 'train.py'],
  strategy: PyTorch.torchrun(),
  activeDeadline: Duration.hours(2),
});

const ACCURACY = Objective.maximize('accuracy', { goal: 0.99, also: ['loss'] });
const RATE = Search.double(0.0001, 0.1, { log: true });

/** The arguments of a program: `--lr=0.01`. */
const argsOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => `--${name}=${value}`);

export const ALGORITHMS: Readonly<Record<string, (world: World) => void>> = {
  'random search of all sorts of parameters': (world) => {
    new Experiment(world.chart, 'rates', {
      objective: ACCURACY,
      parameters: {
        lr: RATE,
        layers: Search.int(1, 4),
        momentum: Search.discrete([0.5, 0.9, 0.99]),
        optimizer: Search.categorical(['sgd', 'adam', 'rmsprop']),
      },
      algorithm: TuningAlgorithm.random({ seed: 7 }),
      trials: 20,
      parallelTrials: 4,
      trial: ({ lr, layers, momentum, optimizer }) => ({
        ...onGpus(world),
        args: ['--lr', lr, '--layers', layers, '--momentum', momentum],
        env: { OPTIMIZER: optimizer },
      }),
    });
  },
  'all points of a grid': (world) => {
    new Experiment(world.chart, 'grid', {
      objective: Objective.minimize('loss'),
      parameters: { lr: Search.double(0.01, 0.05, { step: 0.01 }), batch: Search.discrete([32, 64]) },
      algorithm: TuningAlgorithm.grid(),
      parallelTrials: 2,
      trial: (values) => ({ ...onGpus(world), args: argsOf(values) }),
    });
  },
  'Bayesian optimization': (world) => {
    new Experiment(world.chart, 'bayes', {
      objective: ACCURACY,
      parameters: { lr: RATE, layers: Search.int(1, 8) },
      algorithm: TuningAlgorithm.bayesian({ initialPoints: 5, estimator: 'GP', acquisition: 'EI', seed: 1 }),
      trials: 24,
      trial: (values) => ({ ...onGpus(world), args: argsOf(values) }),
    });
  },
  'one round of hyperband': (world) => {
    new Experiment(world.chart, 'bands', {
      objective: ACCURACY,
      parameters: { lr: Search.double(0.001, 0.1), epochs: Search.int(1, 4) },
      algorithm: TuningAlgorithm.hyperband({ resource: 'epochs', most: 4, eta: 2 }),
      trial: (values) => ({ ...onGpus(world), args: argsOf(values) }),
    });
  },
  'TPE that stops trials which do badly': (world) => {
    new Experiment(world.chart, 'tpe', {
      objective: ACCURACY,
      parameters: { lr: RATE, dropout: Search.double(0, 0.5) },
      algorithm: TuningAlgorithm.tpe({ gamma: 0.3, candidates: 32 }),
      earlyStopping: { minimumTrials: 4, startStep: 5 },
      trials: 30,
      failedTrials: 5,
      trial: (values) => ({ ...onGpus(world), args: argsOf(values) }),
    });
  },
  'multivariate TPE': (world) => {
    new Experiment(world.chart, 'tpe', {
      objective: ACCURACY,
      parameters: { lr: RATE, layers: Search.int(1, 8) },
      algorithm: TuningAlgorithm.multivariateTpe({ startupTrials: 5, seed: 3 }),
      trial: (values) => ({ ...onGpus(world), args: argsOf(values) }),
    });
  },
  'CMA-ES': (world) => {
    new Experiment(world.chart, 'cma', {
      objective: ACCURACY,
      parameters: { lr: Search.double(0.001, 0.1), momentum: Search.double(0.5, 0.99) },
      algorithm: TuningAlgorithm.cmaEs({ restart: 'ipop', sigma: 0.1 }),
      trial: (values) => ({ ...onGpus(world), args: argsOf(values) }),
    });
  },
  Sobol: (world) => {
    new Experiment(world.chart, 'sobol', {
      objective: ACCURACY,
      parameters: { lr: Search.double(0.001, 0.1), layers: Search.int(1, 8) },
      algorithm: TuningAlgorithm.sobol(),
      trials: 16,
      trial: (values) => ({ ...onGpus(world), args: argsOf(values) }),
    });
  },
  'a population that goes on from checkpoints': (world) => {
    new Experiment(world.chart, 'population', {
      objective: ACCURACY,
      parameters: { lr: Search.double(0.01, 0.1, { step: 0.01 }) },
      algorithm: TuningAlgorithm.populationBased({ population: 8, truncation: 0.25, checkpoints: '/checkpoints' }),
      trials: 40,
      parallelTrials: 4,
      trial: (values) => ({ ...onGpus(world), args: argsOf(values) }),
    });
  },
};

const search = () => ({ objective: ACCURACY, parameters: { lr: RATE }, algorithm: TuningAlgorithm.random() });

const TRIALS: Readonly<Record<string, (world: World) => void>> = {
  'trials as JobSets with parameter servers on CPUs': (world) => {
    new Experiment(world.chart, 'servers', {
      ...search(),
      parallelTrials: 2,
      trial: (values) => ({
        ...onGpus(world),
        workers: 2,
        strategy: TensorFlow.parameterServer({ parameterServers: { replicas: 1, pool: world.cpus } }),
        engine: TrainingEngine.jobSet(),
        args: argsOf(values),
      }),
    });
  },
  'trials as plain Jobs on CPUs': (world) => {
    new Experiment(world.chart, 'trees', {
      ...search(),
      trial: (values) => ({
        ...onGpus(world),
        pool: world.cpus,
        strategy: Plain.indexedTasks(),
        engine: TrainingEngine.job(),
        args: argsOf(values),
      }),
    });
  },
  'trials of MPI': (world) => {
    new Experiment(world.chart, 'mpi', {
      ...search(),
      parallelTrials: 2,
      trial: (values) => ({
        ...onGpus(world),
        workers: 2,
        strategy: MPI.mpirun({ launcher: { pool: world.cpus } }),
        engine: TrainingEngine.jobSet(),
        args: argsOf(values),
      }),
    });
  },
  'trials as MPIJobs of the MPI Operator': ({ stack, deployment }) => {
    const operators = [Operator.MPI, Operator.KATIB];
    const cluster = new TrainingCluster(stack, 'mpi', { location: 'us-central1-a', operators });
    const pool = cluster.addPool('cpu', { machineType: 'n1-standard-8', nodes: NodeCount.between(0, 9) });
    const chart = new ClusterChart(deployment.kubernetes, 'mpi', { cluster, namespace: 'mpi' });
    new Experiment(chart, 'rates', {
      ...search(),
      trial: (values) => ({
        ...{ image: IMAGE, pool, workers: 2, activeDeadline: Duration.hours(1) },
        command: ['python3', 'train.py'],
        strategy: MPI.mpirun(),
        args: argsOf(values),
      }),
    });
  },
  'metrics in a file of lines of JSON, in a bucket the models': (world) => {
    new Experiment(world.chart, 'files', {
      ...search(),
      metrics: MetricsSource.file('/var/metrics/all.jsonl', 'JSON'),
      keepTrials: true,
      trial: (values) => ({
        ...onGpus(world),
        identity: world.identity,
        mounts: [Mount.bucket(world.bucket, '/models', { subfolder: 'models' })],
        args: [...argsOf(values), '--metrics=/var/metrics/all.jsonl', '--models=/models'],
      }),
    });
  },
  'metrics that the program pushes': (world) => {
    const trial = (values: { readonly lr: string }) => ({ ...onGpus(world), args: argsOf(values) });
    new Experiment(world.chart, 'push', { ...search(), metrics: MetricsSource.push(), trial });
  },
  'a shell as the program': (world) => {
    new Experiment(world.chart, 'shell', {
      ...search(),
      trial: ({ lr }) => ({
        ...onGpus(world),
        command: ['sh', '-c', `(python3 load.py && python3 train.py --lr=${lr})`],
      }),
    });
  },
  'trials on one machine': ({ deployment }) => {
    const operators = [Operator.TRAINING, Operator.KATIB];
    const cluster = LocalCluster.kind({ clusterName: 'laptop', cpus: 6, memory: Size.gibibytes(12), operators });
    const chart = new ClusterChart(deployment.kubernetes, 'laptop', { cluster, namespace: 'laptop' });
    new Experiment(chart, 'rates', {
      ...search(),
      parallelTrials: 2,
      trial: (values) => ({
        ...{ image: 'digits:1', pool: cluster.pool, activeDeadline: Duration.minutes(30) },
        command: ['python3', 'train.py'],
        strategy: TensorFlow.multiWorkerMirrored(),
        args: argsOf(values),
      }),
    });
  },
};

const ofArgo = (world: World) => ({
  ...search(),
  objective: Objective.maximize('accuracy', { also: ['accuracy', 'loss'] }),
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

const USES: Readonly<Record<string, (world: World) => void>> = {
  'a parameter in an annotation and in a variable alone': (world) => {
    const parameters = { lr: RATE, layers: Search.int(1, 4), seed: Search.int(1, 9) };
    new Experiment(world.chart, 'uses', {
      ...search(),
      parameters,
      trial: ({ lr, layers, seed }) => ({
        ...onGpus(world),
        ...{ args: [lr], env: { LAYERS: layers }, annotations: { 'acme.com/seed': seed } },
      }),
    });
  },
  'trials of Argo Workflows that differ in a config file and in their number of workers': (world) => {
    new Experiment(world.chart, 'files', {
      ...ofArgo(world),
      parameters: { lr: RATE, workers: Search.int(1, 2) },
      parallelTrials: 1,
      trial: ({ lr, workers }) => ({
        ...onCpus(world),
        workers: Number(workers),
        mounts: [Mount.configFile(`lr: ${lr}\n`, '/etc/train/lr.yaml')],
      }),
    });
  },
  'trials of Argo Workflows that differ in the program of their servers': (world) => {
    new Experiment(world.chart, 'servers', {
      ...ofArgo(world),
      parameters: { servers: Search.int(1, 2) },
      trials: 2,
      parallelTrials: 1,
      trial: ({ servers }) => ({
        ...onCpus(world),
        strategy: TensorFlow.parameterServer({
          parameterServers: { replicas: Number(servers), pool: world.cpus },
        }),
      }),
    });
  },
  'a mount in the folder of the metrics, and a program in it': (world) => {
    new Experiment(world.chart, 'inner', {
      ...search(),
      metrics: MetricsSource.file('/work/metrics.log'),
      trial: ({ lr }) => ({
        ...onGpus(world),
        ...{ command: ['python3', '/work/code/train.py'], workingDir: '/work/code', args: [lr] },
        mounts: [world.volume().at('/work/code')],
      }),
    });
  },
};

export const RIGHT_EXPERIMENTS = { ...ALGORITHMS, ...TRIALS, ...USES };
