import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  LocalCluster,
  Operator,
  Plain,
  Platform,
  Stage,
  TensorFlow,
  TrainingEngine,
} from '../../../lib/index';
import { RunValue, Step, Trigger, Workflow, type WorkflowProps } from '../../../lib/workflow/index';

// Workflows of small steps, under the strictest level of Pod Security.

const cluster = LocalCluster.kind({
  cpus: 4,
  operators: [Operator.TRAINING, Operator.JOBSET, Operator.ARGO_WORKFLOWS],
});
const resources = { cpus: 0.02, memory: Size.mebibytes(64) };
const small = { image: 'trainyard/mnist:1', pool: cluster.pool, resources };

const task = (name: string, script: string, options: object = {}) =>
  Step.task(name, { ...small, command: ['sh', '-c', script], ...options });

function training(name: string, engine: TrainingEngine<string, 1>, script: string): Step {
  const strategy = Plain.indexedTasks();
  return Step.training(name, { ...small, engine, strategy, workers: 2, maxRestarts: 0, command: ['sh', '-c', script] });
}
function tensorFlow(name: string, script: string): Step {
  const [strategy, engine] = [TensorFlow.multiWorkerMirrored(), TrainingEngine.tfJob()];
  return Step.training(name, { ...small, engine, strategy, workers: 2, maxRestarts: 0, command: ['sh', '-c', script] });
}

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'workflows');
  const chart = new ClusterChart(kubernetes, 'workflows', { cluster, namespace: 'trainyard-workflows' });
  const workflow = (id: string, props: WorkflowProps) =>
    new Workflow(chart, id, { trigger: Trigger.onDemand(), ...props });
  const report = () => task('report', `echo "ended ${RunValue.STATUS}"`);
  const [job, set] = [TrainingEngine.job(), TrainingEngine.jobSet()];

  // Pods that are taken away, and programs that fail by themselves. {{retries}} is Argo's number of the try.
  workflow('patient', { steps: [task('patient', 'test {{retries}} != 0 || sleep 600')] });
  workflow('gone', { steps: [task('patient', 'test {{retries}} != 0 || sleep 60')] });
  workflow('stubborn', {
    steps: [task('patient', 'trap "exit 5" TERM; test {{retries}} != 0 || { sleep 600 & wait; }')],
  });
  workflow('followed', { steps: [training('job', job, 'sleep 30')] });
  const untilTold = 'until test -e /tmp/told; do sleep 1; done; exit 3';
  workflow('flaky', { steps: [task('flaky', untilTold, { retries: 2 })] });
  workflow('exits', { steps: [task('own', 'exit 143')] });
  workflow('killed', { steps: [task('own', 'exec python3 -c "import os; os.kill(os.getpid(), 9)"')] });
  workflow('hungry', { steps: [task('own', 'exec python3 -c "bytearray(1 << 30)"')] });

  const ask = Step.approval('ask');
  workflow('asks', { steps: [ask, task('then', 'true', { after: [ask] })] });
  workflow('stopped', {
    steps: [task('endless', 'sleep 600'), training('endless-job', job, 'sleep 600')],
    onExit: report(),
  });
  workflow('cached', {
    steps: [
      task('counted', `cat /proc/sys/kernel/random/uuid >/tmp/id; echo ${RunValue.parameter('seed')}`, {
        outputs: { id: '/tmp/id' },
        cache: Duration.hours(1),
      }),
      task('plain', 'date', { cache: Duration.hours(1) }),
    ],
    parameters: { seed: '1' },
  });
  workflow('minutely', {
    steps: [task('slow', 'sleep 80')],
    trigger: Trigger.cron('* * * * *', { timeZone: 'Europe/Berlin', concurrency: 'Forbid' }),
  });

  workflow('trains', {
    steps: [training('job', job, 'sleep 1'), training('job-set', set, 'sleep 1'), tensorFlow('tf-job', 'sleep 1')],
  });
  workflow('fails', {
    steps: [training('broken', job, 'echo no way to train; exit 3'), task('late', 'sleep 15')],
    onExit: report(),
  });
  const overdue = task('late', 'sleep 600', { timeout: Duration.seconds(5) });
  workflow('step-overdue', { steps: [overdue, task('never', 'true', { after: [overdue] })], onExit: report() });
  workflow('overdue', {
    steps: [
      training('endless', job, 'sleep 600'),
      training('endless-set', set, 'sleep 600'),
      tensorFlow('endless-tf', 'sleep 600'),
    ],
    timeout: Duration.seconds(30),
    onExit: report(),
  });
  const items = Array.from({ length: 20 }, (_, index) => `item-${index}`);
  workflow('fans', { steps: [task('each', `echo ${RunValue.ITEM}`, { forEach: { items, atMost: 3 } })] });
});
