import { Duration } from 'cdk8s';
import { TensorFlow, type TrainingEngine } from '../../lib/index';
import { Condition, RunValue, Step, type DataSet } from '../../lib/workflow/index';
import type { PipelinePlace } from './place';

/** The parameter with the number of training steps. */
export const TRAIN_STEPS = 'train-steps';
/** The folder of the version that the trainer exports. */
const VERSION = '1';

/** The data sets of one run. */
function dataOf({ data }: Pick<PipelinePlace, 'data'>) {
  return { digits: data('digits').perRun(), candidate: data('candidates').perRun() };
}

function prepare({ cpus, image, identity }: Omit<PipelinePlace, 'model'>, digits: DataSet): Step {
  return Step.task('prepare', {
    pool: cpus,
    image,
    identity,
    command: ['python3', '/app/prepare.py', '--data_dir=$(DIGITS)'],
    writes: { DIGITS: digits },
    retries: 1,
  });
}

/** Tells the accuracy of the newest model in a folder; 0 if there is none. */
function measure(name: string, { cpus, image, identity }: PipelinePlace, model: DataSet): Step<'accuracy'> {
  return Step.task(name, {
    pool: cpus,
    image,
    identity,
    command: ['python3', '/app/classify.py', '--export_dir=$(MODEL)'],
    args: ['--min_accuracy=0', '--accuracy_file=/tmp/accuracy'],
    reads: { MODEL: model },
    outputs: { accuracy: '/tmp/accuracy' },
  });
}

/** Preparation on CPUs, training on GPUs, inference on CPUs, by one program each. Every backend can run it. */
export function threeSteps(place: Omit<PipelinePlace, 'model'>): Step[] {
  const { gpus, cpus, image, identity } = place;
  const { digits, candidate } = dataOf(place);
  const train = Step.task('train', {
    pool: gpus,
    image,
    identity,
    command: ['python3', '/app/train.py', '--data_dir=$(DIGITS)'],
    args: ['--export_dir=$(MODEL)', '--checkpoint_dir=/tmp/checkpoints'],
    reads: { DIGITS: digits },
    writes: { MODEL: candidate },
  });
  const infer = Step.task('infer', {
    pool: cpus,
    image,
    identity,
    command: ['python3', '/app/classify.py', '--export_dir=$(MODEL)'],
    reads: { MODEL: candidate },
  });
  return [prepare(place, digits), train, infer];
}

/** The same with a distributed training, and a release of the model if it is better than the served one. */
export function nightlySteps(place: PipelinePlace, served: DataSet, engine?: TrainingEngine): Step<string>[] {
  const { gpus, cpus, image, identity, model } = place;
  const { digits, candidate } = dataOf(place);
  const train = Step.training('train', {
    pool: gpus,
    image,
    identity,
    engine,
    strategy: TensorFlow.multiWorkerMirrored(),
    activeDeadline: Duration.hours(1),
    command: ['python3', '/app/train.py', '--data_dir=$(DIGITS)'],
    args: [
      '--export_dir=$(MODEL)',
      '--checkpoint_dir=$(MODEL)/checkpoints',
      `--train_steps=${RunValue.parameter(TRAIN_STEPS)}`,
    ],
    reads: { DIGITS: digits },
    writes: { MODEL: candidate },
  });
  const fresh = measure('measure-new', place, candidate);
  const old = measure('measure-served', place, served);
  const release = Step.release('release', {
    pool: cpus,
    image,
    identity,
    from: candidate,
    folder: VERSION,
    model,
    when: Condition.all(
      Condition.above(fresh.output('accuracy'), 0.5),
      Condition.above(fresh.output('accuracy'), old.output('accuracy')),
    ),
  });
  return [prepare(place, digits), train, fresh, old, release];
}

/** Tells how a run ended. */
export function report({ cpus, image, identity }: PipelinePlace): Step {
  const text = `run ${RunValue.NAME}: ${RunValue.STATUS}`;
  return Step.task('report', { pool: cpus, image, identity, command: ['echo', text] });
}
