import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  ModelSource,
  MPI,
  Mount,
  NodeCount,
  Operator,
  ProvisioningModel,
  PyTorch,
  Accelerator,
  SharedVolume,
  SharedVolumeSource,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
  WorkloadIdentity,
} from '../../../lib/index';
import { Condition, DataSet, RunValue, Step, Trigger, Workflow } from '../../../lib/workflow/index';
import { IMAGE, python, type World, type WrongProgram } from './program';
import { onCpus } from './right-workflows';

// Mistakes of users, each in a small program as a user would write it.

const NFS = SharedVolumeSource.nfs('10.0.0.9', '/exports/digits');

const onGpus = ({ gpus, identity }: World) => ({
  image: IMAGE,
  pool: gpus,
  identity,
  command: python('train', '--data=$(DATA)', '--model=$(MODEL)'),
  strategy: TensorFlow.multiWorkerMirrored(),
  engine: TrainingEngine.jobSet(),
  activeDeadline: Duration.hours(2),
});

const ORDER: readonly WrongProgram[] = [
  {
    name: 'two steps each of which reads what the other writes',
    code: 'step-cycle',
    says: 'wait for each other by their data, outputs or after',
    build: (world, either) => {
      const { bucket, chart } = world;
      const images = DataSet.bucket(bucket, 'images');
      const labels = DataSet.bucket(bucket, 'labels');
      const clean = Step.task('clean', {
        ...onCpus(world),
        command: python('clean', '$(LABELS)', '$(IMAGES)'),
        reads: { LABELS: labels },
        writes: { IMAGES: images },
      });
      const label = Step.task('label', {
        ...onCpus(world),
        command: python('label', '$(IMAGES)', '$(LABELS)'),
        reads: { IMAGES: images },
        writes: { LABELS: either(labels, DataSet.bucket(bucket, 'new-labels')) },
      });
      new Workflow(chart, 'labels', { steps: [clean, label] });
    },
  },
  {
    name: 'a training after a report that reads its model',
    code: 'step-cycle',
    says: 'wait for each other by their data, outputs or after',
    build: (world, either) => {
      const { bucket, chart } = world;
      const digits = DataSet.bucket(bucket, 'digits');
      const model = DataSet.bucket(bucket, 'models').perRun();
      const report = Step.task('report', {
        ...onCpus(world),
        command: python('report', '$(MODEL)'),
        reads: { MODEL: model },
      });
      const train = Step.training('train', {
        ...onGpus(world),
        reads: { DATA: digits },
        writes: { MODEL: model },
        after: either([report], []),
      });
      new Workflow(chart, 'monthly', { steps: [train, report] });
    },
  },
  {
    name: 'a comparison with the served model that waits for its release',
    code: 'step-cycle',
    says: 'read data ofEarlierRuns()',
    build: (world, either) => {
      const { bucket, chart } = world;
      const candidate = DataSet.bucket(bucket, 'candidate');
      const served = DataSet.bucket(bucket, 'served');
      const measure = (name: string, model: DataSet) =>
        Step.task(name, {
          ...onCpus(world),
          command: python('measure', '$(MODEL)'),
          reads: { MODEL: model },
          outputs: { accuracy: '/tmp/accuracy' },
        });
      const fresh = measure('measure-new', candidate);
      const old = measure('measure-served', either(served, served.ofEarlierRuns()));
      const release = Step.release('release', {
        ...onCpus(world),
        from: candidate,
        model: ModelSource.bucket(bucket, 'served').latest(),
        when: Condition.above(fresh.output('accuracy'), old.output('accuracy')),
      });
      new Workflow(chart, 'nightly', { steps: [fresh, old, release] });
    },
  },
  {
    name: 'a step that follows one of another workflow',
    code: 'step-unknown',
    says: 'add "prepare" to steps, or leave it out of after',
    build: (world, either) => {
      const prepare = Step.task('prepare', { ...onCpus(world), command: python('prepare') });
      const infer = Step.task('infer', { ...onCpus(world), command: python('infer'), after: [prepare] });
      new Workflow(world.chart, 'preparation', { steps: [prepare] });
      new Workflow(world.chart, 'inference', { steps: either([infer], [prepare, infer]) });
    },
  },
  {
    name: 'two steps with one name from a loop',
    code: 'id-taken',
    says: '"train"',
    build: (world, either) => {
      const steps = ['small', 'large'].map((size) =>
        Step.task(either('train', `train-${size}`), { ...onCpus(world), command: python('train', `--size=${size}`) }),
      );
      new Workflow(world.chart, 'sizes', { steps });
    },
  },
  {
    name: 'the exit handler in the list of steps as well',
    code: 'id-taken',
    says: '"notify"',
    build: (world, either) => {
      const train = Step.task('train', { ...onCpus(world), command: python('train') });
      const notify = Step.task('notify', { ...onCpus(world), command: python('notify') });
      new Workflow(world.chart, 'daily', { steps: either([train, notify], [train]), onExit: notify });
    },
  },
  {
    name: 'a step named as a module of Python',
    code: 'name',
    says: 'step name "train_model" is not of the allowed form',
    build: (world, either) => {
      const name = either('train_model', 'train-model');
      new Workflow(world.chart, 'daily', {
        steps: [Step.task(name, { ...onCpus(world), command: python('train_model') })],
      });
    },
  },
];

const NAMES: readonly WrongProgram[] = [
  {
    name: 'a step that is called as the graph',
    code: 'step-name',
    says: 'rename the step "main"',
    build: (world, either) => {
      const step = Step.task(either('main', 'load'), { ...onCpus(world), command: python('load') });
      new Workflow(world.chart, 'loading', { steps: [step] });
    },
  },
  {
    name: 'a step that is called as the pod of another',
    code: 'step-name',
    says: 'or the one with this part',
    build: (world, either) => {
      const each = { ...onCpus(world), command: python('load') };
      const steps = [Step.task(either('load', 'read'), { ...each, retries: 2 }), Step.task('load-pod', each)];
      new Workflow(world.chart, 'loading', { steps });
    },
  },
];

const VALUES: readonly WrongProgram[] = [
  {
    name: 'an output of a step of another workflow',
    code: 'run-value',
    says: 'uses output "accuracy" of step "measure", which it cannot know: add step "measure" with its output',
    build: (world, either) => {
      const measure = Step.task('measure', {
        ...onCpus(world),
        command: python('measure'),
        outputs: { accuracy: '/tmp/accuracy' },
      });
      const publish = Step.task('publish', {
        ...onCpus(world),
        command: python('publish', measure.output('accuracy')),
      });
      new Workflow(world.chart, 'measures', { steps: [measure] });
      new Workflow(world.chart, 'publication', { steps: either([publish], [publish, measure]) });
    },
  },
  {
    name: 'a step after a failure that ends the run',
    code: 'step-status',
    says: 'step "report" waits for step "train" to fail, which ends the run without it: set mayFail of a training step',
    build: (world, either) => {
      const train = Step.training('train', {
        ...onGpus(world),
        command: python('train'),
        mayFail: either(false, true),
      });
      const report = Step.task('report', {
        ...onCpus(world),
        command: python('report'),
        when: Condition.equals(train.status, 'Failed'),
      });
      new Workflow(world.chart, 'nightly', { steps: [train, report] });
    },
  },
  {
    name: 'an exit handler that tells the accuracy',
    code: 'run-value',
    says: 'onExit uses no outputs',
    build: (world, either) => {
      const results = DataSet.bucket(world.bucket, 'results').perRun();
      const measure = Step.task('measure', {
        ...onCpus(world),
        command: python('measure', '$(RESULTS)'),
        writes: { RESULTS: results },
        outputs: { accuracy: '/tmp/accuracy' },
      });
      const onExit = Step.task('notify', {
        ...onCpus(world),
        command: python('notify', either(measure.output('accuracy'), '$(RESULTS)')),
        reads: { RESULTS: results },
      });
      new Workflow(world.chart, 'daily', { steps: [measure], onExit });
    },
  },
  {
    name: 'a parameter with another name',
    code: 'run-value',
    says: 'write RunValue.parameter(\'epoch\'), or add "epochs" to parameters',
    build: (world, either) => {
      const train = Step.training('train', {
        ...onGpus(world),
        reads: { DATA: DataSet.bucket(world.bucket, 'digits') },
        writes: { MODEL: DataSet.bucket(world.bucket, 'models').perRun() },
        args: [`--epochs=${RunValue.parameter('epochs')}`],
      });
      new Workflow(world.chart, 'training', {
        steps: [train],
        trigger: Trigger.onDemand(),
        parameters: { [either('epoch', 'epochs')]: '5' },
      });
    },
  },
  {
    name: 'a parameter with a blank in its name',
    code: 'name',
    says: 'parameter name "train steps" is not of the allowed form',
    build: (world, either) => {
      const name = either('train steps', 'train-steps');
      const step = Step.task('train', { ...onCpus(world), command: python('train', RunValue.parameter(name)) });
      new Workflow(world.chart, 'training', { steps: [step], parameters: { [name]: '200' } });
    },
  },
  {
    name: 'the item of a fan-out in a step that runs once',
    code: 'run-value',
    says: 'use ITEM with forEach',
    build: (world, either) => {
      const step = Step.task('convert', {
        ...onCpus(world),
        command: python('convert', RunValue.ITEM),
        forEach: either(undefined, { items: ['2023', '2024', '2025'], atMost: 2 }),
      });
      new Workflow(world.chart, 'years', { steps: [step] });
    },
  },
  {
    name: 'the status of a run before its end',
    code: 'run-value',
    says: 'STATUS and FAILURES in onExit',
    build: (world, either) => {
      const train = Step.task('train', { ...onCpus(world), command: python('train') });
      const notify = Step.task('notify', { ...onCpus(world), command: python('notify', RunValue.STATUS) });
      new Workflow(world.chart, 'daily', either({ steps: [train, notify] }, { steps: [train], onExit: notify }));
    },
  },
  {
    name: 'a condition on the status of a run before its end',
    code: 'run-value',
    says: 'step "cry" uses {{workflow.status}}, which it cannot know',
    build: (world, either) => {
      const measure = Step.task('measure', {
        ...onCpus(world),
        command: python('measure'),
        outputs: { verdict: '/tmp/verdict' },
      });
      const cry = Step.task('cry', {
        ...onCpus(world),
        command: python('cry'),
        when: Condition.equals(either(RunValue.STATUS, measure.output('verdict')), 'Failed'),
      });
      new Workflow(world.chart, 'daily', { steps: [measure, cry] });
    },
  },
  {
    name: 'data of each run that no step writes',
    code: 'data-unwritten',
    says: 'give one data set to the steps that write it and to those that read it',
    build: (world, either) => {
      const digits = DataSet.bucket(world.bucket, 'digits');
      const infer = Step.task('infer', {
        ...onCpus(world),
        command: python('infer', '$(DATA)'),
        reads: { DATA: either(digits.perRun(), digits) },
      });
      new Workflow(world.chart, 'inference', { steps: [infer] });
    },
  },
  {
    name: 'a preparation that forgets to say what it writes',
    code: 'data-unwritten',
    says: 'step "train" reads digits of its run, but no step writes it',
    build: (world, either) => {
      const digits = DataSet.bucket(world.bucket, 'digits').perRun();
      const prepare = Step.task('prepare', {
        ...onCpus(world),
        command: python('prepare'),
        writes: either({}, { OUT: digits }),
      });
      const train = Step.training('train', {
        ...onGpus(world),
        reads: { DATA: digits },
        writes: { MODEL: DataSet.bucket(world.bucket, 'models').perRun() },
        after: [prepare],
      });
      new Workflow(world.chart, 'training', { steps: [prepare, train] });
    },
  },
];

const OPTIONS: readonly WrongProgram[] = [
  {
    name: 'retries for ever',
    code: 'step-option',
    says: 'retries cannot be -1: use a whole number from 0 to 1000',
    build: (world, either) => {
      const step = Step.task('load', { ...onCpus(world), command: python('load'), retries: either(-1, 1000) });
      new Workflow(world.chart, 'loading', { steps: [step] });
    },
  },
  {
    name: 'no time for a step',
    code: 'step-option',
    says: 'timeout is 0 s: use whole seconds, 1 or more',
    build: (world, either) => {
      const timeout = Duration.minutes(either(0, 30));
      const step = Step.task('load', { ...onCpus(world), command: python('load'), timeout });
      new Workflow(world.chart, 'loading', { steps: [step] });
    },
  },
  {
    name: 'a fan-out of which none may run',
    code: 'step-option',
    says: 'forEach.atMost cannot be 0',
    build: (world, either) => {
      const step = Step.task('load', {
        ...onCpus(world),
        command: python('load', RunValue.ITEM),
        forEach: { items: ['2024', '2025'], atMost: either(0, 1) },
      });
      new Workflow(world.chart, 'loading', { steps: [step] });
    },
  },
  {
    name: 'a schedule with seconds',
    code: 'schedule',
    says: 'write minute, hour, day, month and weekday (0 to 6, or SUN), ranges upwards',
    build: (world, either) => {
      const step = Step.task('load', { ...onCpus(world), command: python('load') });
      const trigger = Trigger.cron(either('0 0 2 * * *', '0 2 * * *'));
      new Workflow(world.chart, 'nightly', { steps: [step], trigger });
    },
  },
  {
    name: 'a city as a time zone',
    code: 'schedule',
    says: '"Berlin" is no time zone: use a name of the time zone database, such as "Europe/Berlin"',
    build: (world, either) => {
      const step = Step.task('load', { ...onCpus(world), command: python('load') });
      const trigger = Trigger.cron('0 2 * * *', { timeZone: either('Berlin', 'Europe/Berlin') });
      new Workflow(world.chart, 'nightly', { steps: [step], trigger });
    },
  },
  {
    name: 'no time to catch up',
    code: 'schedule',
    says: 'catchUp is 0 s',
    build: (world, either) => {
      const step = Step.task('load', { ...onCpus(world), command: python('load') });
      const trigger = Trigger.cron('@daily', { catchUp: Duration.hours(either(0, 6)) });
      new Workflow(world.chart, 'nightly', { steps: [step], trigger });
    },
  },
  {
    name: 'jobs whose runs have too long names',
    code: 'job-name',
    says: 'train-on-all-digits" has 65 characters',
    build: (world, either) => {
      const train = Step.training('train-on-all-digits', {
        ...onGpus(world),
        reads: { DATA: DataSet.bucket(world.bucket, 'digits') },
        writes: { MODEL: DataSet.bucket(world.bucket, 'models').perRun() },
        workers: 2,
      });
      const id = either('nightly-training-for-all-customers', 'nightly');
      new Workflow(world.chart, id, { steps: [train], trigger: Trigger.cron('0 2 * * *') });
    },
  },
  {
    name: 'a release of a model whose servers stay at one version',
    code: 'release-pinned',
    says: 'servers of this model stay at version 3, and would never load a release: give model.latest()',
    build: (world, either) => {
      const model = ModelSource.bucket(world.bucket, 'served');
      const release = Step.release('release', {
        ...onCpus(world),
        from: DataSet.bucket(world.bucket, 'candidate'),
        model: either(model.version(3), model.latest()),
      });
      new Workflow(world.chart, 'release', { steps: [release] });
    },
  },
  {
    name: 'a release into an image',
    code: 'release-place',
    says: 'a step writes to buckets and volumes alone: give ModelSource.bucket or ModelSource.volume',
    build: (world, either) => {
      const release = Step.release('release', {
        ...onCpus(world),
        from: DataSet.bucket(world.bucket, 'candidate'),
        model: either(
          ModelSource.image('acme/served:1', '/models').latest(),
          ModelSource.bucket(world.bucket, 'served').latest(),
        ),
      });
      new Workflow(world.chart, 'release', { steps: [release] });
    },
  },
];

const RIGHTS: readonly WrongProgram[] = [
  {
    name: 'data that the account of the step may not write',
    code: 'bucket-access',
    says: 'has no grant on it: call grantReadWrite of the bucket with this identity',
    build: (world, either) => {
      const identity = world.stranger();
      if (either(false, true)) world.bucket.grantReadWrite(identity);
      const step = Step.task('prepare', {
        ...onCpus(world),
        identity,
        command: python('prepare', '$(OUT)'),
        writes: { OUT: DataSet.bucket(world.bucket, 'digits') },
      });
      new Workflow(world.chart, 'preparation', { steps: [step] });
    },
  },
  {
    name: 'a step that writes with the account of the readers',
    code: 'bucket-access',
    says: 'may only read it: call grantReadWrite of the bucket with this identity',
    build: (world, either) => {
      const digits = DataSet.bucket(world.bucket, 'digits').perRun();
      const prepare = Step.task('prepare', {
        ...onCpus(world),
        identity: either(world.reader, world.identity),
        command: python('prepare', '$(OUT)'),
        writes: { OUT: digits },
      });
      const infer = Step.task('infer', {
        ...onCpus(world),
        identity: world.reader,
        command: python('infer', '$(DATA)'),
        reads: { DATA: digits },
      });
      new Workflow(world.chart, 'inference', { steps: [prepare, infer] });
    },
  },
  {
    name: 'a release by an account that may not write the model',
    code: 'bucket-access',
    says: 'is mounted at /data/served for writing',
    build: (world, either) => {
      const release = Step.release('release', {
        ...onCpus(world),
        identity: either(world.reader, world.identity),
        from: DataSet.bucket(world.bucket, 'candidate'),
        model: ModelSource.bucket(world.bucket, 'served').latest(),
      });
      new Workflow(world.chart, 'release', { steps: [release] });
    },
  },
  {
    name: 'data in a bucket without an identity',
    code: 'bucket-identity',
    says: 'set identity to a WorkloadIdentity that the bucket grants access to',
    build: (world, either) => {
      const { cpus, bucket, identity, chart } = world;
      const step = Step.task('prepare', {
        image: IMAGE,
        pool: cpus,
        identity: either(undefined, identity),
        command: python('prepare', '$(OUT)'),
        writes: { OUT: DataSet.bucket(bucket, 'digits') },
      });
      new Workflow(chart, 'preparation', { steps: [step] });
    },
  },
  {
    name: 'the identity of another namespace',
    code: 'identity-namespace',
    says: 'is for pods of namespace "research", but these run in "digits"',
    build: (world, either) => {
      const { stack, cluster, chart } = world;
      const identity = new WorkloadIdentity(stack, 'team', { cluster, namespace: either('research', 'digits') });
      const step = Step.task('load', { ...onCpus(world), identity, command: python('load') });
      new Workflow(chart, 'loading', { steps: [step] });
    },
  },
  {
    name: 'a volume of one node for steps side by side',
    code: 'volume-access',
    says: "set accessMode of the volume to 'ReadWriteMany', with a source for many nodes such as Filestore",
    build: (world, either) => {
      const volume = world.volume({
        source: either(SharedVolumeSource.storageClass('standard-rwo'), NFS),
        accessMode: either('ReadWriteOnce', 'ReadWriteMany'),
      });
      const steps = ['train', 'test'].map((part) =>
        Step.task(`prepare-${part}`, {
          image: IMAGE,
          pool: world.cpus,
          command: python('prepare', '$(OUT)'),
          writes: { OUT: DataSet.volume(volume, part) },
        }),
      );
      new Workflow(world.chart, 'preparation', { steps });
    },
  },
  {
    name: 'a volume of one node for a fan-out',
    code: 'volume-access',
    says: 'but 3 × convert may be on 3 nodes of pool "cpu"',
    build: (world, either) => {
      const source = either(SharedVolumeSource.storageClass('standard-rwo'), NFS);
      const volume = world.volume({ source, accessMode: either('ReadWriteOnce', 'ReadWriteMany') });
      const step = Step.task('convert', {
        image: IMAGE,
        pool: world.cpus,
        command: python('convert', RunValue.ITEM, '$(OUT)'),
        writes: { OUT: DataSet.volume(volume, 'years') },
        forEach: { items: ['2022', '2023', '2024', '2025'], atMost: 3 },
      });
      new Workflow(world.chart, 'years', { steps: [step] });
    },
  },
  {
    name: 'results on a volume that all may only read',
    code: 'volume-read-only',
    says: "set accessMode of the volume to 'ReadWriteMany'",
    build: (world, either) => {
      const volume = world.volume({ accessMode: either('ReadOnlyMany', 'ReadWriteMany') });
      const step = Step.task('prepare', {
        image: IMAGE,
        pool: world.cpus,
        command: python('prepare', '$(OUT)'),
        writes: { OUT: DataSet.volume(volume, 'digits') },
      });
      new Workflow(world.chart, 'preparation', { steps: [step] });
    },
  },
  {
    name: 'a volume of another namespace',
    code: 'volume-namespace',
    says: 'it is in namespace "research", and the pods run in "digits"',
    build: (world, either) => {
      const { deployment, cluster, cpus, chart } = world;
      const research = new ClusterChart(deployment.kubernetes, 'research', { cluster, namespace: 'research' });
      const volume = new SharedVolume(either(research, chart), 'shared', { source: NFS });
      const step = Step.task('infer', {
        image: IMAGE,
        pool: cpus,
        command: python('infer', '$(DATA)'),
        reads: { DATA: DataSet.volume(volume, 'digits') },
      });
      new Workflow(chart, 'inference', { steps: [step] });
    },
  },
  {
    name: 'a data set by its address',
    code: 'folder-form',
    says: 'use names separated by single slashes',
    build: (world, either) => {
      const folder = either(`${world.bucket.url}/digits/`, 'digits');
      const step = Step.task('infer', {
        ...onCpus(world),
        command: python('infer', '$(DATA)'),
        reads: { DATA: DataSet.bucket(world.bucket, folder) },
      });
      new Workflow(world.chart, 'inference', { steps: [step] });
    },
  },
  {
    name: 'a mount at the place of a data set',
    code: 'mount-path',
    says: '2 mounts are at /data/digits: give each a path of its own',
    build: (world, either) => {
      const step = Step.task('infer', {
        ...onCpus(world),
        command: python('infer', '$(DATA)'),
        reads: { DATA: DataSet.bucket(world.bucket, 'digits') },
        mounts: [Mount.bucket(world.bucket, either('/data/digits', '/models'))],
      });
      new Workflow(world.chart, 'inference', { steps: [step] });
    },
  },
];

const PLACES: readonly WrongProgram[] = [
  {
    name: 'a pool of another cluster',
    code: 'pool-cluster',
    says: 'use a pool of cluster "digits-dev-cluster"',
    build: (world, either) => {
      const other = world.otherPool();
      const prepare = Step.task('prepare', { ...onCpus(world), command: python('prepare') });
      const infer = Step.task('infer', {
        image: IMAGE,
        pool: either(other, world.cpus),
        command: python('infer'),
        after: [prepare],
      });
      new Workflow(world.chart, 'inference', { steps: [prepare, infer] });
      // A pool that nothing uses is another matter.
      new Workflow(
        new ClusterChart(world.deployment.kubernetes, 'others', { cluster: other.cluster, namespace: 'digits' }),
        'other',
        { steps: [Step.task('load', { image: IMAGE, pool: other, command: python('load') })] },
      );
    },
  },
  {
    name: 'a cluster without Argo Workflows',
    code: 'operator-missing',
    says: 'add Operator.ARGO_WORKFLOWS to operators of the cluster',
    build: ({ stack, deployment }, either) => {
      const operators = either([], [Operator.ARGO_WORKFLOWS]);
      const cluster = new TrainingCluster(stack, 'plain', { location: 'us-central1-a', operators });
      const pool = cluster.addPool('cpu', { machineType: 'n1-standard-4' });
      const chart = new ClusterChart(deployment.kubernetes, 'plain', { cluster, namespace: 'digits' });
      new Workflow(chart, 'loading', { steps: [Step.task('load', { image: IMAGE, pool, command: python('load') })] });
    },
  },
  {
    name: 'a training of MPI on a cluster without an operator for it',
    code: 'no-engine',
    says: 'add Operator.MPI or Operator.JOBSET to operators of the cluster',
    build: ({ stack, deployment }, either) => {
      const operators = [Operator.ARGO_WORKFLOWS, ...either([], [Operator.JOBSET])];
      const cluster = new TrainingCluster(stack, 'plain', { location: 'us-central1-a', operators });
      const cpus = cluster.addPool('cpu', { machineType: 'n1-standard-4' });
      const accelerators = Accelerator.L4.times(1);
      const pool = cluster.addGpuPool('l4', { accelerators, nodes: NodeCount.between(0, 4) });
      const chart = new ClusterChart(deployment.kubernetes, 'plain', { cluster, namespace: 'digits' });
      const train = Step.training('train', {
        ...{ image: IMAGE, pool, workers: 2, activeDeadline: Duration.hours(2) },
        command: python('train'),
        strategy: MPI.mpirun({ launcher: { pool: cpus } }),
      });
      new Workflow(chart, 'training', { steps: [train] });
    },
  },
  {
    name: 'a GPU on a pool without GPUs',
    code: 'gpu-pool-mismatch',
    says: 'pool "cpu" (n1-standard-4) has none: give it a GPU pool, or leave gpus out of its resources',
    build: (world, either) => {
      const { cpus, gpus } = world;
      const step = Step.task('infer', {
        ...onCpus(world),
        pool: either(cpus, gpus),
        timeout: Duration.hours(1),
        command: python('infer'),
        resources: { gpus: 1 },
      });
      new Workflow(world.chart, 'inference', { steps: [step] });
    },
  },
  {
    name: 'more memory than a node has',
    code: 'pod-too-large',
    says: 'lower memory to Size.mebibytes(11329), or use a larger machine type',
    build: (world, either) => {
      const memory = either(Size.gibibytes(16), Size.mebibytes(11329));
      const step = Step.task('join', { ...onCpus(world), command: python('join'), resources: { memory } });
      new Workflow(world.chart, 'joining', { steps: [step] });
    },
  },
  {
    name: 'a training with more workers than the pool has GPUs',
    code: 'gpu-capacity',
    says: 'workers to 4 or raise nodes to 8',
    build: (world, either) => {
      const train = Step.training('train', {
        ...onGpus(world),
        reads: { DATA: DataSet.bucket(world.bucket, 'digits') },
        writes: { MODEL: DataSet.bucket(world.bucket, 'models').perRun() },
        workers: either(8, 4),
      });
      new Workflow(world.chart, 'training', { steps: [train] });
    },
  },
  {
    name: 'a fan-out above the pool',
    code: 'pool-elastic',
    says: 'lower atMost to 4 or raise nodes to 10',
    build: (world, either) => {
      const files = Array.from({ length: 40 }, (_, index) => `part-${index}`);
      const step = Step.task('embed', {
        ...onCpus(world),
        pool: world.gpus,
        timeout: Duration.hours(1),
        command: python('embed', RunValue.ITEM),
        forEach: { items: files, atMost: either(10, 4) },
      });
      new Workflow(world.chart, 'embeddings', { steps: [step] });
    },
  },
  {
    name: 'two trainings side by side on a pool for one',
    code: 'workflow-width',
    says: 'raise nodes to 6, let one of the steps come after another',
    build: (world, either) => {
      const digits = DataSet.bucket(world.bucket, 'digits');
      const train = (name: string, after: readonly Step[]) =>
        Step.training(name, {
          ...onGpus(world),
          reads: { DATA: digits },
          writes: { MODEL: DataSet.bucket(world.bucket, name).perRun() },
          workers: 3,
          after,
        });
      const small = train('small', []);
      new Workflow(world.chart, 'sizes', { steps: [small, train('large', either([], [small]))] });
    },
  },
  {
    name: 'a program without GPUs on a GPU pool',
    code: 'gpu-idle',
    says: 'asks for no GPU, so GPUs may be paid for and idle: set gpus of its resources, or give it a pool without GPUs',
    build: (world, either) => {
      const release = Step.release('release', {
        ...onCpus(world),
        pool: either(world.gpus, world.cpus),
        from: DataSet.bucket(world.bucket, 'candidate'),
        model: ModelSource.bucket(world.bucket, 'served').latest(),
      });
      new Workflow(world.chart, 'release', { steps: [release] });
    },
  },
  {
    name: 'a training that may hang for ever',
    code: 'time-limit',
    says: 'set activeDeadline to more than the job takes',
    build: (world, either) => {
      const train = Step.training('train', {
        ...onGpus(world),
        reads: { DATA: DataSet.bucket(world.bucket, 'digits') },
        writes: { MODEL: DataSet.bucket(world.bucket, 'models').perRun() },
        activeDeadline: either(undefined, Duration.hours(12)),
      });
      new Workflow(world.chart, 'training', { steps: [train] });
    },
  },
  {
    name: 'a training on spot machines that keeps no checkpoints',
    code: 'spot-checkpoints',
    says: 'mount a bucket or a claim and write checkpoints there',
    build: (world, either) => {
      const spot = world.cluster.addGpuPool('spot', {
        accelerators: Accelerator.L4.times(1),
        nodes: NodeCount.between(0, 2),
        provisioningModel: ProvisioningModel.SPOT,
      });
      const train = Step.training('train', {
        ...{ image: IMAGE, pool: spot, activeDeadline: Duration.hours(4) },
        command: python('train', '--checkpoints=/checkpoints'),
        strategy: PyTorch.torchrun(),
        ...either({}, { identity: world.identity, mounts: [Mount.bucket(world.bucket, '/checkpoints')] }),
      });
      new Workflow(world.chart, 'training', { steps: [train] });
    },
  },
  {
    name: 'an image that may change between two tries',
    code: 'image-tag',
    says: 'give it a tag other than latest',
    build: (world, either) => {
      const image = either('acme/digits:latest', 'acme/digits:1');
      const step = Step.task('load', { ...onCpus(world), image, command: python('load'), retries: 2 });
      new Workflow(world.chart, 'loading', { steps: [step] });
    },
  },
];

export const WRONG_WORKFLOWS = [...ORDER, ...NAMES, ...VALUES, ...OPTIONS, ...RIGHTS, ...PLACES];
