import { Duration } from 'cdk8s';
import {
  Accelerator,
  ClusterChart,
  DistributedTrainingJob,
  Mount,
  MPI,
  NodeCount,
  Operator,
  Plain,
  ProvisioningModel,
  PyTorch,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
} from '../../../lib/index';
import { Experiment, Objective, Search, TuningAlgorithm } from '../../../lib/tuning/index';
import { Step, Workflow } from '../../../lib/workflow/index';
import { IMAGE, python, type World, type WrongProgram } from './program';
import { ada } from './right-notebooks';
import { registryIn } from './registries';

// Work on machines that can be taken back.

const spotGpus = ({ cluster }: Pick<World, 'cluster'>) =>
  cluster.addGpuPool('spot', {
    accelerators: Accelerator.L4.times(1),
    nodes: NodeCount.between(0, 6),
    provisioningModel: ProvisioningModel.SPOT,
  });
const spotCpus = ({ cluster }: Pick<World, 'cluster'>) =>
  cluster.addPool('spot', {
    machineType: 'n1-standard-8',
    nodes: NodeCount.between(0, 6),
    provisioningModel: ProvisioningModel.SPOT,
  });

/** A training on spot machines that keeps checkpoints in a bucket. */
const training = (world: World) => ({
  image: IMAGE,
  command: python('train', '--checkpoints=/checkpoints'),
  activeDeadline: Duration.hours(4),
  identity: world.identity,
  mounts: [Mount.bucket(world.bucket, '/checkpoints')],
});

/** The restarts of a job: none, or the default. */
const none = (either: Parameters<WrongProgram['build']>[1]) => either({ maxRestarts: 0 }, {});
const ENDS = 'maxRestarts is 0, so the job can end for good when a machine of spot pool "spot" is taken back';

const RESTARTS: readonly WrongProgram[] = [
  {
    name: 'two workers of a JobSet without restarts',
    code: 'spot-restarts',
    says: ENDS,
    build: (world, either) => {
      new DistributedTrainingJob(world.chart, 'train', {
        ...{ ...training(world), pool: spotGpus(world), workers: 2, strategy: PyTorch.torchrun() },
        ...{ engine: TrainingEngine.jobSet(), ...none(either) },
      });
    },
  },
  {
    name: 'a PyTorchJob of one worker without restarts',
    code: 'spot-restarts',
    says: ENDS,
    build: (world, either) => {
      new DistributedTrainingJob(world.chart, 'train', {
        ...{ ...training(world), pool: spotGpus(world), strategy: PyTorch.torchrun() },
        ...{ engine: TrainingEngine.pyTorchJob(), ...none(either) },
      });
    },
  },
  {
    name: 'the tasks of a Job without restarts, which keep nothing',
    code: 'spot-restarts',
    says: 'set maxRestarts to 20, mount a bucket or a claim and write checkpoints there',
    build: (world, either) => {
      const { identity, mounts, ...job } = training(world);
      new DistributedTrainingJob(world.chart, 'train', {
        ...{ ...job, pool: spotGpus(world), workers: 2, strategy: PyTorch.distributedDataParallel() },
        engine: TrainingEngine.job(),
        ...either({ maxRestarts: 0 }, { maxRestarts: 20, identity, mounts }),
      });
    },
  },
  {
    name: 'workers of an MPIJob without restarts, whose launcher is on another pool',
    code: 'spot-restarts',
    says: ENDS,
    build: (world, either) => {
      const operators = [Operator.MPI];
      const cluster = new TrainingCluster(world.stack, 'mpi', { location: 'us-central1-a', operators });
      const launcher = { pool: cluster.addPool('cpu', { machineType: 'n1-standard-8' }) };
      const chart = new ClusterChart(world.deployment.kubernetes, 'mpi', { cluster, namespace: 'digits' });
      new DistributedTrainingJob(chart, 'train', {
        ...training(world),
        ...{ identity: undefined, mounts: [Mount.persistentVolumeClaim('checkpoints', '/checkpoints')] },
        ...{ pool: spotCpus({ cluster }), workers: 2, strategy: MPI.mpirun({ launcher }), ...none(either) },
      });
    },
  },
  {
    name: 'workers of parameter servers without restarts',
    code: 'spot-restarts',
    says: ENDS,
    build: (world, either) => {
      new DistributedTrainingJob(world.chart, 'train', {
        ...{ ...training(world), pool: spotGpus(world), workers: 2, engine: TrainingEngine.jobSet() },
        strategy: TensorFlow.parameterServer({
          chief: { pool: world.cpus },
          parameterServers: { replicas: 1, pool: world.cpus },
        }),
        ...none(either),
      });
    },
  },
  {
    name: 'a training step without restarts',
    code: 'spot-restarts',
    says: ENDS,
    build: (world, either) => {
      const train = Step.training('train', {
        ...{ ...training(world), pool: spotGpus(world), workers: 2, strategy: PyTorch.torchrun(), ...none(either) },
      });
      new Workflow(world.chart, 'flow', { steps: [train] });
    },
  },
  {
    name: 'a step that no preemption starts again',
    code: 'spot-restarts',
    says: 'preemptions is 0, so step "load" fails when a machine of spot pool "spot" is taken back: leave preemptions out',
    build: (world, either) => {
      const pool = spotCpus(world);
      const load = Step.task('load', {
        image: IMAGE,
        pool,
        command: python('load'),
        ...either({ preemptions: 0 }, {}),
      });
      new Workflow(world.chart, 'flow', { steps: [load] });
    },
  },
  {
    name: 'trials without restarts',
    code: 'spot-restarts',
    says: ENDS,
    build: (world, either) => {
      const pool = spotGpus(world);
      new Experiment(world.chart, 'rates', {
        objective: Objective.maximize('accuracy'),
        parameters: { lr: Search.double(0.001, 0.1) },
        algorithm: TuningAlgorithm.random(),
        trial: ({ lr }) => ({
          ...{ ...training(world), pool, strategy: PyTorch.torchrun(), args: [`--lr=${lr}`], ...none(either) },
        }),
      });
    },
  },
];

const GRACE: readonly WrongProgram[] = [
  {
    name: 'a notebook that takes a minute to stop',
    code: 'spot-grace',
    says: 'each notebook has 60 s to stop, but a machine of spot pool "spot" that is taken back gives pods 15 s: save in 15 s and set terminationGracePeriod',
    build: (world, either) =>
      ada(world, { pool: spotGpus(world), terminationGracePeriod: Duration.seconds(either(60, 15)) }),
  },
  {
    name: 'a registry that takes a minute to stop',
    code: 'spot-grace',
    says: 'set terminationGracePeriod to Duration.seconds(15)',
    build: (world, either) =>
      registryIn(world, { pool: spotCpus(world), terminationGracePeriod: Duration.seconds(either(60, 15)) }),
  },
  {
    name: 'a step that takes a minute to stop',
    code: 'spot-grace',
    says: 'set terminationGracePeriod to Duration.seconds(15)',
    build: (world, either) => {
      const terminationGracePeriod = Duration.seconds(either(60, 15));
      const task = { image: IMAGE, pool: spotCpus(world), command: python('load'), terminationGracePeriod };
      new Workflow(world.chart, 'flow', { steps: [Step.task('load', task)] });
    },
  },
];

export const WRONG_SPOT = [...RESTARTS, ...GRACE];

export const RIGHT_SPOT: Readonly<Record<string, (world: World) => void>> = {
  'one task of a JobSet without restarts, which an eviction starts again all the same': (world) => {
    new DistributedTrainingJob(world.chart, 'train', {
      ...{ ...training(world), pool: spotGpus(world), strategy: PyTorch.torchrun(), maxRestarts: 0 },
      engine: TrainingEngine.jobSet(),
    });
  },
  'tasks that never talk to each other, without restarts': (world) => {
    new DistributedTrainingJob(world.chart, 'render', {
      ...{ ...training(world), pool: spotCpus(world), workers: 4, maxRestarts: 0 },
      ...{ strategy: Plain.indexedTasks(), engine: TrainingEngine.job() },
    });
  },
  'a step whose failures start it again, evictions as well': (world) => {
    const pool = spotCpus(world);
    const load = Step.task('load', { image: IMAGE, pool, command: python('load'), retries: 2, preemptions: 0 });
    new Workflow(world.chart, 'flow', { steps: [load] });
  },
  'parameter servers without restarts on machines that stay, with an evaluator on spot': (world) => {
    new DistributedTrainingJob(world.chart, 'train', {
      ...{ ...training(world), pool: world.gpus, workers: 2, maxRestarts: 20 },
      strategy: TensorFlow.parameterServer({
        chief: { pool: world.cpus },
        parameterServers: { replicas: 1, pool: world.cpus },
        evaluator: { pool: spotCpus(world) },
      }),
      engine: TrainingEngine.jobSet(),
    });
  },
};
