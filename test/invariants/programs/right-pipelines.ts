import { Duration, Size } from 'cdk8s';
import { EnvValue } from '../../../lib/index';
import { DataSet, Step, Trigger, Workflow, WorkflowBackend } from '../../../lib/workflow/index';
import { IMAGE, python, type World } from './program';

// Pipelines of the sorts that users write, which synthesize without a problem and without advice.

const onCpus = ({ cpus }: World) => ({ image: IMAGE, pool: cpus });

export const RIGHT_PIPELINES: Readonly<Record<string, (world: World) => void>> = {
  'CPU, GPU, CPU': (world) => {
    const { bucket, gpus } = world;
    const [images, small, model] = ['images', 'small', 'model'].map((folder) => DataSet.bucket(bucket, folder));
    if (!images || !small || !model) throw new Error('three data sets were to be made');
    const resize = Step.task('resize', {
      ...onCpus(world),
      command: python('resize', '$(IMAGES)', '$(OUT)'),
      reads: { IMAGES: images },
      writes: { OUT: small },
    });
    const train = Step.task('train', {
      ...onCpus(world),
      pool: gpus,
      command: python('train', '$(DATA)', '$(MODEL)'),
      reads: { DATA: small },
      writes: { MODEL: model },
      retries: 2,
      timeout: Duration.hours(4),
    });
    const infer = Step.task('infer', {
      ...onCpus(world),
      command: python('infer', '$(IMAGES)', '$(MODEL)', '/pfs/out'),
      reads: { IMAGES: images, MODEL: model },
    });
    new Workflow(world.pachyderm(), 'images', {
      steps: [infer, train, resize],
      backend: WorkflowBackend.pachyderm({ steps: { infer: { globs: { IMAGES: '/*' }, workers: 4 } } }),
    });
  },
  'each file by itself on GPUs, some at a time': (world) => {
    const infer = Step.task('infer', {
      ...onCpus(world),
      pool: world.gpus,
      command: python('infer', '$(IMAGES)', '/pfs/out'),
      reads: { IMAGES: DataSet.bucket(world.bucket, 'images') },
      resources: { ephemeralStorage: Size.gibibytes(10) },
    });
    const settings = { globs: { IMAGES: '/*/*' }, workers: 3, datumSet: { size: Size.mebibytes(512) } };
    const backend = WorkflowBackend.pachyderm({ steps: { infer: settings } });
    new Workflow(world.pachyderm(), 'inference', { steps: [infer], backend });
  },
  'a nightly load': (world) => {
    const raw = DataSet.bucket(world.bucket, 'raw').perRun();
    const load = Step.task('load', {
      ...onCpus(world),
      command: python('load', '$(OUT)'),
      env: { TOKEN: EnvValue.fromSecret('source', 'token'), BATCH: '32' },
      writes: { OUT: raw },
    });
    const clean = Step.task('clean', { ...onCpus(world), command: python('clean', '$(RAW)'), reads: { RAW: raw } });
    const trigger = Trigger.cron('0 2 * * *');
    new Workflow(world.pachyderm(), 'loading', { steps: [load, clean], trigger, backend: WorkflowBackend.pachyderm() });
  },
  'two branches that meet': (world) => {
    const { bucket } = world;
    const raw = DataSet.bucket(bucket, 'raw');
    const branch = (name: string) =>
      Step.task(name, {
        ...onCpus(world),
        command: python(name, '$(RAW)', '$(OUT)'),
        reads: { RAW: raw },
        writes: { OUT: DataSet.bucket(bucket, `parts/${name}`) },
      });
    const join = Step.task('join', {
      ...onCpus(world),
      command: python('join', '$(TEXT)', '$(IMAGES)', '/pfs/out'),
      reads: { TEXT: DataSet.bucket(bucket, 'parts/text'), IMAGES: DataSet.bucket(bucket, 'parts/images') },
    });
    const backend = WorkflowBackend.pachyderm();
    new Workflow(world.pachyderm(), 'parts', { steps: [branch('text'), branch('images'), join], backend });
  },
  'a private image': (world) => {
    const step = Step.task('unpack', {
      ...onCpus(world),
      command: ['sh', '-c', 'tar -xf "$(ARCHIVES)"/*.tar -C /pfs/out'],
      reads: { ARCHIVES: DataSet.bucket(world.bucket, 'archives') },
      imagePullSecrets: ['registry'],
    });
    const backend = WorkflowBackend.pachyderm({ steps: { unpack: { globs: { ARCHIVES: '/*' } } } });
    new Workflow(world.pachyderm(), 'archives', { steps: [step], backend });
  },
};
