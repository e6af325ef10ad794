import { Duration, Size } from 'cdk8s';
import { ClusterChart, LocalCluster, Operator, Plain, Platform, Stage, TrainingEngine } from '../../../lib/index';
import { RunValue, Step, Workflow } from '../../../lib/workflow/index';

// Workflows of small steps, under the strictest level of Pod Security.

const cluster = LocalCluster.kind({
  cpus: 4,
  operators: [Operator.TRAINING, Operator.JOBSET, Operator.ARGO_WORKFLOWS],
});
const resources = { cpus: 0.05, memory: Size.mebibytes(64) };
const small = { image: 'trainyard/mnist:1', pool: cluster.pool, resources };

const task = (name: string, script: string, options: object = {}) =>
  Step.task(name, { ...small, command: ['sh', '-c', script], ...options });

function training(name: string, engine: TrainingEngine<string, 1>, script: string): Step {
  const strategy = Plain.indexedTasks();
  return Step.training(name, { ...small, engine, strategy, workers: 2, maxRestarts: 0, command: ['sh', '-c', script] });
}

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'workflows');
  const chart = new ClusterChart(kubernetes, 'workflows', { cluster, namespace: 'trainyard-workflows' });
  const report = () => task('report', `echo "ended ${RunValue.STATUS}"`);

  const [job, set] = [TrainingEngine.job(), TrainingEngine.jobSet()];
  new Workflow(chart, 'trains', {
    steps: [training('job', job, 'sleep 1'), training('job-set', set, 'sleep 1')],
  });
  new Workflow(chart, 'fails', {
    steps: [training('broken', job, 'echo no way to train; exit 3'), task('late', 'sleep 15')],
    onExit: report(),
  });
  new Workflow(chart, 'overdue', {
    steps: [training('endless', job, 'sleep 600'), training('endless-set', set, 'sleep 600')],
    timeout: Duration.seconds(25),
    onExit: report(),
  });
  new Workflow(chart, 'preempted', { steps: [task('patient', 'sleep 10')] });
  new Workflow(chart, 'retried', { steps: [task('flaky', 'exit 3', { retries: 2 })] });
  const items = Array.from({ length: 20 }, (_, index) => `item-${index}`);
  new Workflow(chart, 'fans', { steps: [task('each', `echo ${RunValue.ITEM}`, { forEach: { items, atMost: 3 } })] });
  const counted = () =>
    task('counted', 'date +%N >/tmp/time', { outputs: { time: '/tmp/time' }, cache: Duration.hours(1) });
  for (const id of ['caches', 'caches-again']) new Workflow(chart, id, { steps: [counted()] });
  new Workflow(chart, 'asks', { steps: [Step.approval('ask')] });
});
