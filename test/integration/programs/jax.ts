import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  JAX,
  LocalCluster,
  Operator,
  Plain,
  Platform,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TrainingEngine,
} from '../../../lib/index';

// Two processes in JAX, by each engine: a deployment jax-<engine>-<case> for each thing that tests do with them, in a namespace
// and with a folder of its own. And two tasks of any program: plain-<engine> and, with a port, plain-<engine>-port. They run as
// the default user in restricted namespaces.

const ENGINES = { job: TrainingEngine.job(), jobset: TrainingEngine.jobSet() };
/** JAX itself waits longer. */
const NOTICE_SOON = ['--heartbeat', '10'];
/** What the training program is told in each case: to stay at an epoch until the test takes a process away. */
const CASES = {
  trains: ['--epochs', '5'],
  crashes: ['--epochs', '6', '--crash-once', '1@3', ...NOTICE_SOON],
  evicted: ['--epochs', '12', '--hold-at', '3', ...NOTICE_SOON],
};
const TELL = 'import os; print("task", os.environ["WORKER_INDEX"], "of", os.environ["WORKER_COUNT"])';
const PLAIN = {
  '': { command: ['python3', '-c', TELL], strategy: Plain.indexedTasks() },
  '-port': { command: ['python3', '/app/peers.py'], strategy: Plain.indexedTasks({ port: 5000 }) },
};

Platform.run((platform) => {
  const stage = new Stage({ name: 'local' });
  const cluster = LocalCluster.minikube({ cpus: 4, operators: [Operator.JOBSET] });
  for (const [by, engine] of Object.entries(ENGINES)) {
    for (const [what, flags] of Object.entries(CASES)) {
      const name = `${by}-${what}`;
      const { kubernetes } = platform.stage(stage, `jax-${name}`);
      const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: `trainyard-jax-${name}` });
      const source = SharedVolumeSource.hostPath('/var/lib/trainyard/jax');
      const data = new SharedVolume(chart, 'data', { source });
      new DistributedTrainingJob(chart, 'jax', {
        image: 'trainyard/jax:1',
        command: ['python3', '/app/train.py', ...flags],
        env: { CHECKPOINT_DIR: `/data/${name}` },
        mounts: [data.at('/data')],
        terminationGracePeriod: Duration.seconds(2),
        pool: cluster.pool,
        workers: 2,
        resources: { cpus: 0.05, memory: Size.mebibytes(400) },
        strategy: JAX.processes(),
        engine,
      });
    }
    for (const [how, { command, strategy }] of Object.entries(PLAIN)) {
      const name = `plain-${by}${how}`;
      const { kubernetes } = platform.stage(stage, name);
      const chart = new ClusterChart(kubernetes, 'tasks', { cluster, namespace: `trainyard-${name}` });
      new DistributedTrainingJob(chart, 'plain', {
        image: 'trainyard/jax:1',
        command,
        pool: cluster.pool,
        workers: 2,
        resources: { cpus: 0.05, memory: Size.mebibytes(100) },
        strategy,
        engine,
      });
    }
  }
});
