import { Duration, Size } from 'cdk8s';
import {
  Accelerator,
  ClusterChart,
  EnvValue,
  JAX,
  LocalCluster,
  ModelServer,
  ModelSource,
  Mount,
  MPI,
  NodeCount,
  Operator,
  Plain,
  PodUser,
  ProvisioningModel,
  PyTorch,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  TensorFlow,
  TrainingEngine,
} from '../../../lib/index';
import { type Kind } from '../../../lib/extend';
import { Condition, DataSet, RunValue, Step, Trigger, Workflow } from '../../../lib/workflow/index';
import { IMAGE, python, type World } from './program';

// Workflows of the sorts that users write, which synthesize without a problem and without advice.

type Program = (world: World) => void;

/** The options of a task on CPUs that may use the bucket. */
export const onCpus = ({ cpus, identity }: World) => ({ image: IMAGE, pool: cpus, identity });

/** Those of a training on GPUs. */
const onGpus = ({ gpus, identity }: World) => ({
  image: IMAGE,
  pool: gpus,
  identity,
  command: python('train', '--data=$(DATA)', '--model=$(MODEL)'),
  activeDeadline: Duration.hours(4),
});

/** Data of each run: digits and a model of them. */
const dataOf = ({ bucket }: World) => ({
  digits: DataSet.bucket(bucket, 'digits').perRun(),
  model: DataSet.bucket(bucket, 'models').perRun(),
});

const prepare = (world: World, digits: DataSet) =>
  Step.task('prepare', { ...onCpus(world), command: python('prepare', '$(OUT)'), writes: { OUT: digits } });

const measure = (world: World, name: string, model: DataSet) =>
  Step.task(name, {
    ...onCpus(world),
    command: python('measure', '$(MODEL)', '/tmp/accuracy'),
    reads: { MODEL: model },
    outputs: { accuracy: '/tmp/accuracy' },
  });

/** A preparation, and a training as it is given. */
function trained(
  world: World,
  train: (data: { reads: Record<'DATA', DataSet>; writes: Record<'MODEL', DataSet> }) => Step,
): void {
  const { digits, model } = dataOf(world);
  const steps = [prepare(world, digits), train({ reads: { DATA: digits }, writes: { MODEL: model } })];
  new Workflow(world.chart, 'training', { steps });
}

const ORDERS: Readonly<Record<string, Program>> = {
  'one step': (world) => {
    new Workflow(world.chart, 'hello', {
      steps: [Step.task('hello', { ...onCpus(world), command: ['echo', 'hello'] })],
    });
  },
  'CPU, GPU, CPU, in the wrong order of the list': (world) => {
    const { digits, model } = dataOf(world);
    const train = Step.training('train', {
      ...onGpus(world),
      strategy: PyTorch.torchrun(),
      workers: 2,
      reads: { DATA: digits },
      writes: { MODEL: model },
    });
    const steps = [measure(world, 'measure', model), train, prepare(world, digits)];
    new Workflow(world.chart, 'digits', { steps, timeout: Duration.hours(6) });
  },
  'a diamond': (world) => {
    const { bucket, chart } = world;
    const [raw, left, right] = ['raw', 'left', 'right'].map((part) => DataSet.bucket(bucket, part).perRun());
    if (!raw || !left || !right) throw new Error('three data sets were to be made');
    const split = Step.task('split', { ...onCpus(world), command: python('split', '$(RAW)'), writes: { RAW: raw } });
    const half = (name: string, out: DataSet) =>
      Step.task(name, {
        ...onCpus(world),
        command: python(name, '$(RAW)', '$(OUT)'),
        reads: { RAW: raw },
        writes: { OUT: out },
      });
    const join = Step.task('join', {
      ...onCpus(world),
      command: python('join', '$(LEFT)', '$(RIGHT)'),
      reads: { LEFT: left, RIGHT: right },
    });
    new Workflow(chart, 'diamond', { steps: [split, half('clean', left), half('label', right), join] });
  },
  'three trainings one after the other, each of the whole pool': (world) => {
    const steps: Step[] = [];
    for (const size of ['small', 'medium', 'large']) {
      steps.push(
        Step.training(size, {
          ...onGpus(world),
          strategy: PyTorch.torchrun(),
          workers: 4,
          reads: { DATA: DataSet.bucket(world.bucket, 'digits') },
          writes: { MODEL: DataSet.bucket(world.bucket, size).perRun() },
          after: steps.slice(-1),
        }),
      );
    }
    new Workflow(world.chart, 'sizes', { steps });
  },
  'two trainings side by side that fill the pool': (world) => {
    const steps = ['resnet', 'vit'].map((net) =>
      Step.training(net, {
        ...onGpus(world),
        strategy: PyTorch.torchrun(),
        workers: 2,
        reads: { DATA: DataSet.bucket(world.bucket, 'images') },
        writes: { MODEL: DataSet.bucket(world.bucket, net).perRun() },
      }),
    );
    new Workflow(world.chart, 'nets', { steps });
  },
  'one step in two workflows': (world) => {
    const digits = DataSet.bucket(world.bucket, 'digits');
    const shared = prepare(world, digits);
    const infer = Step.task('infer', {
      ...onCpus(world),
      command: python('infer', '$(DATA)'),
      reads: { DATA: digits },
    });
    new Workflow(world.chart, 'preparation', { steps: [shared] });
    new Workflow(world.chart, 'inference', { steps: [shared, infer], trigger: Trigger.onDemand() });
  },
};

const FAN_OUTS: Readonly<Record<string, Program>> = {
  'a fan-out over a list, with a limit of the pool': (world) => {
    const step = Step.task('embed', {
      ...onCpus(world),
      pool: world.gpus,
      timeout: Duration.hours(1),
      command: python('embed', `--part=${RunValue.ITEM}`),
      forEach: { items: Array.from({ length: 40 }, (_, index) => `part-${index}`), atMost: 4 },
      retries: 2,
    });
    new Workflow(world.chart, 'embeddings', { steps: [step] });
  },
  "a fan-out over an earlier step's list, and a step over its results": (world) => {
    const list = Step.task('list', {
      ...onCpus(world),
      command: python('list', '/tmp/files.json'),
      outputs: { files: '/tmp/files.json' },
    });
    const count = Step.task('count', {
      ...onCpus(world),
      command: python('count', RunValue.ITEM, '/tmp/count'),
      forEach: { items: list.output('files'), atMost: 5 },
      outputs: { count: '/tmp/count' },
    });
    const sum = Step.task('sum', { ...onCpus(world), command: python('sum', count.output('count')) });
    new Workflow(world.chart, 'counts', { steps: [list, count, sum] });
  },
  'a fan-out over a parameter': (world) => {
    const step = Step.task('load', {
      ...onCpus(world),
      command: python('load'),
      env: { YEAR: RunValue.ITEM },
      forEach: { items: RunValue.parameter('years'), atMost: 2 },
    });
    const parameters = { years: '["2024", "2025"]' };
    new Workflow(world.chart, 'years', { steps: [step], parameters, trigger: Trigger.onDemand() });
  },
  'a fan-out that writes folders of one data set, which a training reads': (world) => {
    const { digits, model } = dataOf(world);
    const convert = Step.task('convert', {
      ...onCpus(world),
      command: python('convert', `$(OUT)/${RunValue.ITEM}`),
      writes: { OUT: digits },
      forEach: { items: ['train', 'test', 'validation'], atMost: 3 },
    });
    const train = Step.training('train', {
      ...onGpus(world),
      strategy: PyTorch.torchrun(),
      reads: { DATA: digits },
      writes: { MODEL: model },
    });
    new Workflow(world.chart, 'digits', { steps: [convert, train] });
  },
};

const CONDITIONS: Readonly<Record<string, Program>> = {
  'nested conditions on numbers and texts': (world) => {
    const check = Step.task('check', {
      ...onCpus(world),
      command: python('check'),
      outputs: { accuracy: '/tmp/accuracy', loss: '/tmp/loss', verdict: '/tmp/verdict' },
    });
    const publish = Step.task('publish', {
      ...onCpus(world),
      command: python('publish'),
      when: Condition.all(
        Condition.equals(RunValue.parameter('publish'), 'yes'),
        Condition.any(
          Condition.all(Condition.above(check.output('accuracy'), 0.9), Condition.below(check.output('loss'), 0.5)),
          Condition.equals(check.output('verdict'), 'good'),
        ),
      ),
    });
    const parameters = { publish: 'yes' };
    new Workflow(world.chart, 'daily', { steps: [check, publish], parameters, trigger: Trigger.onDemand() });
  },
  'a step after one that may be left out': (world) => {
    const check = Step.task('check', { ...onCpus(world), command: python('check'), outputs: { stale: '/tmp/stale' } });
    const refresh = Step.task('refresh', {
      ...onCpus(world),
      command: python('refresh'),
      when: Condition.equals(check.output('stale'), 'yes'),
    });
    const report = Step.task('report', { ...onCpus(world), command: python('report'), after: [refresh] });
    new Workflow(world.chart, 'daily', { steps: [check, refresh, report] });
  },
  'a nightly run that releases what is better than the served version': (world) => {
    const { bucket, cpus, reader, chart } = world;
    const { digits, model } = dataOf(world);
    const served = ModelSource.bucket(bucket, 'served').latest();
    new ServingDeployment(chart, 'digits', {
      server: ModelServer.tensorFlowServing({ pollInterval: Duration.seconds(30) }),
      model: served,
      modelName: 'digits',
      pool: cpus,
      identity: reader,
    });
    const train = Step.training('train', {
      ...onGpus(world),
      strategy: TensorFlow.multiWorkerMirrored(),
      engine: TrainingEngine.jobSet(),
      workers: 2,
      reads: { DATA: digits },
      writes: { MODEL: model },
    });
    const fresh = measure(world, 'measure-new', model);
    const old = measure(world, 'measure-served', DataSet.bucket(bucket, 'served').ofEarlierRuns());
    const release = Step.release('release', {
      ...onCpus(world),
      from: model,
      folder: '1',
      model: served,
      when: Condition.above(fresh.output('accuracy'), old.output('accuracy')),
    });
    new Workflow(chart, 'nightly', {
      steps: [prepare(world, digits), train, fresh, old, release],
      trigger: Trigger.cron('30 1 * * MON-FRI', { timeZone: 'Europe/Berlin', catchUp: Duration.hours(2) }),
      timeout: Duration.hours(8),
      keepFinished: Duration.days(7),
    });
  },
  'an approval before a roll-out': (world) => {
    const candidate = DataSet.bucket(world.bucket, 'candidate');
    const check = measure(world, 'check', candidate);
    const approve = Step.approval('approve', { after: [check] });
    const release = Step.release('release', {
      ...onCpus(world),
      from: candidate,
      model: ModelSource.bucket(world.bucket, 'served').latest(),
      after: [approve],
      when: Condition.above(check.output('accuracy'), 0.5),
    });
    new Workflow(world.chart, 'release', { steps: [check, approve, release], trigger: Trigger.onDemand() });
  },
};

const RUNS: Readonly<Record<string, Program>> = {
  'a schedule in UTC whose runs replace each other': (world) => {
    const trigger = Trigger.cron('*/15 6-22 * * 1-5', { concurrency: 'Replace' });
    const step = Step.task('load', { ...onCpus(world), command: python('load'), timeout: Duration.minutes(10) });
    new Workflow(world.chart, 'loading', { steps: [step], trigger });
  },
  'a weekly schedule in a time zone': (world) => {
    const trigger = Trigger.cron('@weekly', { timeZone: 'America/New_York' });
    const step = Step.task('load', { ...onCpus(world), command: python('load') });
    new Workflow(world.chart, 'loading', { steps: [step], trigger, keepFinished: Duration.days(30) });
  },
  'a second run by its revision': (world) => {
    const step = Step.task('load', { ...onCpus(world), command: python('load') });
    new Workflow(world.chart, 'loading', { steps: [step], trigger: Trigger.once('r2') });
  },
  'parameters in a training': (world) => {
    const train = Step.training('train', {
      ...onGpus(world),
      strategy: PyTorch.torchrun(),
      reads: { DATA: DataSet.bucket(world.bucket, 'digits') },
      writes: { MODEL: DataSet.bucket(world.bucket, 'models').perRun() },
      args: [`--epochs=${RunValue.parameter('epochs')}`, `--run=${RunValue.NAME}`],
      env: { LEARNING_RATE: RunValue.parameter('learning-rate') },
    });
    const parameters = { epochs: '5', 'learning-rate': '0.001' };
    new Workflow(world.chart, 'training', { steps: [train], parameters, trigger: Trigger.onDemand() });
  },
  'tries, preemptions and time limits': (world) => {
    const spot = world.cluster.addPool('spot', {
      machineType: 'n1-standard-4',
      nodes: NodeCount.between(0, 4),
      provisioningModel: ProvisioningModel.SPOT,
    });
    const step = Step.task('convert', {
      ...onCpus(world),
      pool: spot,
      command: python('convert'),
      retries: 2,
      preemptions: 20,
      timeout: Duration.minutes(30),
    });
    new Workflow(world.chart, 'conversion', { steps: [step], timeout: Duration.hours(12) });
  },
  'a result that later runs use again': (world) => {
    const vocabulary = Step.task('vocabulary', {
      ...onCpus(world),
      command: python('vocabulary', RunValue.parameter('language'), '/tmp/words'),
      outputs: { words: '/tmp/words' },
      cache: Duration.days(30),
    });
    const count = Step.task('count', { ...onCpus(world), command: python('count', vocabulary.output('words')) });
    const parameters = { language: 'de' };
    new Workflow(world.chart, 'words', { steps: [vocabulary, count], parameters, trigger: Trigger.onDemand() });
  },
  'an exit handler with the status, the failures and the data of the run': (world) => {
    const { digits } = dataOf(world);
    const onExit = Step.task('notify', {
      ...onCpus(world),
      identity: world.reader,
      command: python('notify', RunValue.NAME, RunValue.STATUS, RunValue.FAILURES, '$(DATA)'),
      reads: { DATA: digits },
      env: { WEBHOOK: EnvValue.fromSecret('chat', 'webhook') },
    });
    new Workflow(world.chart, 'digits', { steps: [prepare(world, digits)], onExit });
  },
};

/** A kind of a user's own operator, whose end a field shows. */
const SPARK: Kind = {
  apiVersion: 'sparkoperator.k8s.io/v1beta2',
  kind: 'SparkApplication',
  plural: 'sparkapplications',
  ending: {
    good: 'COMPLETED',
    bad: 'FAILED SUBMISSION_FAILED',
    state: { path: 'status.applicationState.state', good: 'COMPLETED', bad: 'FAILED SUBMISSION_FAILED' },
  },
};

const STEPS: Readonly<Record<string, Program>> = {
  'a training of MPI, its launcher on CPUs': (world) => {
    trained(world, (data) =>
      Step.training('train', {
        ...{ ...onGpus(world), ...data, workers: 2 },
        strategy: MPI.mpirun({ launcher: { pool: world.cpus } }),
        engine: TrainingEngine.jobSet(),
      }),
    );
  },
  'parameter servers as a JobSet': (world) => {
    trained(world, (data) =>
      Step.training('train', {
        ...{ ...onGpus(world), ...data, workers: 3 },
        strategy: TensorFlow.parameterServer({ parameterServers: { replicas: 2, pool: world.cpus } }),
        engine: TrainingEngine.jobSet(),
      }),
    );
  },
  'a PyTorchJob that goes on with fewer workers': (world) => {
    trained(world, (data) =>
      Step.training('train', {
        ...{ ...onGpus(world), ...data, workers: 4, maxRestarts: 3 },
        strategy: PyTorch.elastic({ atLeast: 2 }),
      }),
    );
  },
  'a plain Job with an index for each task': (world) => {
    trained(world, (data) =>
      Step.training('train', {
        ...{ ...onGpus(world), ...data, workers: 3 },
        strategy: Plain.indexedTasks(),
        engine: TrainingEngine.job(),
      }),
    );
  },
  'a training of JAX': (world) => {
    trained(world, (data) =>
      Step.training('train', {
        ...{ ...onGpus(world), ...data, workers: 2 },
        strategy: JAX.processes(),
      }),
    );
  },
  'a training on spot machines with checkpoints in the data of the run': (world) => {
    const spot = world.cluster.addGpuPool('spot', {
      accelerators: Accelerator.L4.times(1),
      nodes: NodeCount.between(0, 2),
      provisioningModel: ProvisioningModel.SPOT,
    });
    trained(world, (data) =>
      Step.training('train', {
        ...{ ...onGpus(world), ...data, pool: spot, workers: 2, maxRestarts: 10 },
        strategy: PyTorch.torchrun(),
        args: ['--checkpoints=$(MODEL)/checkpoints'],
      }),
    );
  },
  "an object of a user's own operator, and a step after it": (world) => {
    const spark = Step.object('spark', {
      kind: SPARK,
      spec: { type: 'Python', mode: 'cluster', arguments: ['--run', RunValue.NAME], driver: { cores: 1 } },
    });
    const report = Step.task('report', { ...onCpus(world), command: python('report'), after: [spark] });
    new Workflow(world.chart, 'spark', { steps: [spark, report] });
  },
  'a program with a Secret, a file, an init container and a pull secret': (world) => {
    const step = Step.task('load', {
      ...onCpus(world),
      command: ['sh', '-c', 'python3 load.py --config=/etc/load/load.yaml --token="$TOKEN" && touch /tmp/done'],
      env: { TOKEN: EnvValue.fromSecret('source', 'token') },
      mounts: [Mount.configFiles({ 'load.yaml': 'batch: 32\n' }, '/etc/load'), Mount.memory(Size.mebibytes(256))],
      initContainers: [{ name: 'wait', command: ['sh', '-c', 'until nc -z source 80; do sleep 1; done'] }],
      imagePullSecrets: ['registry'],
    });
    new Workflow(world.chart, 'loading', { steps: [step] });
  },
  'a program that needs root': (world) => {
    const step = Step.task('mount', { ...onCpus(world), command: ['mount-all'], user: PodUser.root() });
    new Workflow(world.chart, 'mounting', { steps: [step] });
  },
};

const DATA: Readonly<Record<string, Program>> = {
  'a shared volume of steps side by side on two pools': (world) => {
    const { cpus, gpus, chart } = world;
    const volume = world.volume();
    const [text, images] = ['text', 'images'].map((folder) => DataSet.volume(volume, `raw/${folder}`).perRun());
    if (!text || !images) throw new Error('two data sets were to be made');
    const load = (name: string, data: DataSet) =>
      Step.task(name, { image: IMAGE, pool: cpus, command: python(name, '$(OUT)'), writes: { OUT: data } });
    const embed = Step.task('embed', {
      image: IMAGE,
      pool: gpus,
      timeout: Duration.hours(2),
      command: python('embed', '$(TEXT)', '$(IMAGES)'),
      reads: { TEXT: text, IMAGES: images },
    });
    new Workflow(chart, 'embeddings', { steps: [load('load-text', text), load('load-images', images), embed] });
  },
  'a disk for steps one after the other': (world) => {
    const source = SharedVolumeSource.storageClass('standard-rwo');
    const disk = world.volume({ source, accessMode: 'ReadWriteOnce' });
    const digits = DataSet.volume(disk, 'digits');
    const options = { image: IMAGE, pool: world.cpus };
    const write = Step.task('write', { ...options, command: python('write', '$(OUT)'), writes: { OUT: digits } });
    const read = Step.task('read', { ...options, command: python('read', '$(DATA)'), reads: { DATA: digits } });
    new Workflow(world.chart, 'disk', { steps: [write, read] });
  },
  'a bucket that is read, and a volume that is written': (world) => {
    const cache = DataSet.volume(world.volume(), 'cache');
    const step = Step.task('fill', {
      ...onCpus(world),
      identity: world.reader,
      command: python('fill', '$(RAW)', '$(CACHE)'),
      reads: { RAW: DataSet.bucket(world.bucket, 'raw') },
      writes: { CACHE: cache },
    });
    new Workflow(world.chart, 'cache', { steps: [step], trigger: Trigger.cron('@hourly') });
  },
  'a step that adds to the data of earlier runs': (world) => {
    const history = DataSet.bucket(world.bucket, 'history');
    const step = Step.task('append', {
      ...onCpus(world),
      command: python('append', '$(OLD)', '$(NEW)'),
      reads: { OLD: history.ofEarlierRuns() },
      writes: { NEW: history },
    });
    new Workflow(world.chart, 'history', { steps: [step], trigger: Trigger.cron('@daily') });
  },
  'all steps on one machine': ({ deployment }) => {
    const operators = [Operator.ARGO_WORKFLOWS, Operator.TRAINING];
    const cluster = LocalCluster.kind({ clusterName: 'laptop', cpus: 4, memory: Size.gibibytes(8), operators });
    const chart = new ClusterChart(deployment.kubernetes, 'laptop', { cluster, namespace: 'laptop' });
    const source = SharedVolumeSource.storageClass('standard');
    const accessMode = 'ReadWriteOnce';
    const volume = new SharedVolume(chart, 'data', { source, size: Size.gibibytes(1), accessMode });
    const digits = DataSet.volume(volume, 'digits').perRun();
    const options = { image: 'digits:1', pool: cluster.pool };
    const write = Step.task('write', { ...options, command: python('write', '$(OUT)'), writes: { OUT: digits } });
    const train = Step.training('train', {
      ...options,
      command: python('train', '$(DATA)'),
      strategy: TensorFlow.multiWorkerMirrored(),
      activeDeadline: Duration.hours(1),
      reads: { DATA: digits },
    });
    new Workflow(chart, 'digits', { steps: [write, train] });
  },
};

export const RIGHT_WORKFLOWS = { ...ORDERS, ...FAN_OUTS, ...CONDITIONS, ...RUNS, ...STEPS, ...DATA };
