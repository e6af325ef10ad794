import { Duration, Size } from 'cdk8s';
import {
  Accelerator,
  acknowledge,
  ClusterChart,
  DistributedTrainingJob,
  Mount,
  MPI,
  MXNet,
  NodeCount,
  Operator,
  OperatorReleases,
  Plain,
  ProvisioningModel,
  PyTorch,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
  type DistributedTrainingJobProps,
} from '../../../lib/index';
import type { Role, TrainingStrategy } from '../../../lib/extend';
import { ClusterSpec } from '../../../lib/training/index';
import type { Fix } from './fix';
import { IMAGE, python, type Either, type World, type WrongProgram } from './program';

// Mistakes with training jobs, each in a job of its own.

type Job = DistributedTrainingJobProps;

/** A job that is right: two workers of PyTorch for an hour. */
const torch = ({ gpus }: World): Job => ({
  ...{ image: IMAGE, pool: gpus, workers: 2, command: python('train'), activeDeadline: Duration.hours(1) },
  strategy: PyTorch.torchrun(),
});

/** A program with one job whose props are wrong, or right. */
function job(
  name: string,
  code: string,
  says: string,
  props: (either: Either, fix: Fix, world: World) => Partial<Job>,
): WrongProgram {
  const build: WrongProgram['build'] = (world, either, fix) => {
    new DistributedTrainingJob(world.chart, 'train', { ...torch(world), ...props(either, fix, world) });
  };
  return { name, code, says, build };
}

/** The same in a cluster with operators of its own. */
function jobIn(
  operators: readonly Operator[],
  [name, code, says]: readonly [string, string, string],
  props: (either: Either, fix: Fix, world: World) => Partial<Job>,
): WrongProgram {
  const build: WrongProgram['build'] = (world, either, fix) => {
    const { chart, gpus, cpus } = clusterWith(world, operators);
    const there = { ...world, gpus, cpus };
    new DistributedTrainingJob(chart, 'train', { ...torch(there), ...props(either, fix, there) });
  };
  return { name, code, says, build };
}

function clusterWith({ stack, deployment }: World, operators: readonly Operator[]) {
  const cluster = new TrainingCluster(stack, 'second', { location: 'us-central1-a', operators });
  const gpus = cluster.addGpuPool('l4', { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(0, 4) });
  if (operators.some(({ install }) => install?.way.kind === 'helm'))
    new OperatorReleases(deployment.addStack('operators'), 'operators', { cluster });
  const cpus = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.between(1, 6) });
  const chart = new ClusterChart(deployment.kubernetes, 'second', { cluster, namespace: 'second' });
  return { gpus, cpus, chart };
}

const servers = ({ cpus }: World) => ({ replicas: 1, pool: cpus });

const VALUES: readonly WrongProgram[] = [
  job('a job without workers', 'replicas', '0 is not a number of workers', (either, fix) => ({
    workers: either(0, fix.number()),
  })),
  job('no parameter servers', 'replicas', '0 is not a number of parameter servers', (either, fix, { cpus }) => ({
    strategy: TensorFlow.parameterServer({ parameterServers: { replicas: either(0, fix.number()), pool: cpus } }),
  })),
  job('fewer restarts than none', 'max-restarts', 'maxRestarts cannot be -1', (either, fix) => ({
    maxRestarts: either(-1, fix.number()),
  })),
  job('a job of no time', 'job-duration', 'activeDeadline is 0 s', (either, fix) => ({
    activeDeadline: Duration.seconds(either(0, fix.number())),
  })),
  job('a job that is kept for half a second', 'job-duration', 'ttlAfterFinished is 0.5 s', (either, fix) => ({
    ttlAfterFinished: Duration.millis(either(500, fix.number(1) * 1000)),
    engine: TrainingEngine.jobSet(),
  })),
  job('half a process', 'torchrun-option', 'processesPerWorker cannot be 0.5', (either, fix) => ({
    strategy: PyTorch.torchrun({ processesPerWorker: either(0.5, fix.number()) }),
  })),
  job('no torchrun', 'torchrun-option', "use ['torchrun'], or leave it out", (either, fix) => ({
    strategy: PyTorch.torchrun({ torchrun: either([], [fix.part(/\['(\w+)'\]/)]) }),
  })),
  ...(
    [
      ['no slots', 'slotsPerWorker cannot be 0', (either, fix) => ({ slotsPerWorker: either(0, fix.number()) })],
      ['no mpirun', "use ['mpirun'], or leave it out", (either) => ({ mpirun: either([], undefined) })],
      ['sshd by its name', 'use its path, such as', (either, fix) => ({ sshd: either('sshd', fix.quoted()) })],
      [
        'a port of ssh above all',
        'sshPort cannot be 70000',
        (either, fix) => ({ sshPort: either(70_000, fix.number(1)) }),
      ],
    ] as const satisfies readonly (readonly [
      string,
      string,
      (either: Either, fix: Fix) => Parameters<typeof MPI.mpirun>[0],
    ])[]
  ).map(([name, says, options]) =>
    job(name, 'mpirun-option', says, (either, fix, { cpus }) => ({
      strategy: MPI.mpirun({ launcher: { pool: cpus }, ...options(either, fix) }),
      engine: TrainingEngine.jobSet(),
    })),
  ),
  jobIn(
    [Operator.JOBSET],
    ['gradients below nothing', 'gradient-compression', 'use a number above 0, such as 0.5'],
    (either, fix, world) => ({
      strategy: MXNet.parameterServer({
        ...{ servers: servers(world), scheduler: { pool: world.cpus } },
        gradientCompression: { type: '2bit', threshold: either(-1, fix.number(1)) },
      }),
    }),
  ),
  job('torchrun without a program', 'launcher-command', 'but command is left out', (either) => ({
    command: either(undefined, ['python3', 'train.py']),
  })),
];

const flags =
  (options: (either: Either, fix: Fix) => Parameters<typeof ClusterSpec.flags>[0]) =>
  (either: Either, fix: Fix, world: World) => ({
    strategy: TensorFlow.parameterServer({
      parameterServers: servers(world),
      chief: { pool: world.cpus },
      clusterSpec: ClusterSpec.flags(options(either, fix)),
    }),
  });

const STRATEGIES: readonly WrongProgram[] = [
  job(
    'a flag with a value',
    'flag-name',
    'write it as the script\'s command line has it, without a value: "--job"',
    flags((either, fix) => ({ jobName: either('job=', fix.quoted()) })),
  ),
  job(
    'two flags of one name',
    'flag-name',
    'a name of its own',
    flags((either) => ({ jobName: '--name', taskIndex: either('--name', '--index') })),
  ),
  ...(
    [
      ['leave chief out, or use', { chief: false }, {}],
      ['leave chief out', { chief: undefined }, undefined],
    ] as const
  ).map(([says, right, spec]) =>
    job(`a chief beside worker 0: ${says}`, 'chief-without-role', says, (either, _, world) => ({
      strategy: TensorFlow.parameterServer({
        parameterServers: servers(world),
        chief: spec === undefined ? either({ pool: world.cpus }, undefined) : { pool: world.cpus },
        clusterSpec: ClusterSpec.flags(spec === undefined ? { chief: false } : either({ chief: right.chief }, spec)),
      }),
    })),
  ),
  ...(['leave chiefHosts out', 'leave chief: false out'] as const).map((says) =>
    job(`hosts of a chief that is worker 0: ${says}`, 'chief-without-role', says, (either, _, world) => {
      const wrong = { chief: false, chiefHosts: '--chiefs' };
      const right = says === 'leave chiefHosts out' ? { chief: false } : { chiefHosts: '--chiefs' };
      return {
        strategy: TensorFlow.parameterServer({
          parameterServers: servers(world),
          clusterSpec: ClusterSpec.flags(either(wrong, right)),
        }),
      };
    }),
  ),
  ...(['torchrun', 'workers'] as const).map((way): WrongProgram => ({
    name: `a process with two GPUs: ${way}`,
    code: 'gpus-per-process',
    says: { torchrun: 'use PyTorch.torchrun()', workers: '2 times the workers with 1 GPU each' }[way],
    build: (world, either, fix) => {
      const accelerators = Accelerator.L4.times(2);
      const pool = world.cluster.addGpuPool('pairs', { accelerators, nodes: NodeCount.between(0, 4) });
      const [isTorchrun, isMore] = [either(false, way === 'torchrun'), either(false, way === 'workers')];
      new DistributedTrainingJob(world.chart, 'train', {
        ...{ ...torch(world), pool, workers: isMore ? 2 * fix.number() : 2 },
        strategy: isTorchrun ? PyTorch.torchrun() : PyTorch.distributedDataParallel(),
        resources: { gpus: isMore ? 1 : 2 },
      });
    },
  })),
  {
    name: 'addresses of more tasks than fit one variable',
    code: 'task-count',
    says: 'use 1',
    build: (world, either, fix) => {
      const pool = world.cluster.addPool('many', { machineType: 'n2-standard-32', nodes: NodeCount.between(0, 100) });
      const workers = either(4000, fix.number() - 2);
      const strategy = TensorFlow.parameterServer({ parameterServers: servers(world), chief: { pool: world.cpus } });
      new DistributedTrainingJob(world.chart, 'a-job-with-a-rather-long-name', {
        ...{ ...torch(world), pool, workers, strategy },
        resources: { cpus: 0.1, memory: Size.mebibytes(64) },
        engine: TrainingEngine.jobSet(),
      });
    },
  },
];

/** A strategy of a user, with changes of its roles. */
function ofRoles(changes: readonly Partial<Role>[]): TrainingStrategy {
  return {
    ...{ name: 'Ring', framework: 'Plain', reservedEnv: [] },
    roles: ({ pool, workers }) =>
      changes.map((change) => ({
        ...{ name: 'worker', replicas: workers, pool, accelerated: true, completes: true },
        ...{ failurePolicy: 'restartTask', ...change },
      })),
    rendezvous: () => ({ env: [], args: [] }),
  };
}

function roles(
  name: string,
  says: string,
  changes: (either: Either, fix: Fix) => readonly Partial<Role>[],
  code = 'strategy-role',
): WrongProgram {
  return job(name, code, says, (either, fix) => ({
    strategy: ofRoles(changes(either, fix)),
    engine: TrainingEngine.jobSet(),
  }));
}

const AFTER = { name: 'server', replicas: 1, port: 2222 };

const ROLES: readonly WrongProgram[] = [
  roles('a role in capitals', 'cannot be part of the names of pods', (either) => [
    { name: either('Worker', 'worker') },
  ]),
  roles('one role twice', 'more than once', (either) => [{}, { name: either('worker', 'server') }]),
  roles('a role of half a task', 'of 0.5 tasks', (either, fix) => [{ replicas: either(0.5, fix.number()) }]),
  roles('a role that needs more than it has', 'that needs at least 3 tasks, but has 2', (either, fix) => [
    { atLeast: either(3, fix.number(1)) },
  ]),
  roles('more tasks at once than there are', 'of 2 tasks, 3 at once', (either, fix) => [
    { parallelism: either(3, fix.number(1)) },
  ]),
  ...(['leave parallelism out', 'leave port out'] as const).map((says) =>
    roles(`peers that wait for their turn: ${says}`, says, (either) => [
      says === 'leave port out'
        ? { parallelism: 1, port: either(5000, undefined) }
        : { parallelism: either(1, undefined), port: 5000 },
    ]),
  ),
  roles('tasks without a process', 'of 0 processes in each task', (either, fix) => [
    { processes: either(0, fix.number()) },
  ]),
  roles('a port above all', 'listens on port 70000', (either, fix) => [{ port: either(70_000, fix.number(1)) }]),
  roles('a role after one that is not there', 'set dependsOn to the name of an earlier role', (either) => [
    AFTER,
    { dependsOn: either('servers', 'server') },
  ]),
  roles('a role after one that never listens', 'give the role a port, or leave dependsOn out', (either) => [
    { ...AFTER, port: either(undefined, 2222) },
    { dependsOn: 'server' },
  ]),
  roles(
    'a job that is never done',
    'let at least one role have completes: true',
    (either) => [{ completes: either(false, true) }],
    'strategy-completes',
  ),
];

const ENGINES: readonly WrongProgram[] = [
  ...(['pyTorchJob', 'jobSet', 'job'] as const).map((way) =>
    job(`PyTorch by a TFJob: ${way}`, 'engine-framework', `TrainingEngine.${way}()`, (either) => ({
      engine: either(TrainingEngine.tfJob(), TrainingEngine[way]()),
    })),
  ),
  job('parameter servers by a Job', 'engine-role', 'use TrainingEngine.jobSet()', (either, _, world) => ({
    strategy: TensorFlow.parameterServer({ parameterServers: servers(world), chief: { pool: world.cpus } }),
    engine: either(TrainingEngine.job(), TrainingEngine.jobSet()),
  })),
  ...([undefined, 'jobSet'] as const).map((way) =>
    job(
      `elastic workers with a master: ${way ?? 'no master'}`,
      'engine-role',
      'leave master out, or use TrainingEngine.jobSet()',
      (either) => ({
        strategy: PyTorch.elastic({ atLeast: 1 }),
        engine: either(
          TrainingEngine.pyTorchJob({ master: true }),
          way ? TrainingEngine.jobSet() : TrainingEngine.pyTorchJob(),
        ),
      }),
    ),
  ),
  job('a role that a TFJob does not know', 'engine-role', 'use TrainingEngine.jobSet()', (either) => ({
    strategy: { ...ofRoles([{ name: 'reader' }]), framework: 'TensorFlow' },
    engine: either(TrainingEngine.tfJob(), TrainingEngine.jobSet()),
  })),
  job('two chiefs of TensorFlow', 'engine-role', 'let the role "chief" have one task', (either) => ({
    strategy: {
      ...ofRoles([{ name: 'chief', replicas: either(2, 1) }, { completes: false }]),
      framework: 'TensorFlow',
    },
    engine: TrainingEngine.tfJob(),
  })),
  ...(['job', 'jobSet', 'all'] as const).map((way) =>
    jobIn(
      [Operator.JOBSET.byHelm(), Operator.TRAINER.byHelm()],
      [`turns by a TrainJob: ${way}`, 'engine-option', 'or leave parallelism out'],
      (either) => ({
        strategy: Plain.indexedTasks({ parallelism: way === 'all' ? either(1, undefined) : 1 }),
        engine: way === 'all' ? TrainingEngine.trainJob() : either(TrainingEngine.trainJob(), TrainingEngine[way]()),
      }),
    ),
  ),
  ...(['leave', 'jobSet'] as const).map((way) =>
    jobIn(
      [Operator.JOBSET.byHelm(), Operator.TRAINER.byHelm()],
      [`a TrainJob that is deleted after an hour: ${way}`, 'engine-option', 'leave ttlAfterFinished out'],
      (either) => ({
        ttlAfterFinished: way === 'leave' ? either(Duration.hours(1), undefined) : Duration.hours(1),
        engine:
          way === 'leave' ? TrainingEngine.trainJob() : either(TrainingEngine.trainJob(), TrainingEngine.jobSet()),
      }),
    ),
  ),
  ...(['maxRestarts', 'runtime'] as const).map((way) =>
    jobIn(
      [Operator.JOBSET.byHelm(), Operator.TRAINER.byHelm()],
      [
        `restarts of a runtime of the cluster: leave ${way} out`,
        'engine-option',
        'leave maxRestarts out, or leave runtime out',
      ],
      (either) => ({
        maxRestarts: way === 'maxRestarts' ? either(5, undefined) : 5,
        engine: TrainingEngine.trainJob({ runtime: way === 'runtime' ? either('shared', undefined) : 'shared' }),
      }),
    ),
  ),
  jobIn(
    [Operator.JOBSET.byHelm(), Operator.TRAINER.byHelm()],
    ['a sidecar beside a runtime of the cluster', 'engine-option', 'leave runtime out'],
    (either) => ({
      sidecars: [{ name: 'metrics', image: 'acme/metrics:1' }],
      engine: TrainingEngine.trainJob({ runtime: either('shared', undefined) }),
    }),
  ),
  ...(['leave', 'jobSet'] as const).map((way) =>
    jobIn(
      [Operator.TRAINING_1_8, Operator.JOBSET],
      [`restarts of an MXJob: ${way}`, 'engine-option', 'leave maxRestarts out, or use TrainingEngine.jobSet()'],
      (either, _, world) => ({
        strategy: MXNet.parameterServer({ servers: servers(world), scheduler: { pool: world.cpus } }),
        maxRestarts: way === 'leave' ? either(5, undefined) : 5,
        engine: way === 'leave' ? TrainingEngine.mxJob() : either(TrainingEngine.mxJob(), TrainingEngine.jobSet()),
      }),
    ),
  ),
];

const PROBE = { exec: { command: ['true'] } };

const ADVICE: readonly WrongProgram[] = [
  ...(['leave', 'jobSet'] as const).map((way) =>
    job(
      `a sidecar that is asked whether it is ready: ${way}`,
      'readiness-probe',
      'leave readinessProbe out',
      (either) => ({
        sidecars: [
          {
            name: 'metrics',
            image: 'acme/metrics:1',
            readinessProbe: way === 'leave' ? either(PROBE, undefined) : PROBE,
          },
        ],
        engine:
          way === 'leave' ? TrainingEngine.pyTorchJob() : either(TrainingEngine.pyTorchJob(), TrainingEngine.jobSet()),
      }),
    ),
  ),
  ...(['jobSet', 'hour', 'window'] as const).map((way): WrongProgram => ({
    name: `a TFJob of a day: ${way}`,
    code: 'upgrade-engine',
    says: 'use TrainingEngine.jobSet(), which starts the job again, or set activeDeadline to Duration.hours(1) or less',
    build: (world, either, fix) => {
      const train = new DistributedTrainingJob(world.chart, 'train', {
        ...{ ...torch(world), strategy: TensorFlow.multiWorkerMirrored() },
        engine: way === 'jobSet' ? either(TrainingEngine.tfJob(), TrainingEngine.jobSet()) : TrainingEngine.tfJob(),
        activeDeadline: Duration.hours(way === 'hour' ? either(20, Number(fix.part(/hours\((\d+)\)/) || 1)) : 20),
      });
      if (way === 'window' && either(false, true)) acknowledge(train, 'upgrade-engine', 'no upgrades until May');
    },
  })),
  ...(['bucket', 'window'] as const).map((way): WrongProgram => ({
    name: `a week of work that is kept nowhere: ${way}`,
    code: 'upgrade-progress',
    says: 'mount a bucket or a volume, write checkpoints to it and load the last one at the start',
    build: (world, either) => {
      const kept = { identity: world.identity, mounts: [Mount.bucket(world.bucket, '/checkpoints')] };
      const train = new DistributedTrainingJob(world.chart, 'train', {
        ...{ ...torch(world), activeDeadline: Duration.days(7), engine: TrainingEngine.jobSet() },
        ...(way === 'bucket' ? either({}, kept) : {}),
      });
      if (way === 'window' && either(false, true)) acknowledge(train, 'upgrade-progress', 'no upgrades until May');
    },
  })),
  {
    name: 'a TFJob on spot machines',
    code: 'spot-engine',
    says: 'use TrainingEngine.jobSet(), which starts the job again',
    build: (world, either) => {
      new DistributedTrainingJob(world.chart, 'train', {
        ...{ ...torch(world), pool: spotIn(world), strategy: TensorFlow.multiWorkerMirrored() },
        ...{ identity: world.identity, mounts: [Mount.bucket(world.bucket, '/checkpoints')] },
        engine: either(TrainingEngine.tfJob(), TrainingEngine.jobSet()),
      });
    },
  },
  {
    name: 'parameter servers on spot machines',
    code: 'spot-coordinator',
    says: 'give them a pool of on-demand machines; the workers may stay on spot',
    build: (world, either) => {
      const spot = spotIn(world);
      const machines = world.cluster.addPool('spot-cpu', {
        ...{ machineType: 'n1-standard-8', nodes: NodeCount.between(0, 4), provisioningModel: ProvisioningModel.SPOT },
      });
      const pool = either(machines, world.cpus);
      new DistributedTrainingJob(world.chart, 'train', {
        ...{ ...torch(world), pool: spot, engine: TrainingEngine.jobSet() },
        ...{ identity: world.identity, mounts: [Mount.bucket(world.bucket, '/checkpoints')] },
        strategy: TensorFlow.parameterServer({ parameterServers: { replicas: 2, pool }, chief: { pool } }),
      });
    },
  },
];

function spotIn({ cluster }: World) {
  const provisioningModel = ProvisioningModel.SPOT;
  const nodes = NodeCount.between(0, 4);
  return cluster.addGpuPool('spot', { accelerators: Accelerator.L4.times(1), nodes, provisioningModel });
}

const QUEUE = 'kueue.x-k8s.io/queue-name';
const REQUEST = {
  'autoscaling.x-k8s.io/consume-provisioning-request': 'train',
  'autoscaling.x-k8s.io/provisioning-class-name': 'queued-provisioning.gke.io',
};
const THEIRS = [Operator.KUEUE.installedElsewhere('the platform team'), Operator.TRAINING, Operator.JOBSET];

const QUEUES: readonly WrongProgram[] = [
  {
    name: 'the queue of a job on its pods',
    code: 'queue-label',
    says: "call resource.metadata.addLabel('kueue.x-k8s.io/queue-name', 'team') on the job",
    build: (world, either, fix) => {
      const { chart, gpus } = clusterWith(world, [Operator.KUEUE, Operator.JOBSET]);
      const labels = either({ [QUEUE]: 'team' }, {});
      const train = new DistributedTrainingJob(chart, 'train', { ...torch({ ...world, gpus }), labels });
      const [key, value] = either(['', ''], [fix.part(/addLabel\('([^']+)'/), fix.part(/', '([^']+)'\)/)]);
      if (value !== '') train.resource.metadata.addLabel(key, value);
    },
  },
  ...(['jobSet', 'administrator'] as const).map((way): WrongProgram => ({
    name: `a queued PyTorchJob with a Kueue of others: ${way}`,
    code: 'queue-kind',
    says: 'have its administrator add kubeflow.org/pytorchjob to integrations.frameworks and acknowledge this, or use TrainingEngine.jobSet()',
    build: (world, either) => {
      const { chart, gpus } = clusterWith(world, THEIRS);
      const pyTorchJob = TrainingEngine.pyTorchJob();
      const engine = way === 'jobSet' ? either(pyTorchJob, TrainingEngine.jobSet()) : pyTorchJob;
      const train = new DistributedTrainingJob(chart, 'train', { ...torch({ ...world, gpus }), engine });
      train.resource.metadata.addLabel(QUEUE, 'team');
      if (way === 'administrator' && either(false, true)) acknowledge(train, 'queue-kind', 'they added it in May');
    },
  })),
  ...(['annotations', 'flexStart'] as const).map((way): WrongProgram => ({
    name: `a queued pool without a request: ${way}`,
    code: 'queued-pool',
    says: 'make the request and name it and its class in annotations, have Kueue do both, or use ProvisioningModel.flexStart',
    build: (world, either) => {
      const queued = ProvisioningModel.queued();
      const pool = world.cluster.addGpuPool('waiting', {
        ...{ accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(0, 4) },
        provisioningModel: way === 'flexStart' ? either(queued, ProvisioningModel.flexStart()) : queued,
      });
      const annotations = way === 'annotations' ? either(undefined, REQUEST) : undefined;
      new DistributedTrainingJob(world.chart, 'train', { ...torch(world), pool, annotations });
    },
  })),
];

export const WRONG_JOBS: readonly WrongProgram[] = [
  ...VALUES,
  ...STRATEGIES,
  ...ROLES,
  ...ENGINES,
  ...ADVICE,
  ...QUEUES,
];
