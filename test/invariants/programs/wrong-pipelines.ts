import { Duration } from 'cdk8s';
import { PyTorch } from '../../../lib/index';
import { DataSet, Step, Trigger, Workflow, WorkflowBackend } from '../../../lib/workflow/index';
import { IMAGE, python, type World, type WrongProgram } from './program';

// Mistakes of users with Pachyderm, each in a small program as a user would write it.

/** A step of a pipeline that reads images. */
const readsImages = ({ cpus, bucket }: World) => ({
  image: IMAGE,
  pool: cpus,
  command: python('resize', '$(IMAGES)', '$(OUT)'),
  reads: { IMAGES: DataSet.bucket(bucket, 'images') },
});

export const WRONG_PIPELINES: readonly WrongProgram[] = [
  {
    name: 'an approval',
    code: 'pachyderm-step',
    says: 'step "approve" is an approval, but a pipeline has no word for it',
    build: (world, either) => {
      const resize = Step.task('resize', {
        ...readsImages(world),
        writes: { OUT: DataSet.bucket(world.bucket, 'small') },
      });
      const steps = either([resize, Step.approval('approve')], [resize]);
      new Workflow(world.pachyderm(), 'images', { steps, backend: WorkflowBackend.pachyderm() });
    },
  },
  {
    name: 'a training job',
    code: 'pachyderm-step',
    says: 'creates a PyTorchJob, but a pipeline runs pods of its own and creates no jobs',
    build: (world, either) => {
      const options = {
        image: IMAGE,
        pool: world.gpus,
        command: python('train', '$(IMAGES)', '$(OUT)'),
        reads: { IMAGES: DataSet.bucket(world.bucket, 'images') },
        writes: { OUT: DataSet.bucket(world.bucket, 'models') },
      };
      const activeDeadline = Duration.hours(2);
      const train = either(
        () => Step.training('train', { ...options, strategy: PyTorch.torchrun(), activeDeadline }),
        () => Step.task('train', options),
      );
      new Workflow(world.pachyderm(), 'images', { steps: [train()], backend: WorkflowBackend.pachyderm() });
    },
  },
  {
    name: 'an accuracy as an output',
    code: 'pachyderm-step',
    says: 'pipelines pass on files alone: write them to a data set',
    build: (world, either) => {
      const measure = Step.task('measure', {
        ...readsImages(world),
        ...either({ outputs: { accuracy: '/tmp/accuracy' } }, { writes: { OUT: DataSet.bucket(world.bucket, 'all') } }),
      });
      new Workflow(world.pachyderm(), 'images', { steps: [measure], backend: WorkflowBackend.pachyderm() });
    },
  },
  {
    name: 'an order without data',
    code: 'pachyderm-step',
    says: 'pipelines follow each other by data alone: let it read a data set of the other step',
    build: (world, either) => {
      const small = DataSet.bucket(world.bucket, 'small');
      const resize = Step.task('resize', { ...readsImages(world), writes: { OUT: small } });
      const infer = Step.task('infer', {
        ...readsImages(world),
        ...either({ after: [resize] }, { reads: { IMAGES: small } }),
      });
      new Workflow(world.pachyderm(), 'images', { steps: [resize, infer], backend: WorkflowBackend.pachyderm() });
    },
  },
  {
    name: 'a cache of its own',
    code: 'pachyderm-step',
    says: 'Pachyderm itself leaves out datums that it knows: leave it out',
    build: (world, either) => {
      const resize = Step.task('resize', { ...readsImages(world), cache: either(Duration.days(7), undefined) });
      new Workflow(world.pachyderm(), 'images', { steps: [resize], backend: WorkflowBackend.pachyderm() });
    },
  },
  {
    name: 'a schedule in a time zone',
    code: 'pachyderm-step',
    says: 'the workflow has timeZone, but a pipeline has no word for it',
    build: (world, either) => {
      const load = Step.task('load', {
        ...readsImages(world),
        reads: {},
        writes: { OUT: DataSet.bucket(world.bucket, 'raw') },
      });
      const trigger = Trigger.cron('0 2 * * *', either({ timeZone: 'Europe/Berlin' }, {}));
      new Workflow(world.pachyderm(), 'images', { steps: [load], trigger, backend: WorkflowBackend.pachyderm() });
    },
  },
  {
    name: 'a time limit in all',
    code: 'pachyderm-step',
    says: 'the runs of pipelines have no end in common: give the steps a timeout',
    build: (world, either) => {
      const limit = { timeout: Duration.hours(3) };
      const resize = Step.task('resize', { ...readsImages(world), ...either({}, limit) });
      const all = either(limit, {});
      new Workflow(world.pachyderm(), 'images', { steps: [resize], ...all, backend: WorkflowBackend.pachyderm() });
    },
  },
  {
    name: 'two results of one step',
    code: 'pachyderm-data',
    says: 'writes several data sets, but a pipeline has one repo',
    build: (world, either) => {
      const split = Step.task('split', {
        ...readsImages(world),
        command: python('split', '$(IMAGES)', '$(TRAIN)'),
        writes: either(
          { TRAIN: DataSet.bucket(world.bucket, 'train'), TEST: DataSet.bucket(world.bucket, 'test') },
          { TRAIN: DataSet.bucket(world.bucket, 'parts') },
        ),
      });
      new Workflow(world.pachyderm(), 'images', { steps: [split], backend: WorkflowBackend.pachyderm() });
    },
  },
  {
    name: 'two steps that write one data set',
    code: 'pachyderm-data',
    says: 'writes what "mirror" writes, but each pipeline has a repo of its own',
    build: (world, either) => {
      const steps = ['resize', 'mirror'].map((name) =>
        Step.task(name, {
          ...readsImages(world),
          writes: { OUT: DataSet.bucket(world.bucket, either('small', `small/${name}`)) },
        }),
      );
      new Workflow(world.pachyderm(), 'images', { steps, backend: WorkflowBackend.pachyderm() });
    },
  },
  {
    name: 'a step that adds to the data that it reads',
    code: 'pachyderm-data',
    says: 'a repo is no input of its own pipeline: write another data set',
    build: (world, either) => {
      const writes = { OUT: DataSet.bucket(world.bucket, either('images', 'mirrored')) };
      const mirror = Step.task('mirror', { ...readsImages(world), writes });
      new Workflow(world.pachyderm(), 'images', { steps: [mirror], backend: WorkflowBackend.pachyderm() });
    },
  },
  {
    name: 'a glob of a variable that is not read',
    code: 'pachyderm-option',
    says: 'use the names of steps and of their reads',
    build: (world, either) => {
      const resize = Step.task('resize', readsImages(world));
      const globs = { [either('images', 'IMAGES')]: '/*' };
      const backend = WorkflowBackend.pachyderm({ steps: { resize: { globs, workers: 2 } } });
      new Workflow(world.pachyderm(), 'images', { steps: [resize], backend });
    },
  },
  {
    name: 'settings of a step by the name of its pipeline',
    code: 'pachyderm-option',
    says: 'the settings of "images-resize" are for no step of the workflow',
    build: (world, either) => {
      const resize = Step.task('resize', readsImages(world));
      const name = either('images-resize', 'resize');
      const backend = WorkflowBackend.pachyderm({ steps: { [name]: { globs: { IMAGES: '/*' }, workers: 2 } } });
      new Workflow(world.pachyderm(), 'images', { steps: [resize], backend });
    },
  },
  {
    name: 'no worker, to stop a pipeline',
    code: 'pachyderm-option',
    says: 'workers cannot be 0: use a whole number of 1 or more',
    build: (world, either) => {
      const resize = Step.task('resize', readsImages(world));
      const backend = WorkflowBackend.pachyderm({ steps: { resize: { workers: either(0, 1) } } });
      new Workflow(world.pachyderm(), 'images', { steps: [resize], backend });
    },
  },
  {
    name: 'more workers than the pool has GPUs',
    code: 'pool-elastic',
    says: 'lower workers to 4 or raise nodes to 9',
    build: (world, either) => {
      const infer = Step.task('infer', { ...readsImages(world), pool: world.gpus });
      const settings = { globs: { IMAGES: '/*' }, workers: either(9, 4) };
      const backend = WorkflowBackend.pachyderm({ steps: { infer: settings } });
      new Workflow(world.pachyderm(), 'images', { steps: [infer], backend });
    },
  },
  {
    name: 'a pipeline with too long a name',
    code: 'name',
    says: 'pipeline',
    build: (world, either) => {
      const resize = Step.task('resize-all-images-of-the-customers', readsImages(world));
      const id = either('images-of-all-our-customers', 'images');
      new Workflow(world.pachyderm(), id, { steps: [resize], backend: WorkflowBackend.pachyderm() });
    },
  },
];
