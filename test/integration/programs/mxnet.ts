import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  MXNet,
  Operator,
  Platform,
  SharedVolume,
  SharedVolumeSource,
  Stage,
} from '../../../lib/index';

// Two workers, a server and a scheduler of MXNet in a JobSet: a deployment for each thing that tests do with them, in a namespace
// and with a folder of its own. They run the program of apps/insightface as the default user in restricted namespaces.

const FEW = ['--people=8', '--pictures=10', '--batch-size=8'];
/** What the program is told in each case, and what is special about its job. */
const CASES = {
  'worker-killed': {},
  'scheduler-killed': {},
  evicted: {},
  // MXNet alone needs more than that.
  'out-of-memory': { maxRestarts: 1, memory: Size.mebibytes(60) },
};

Platform.run((platform) => {
  const stage = new Stage({ name: 'local' });
  const cluster = LocalCluster.minikube({ cpus: 4, operators: [Operator.JOBSET] });
  for (const [name, { maxRestarts, memory }] of Object.entries<{ maxRestarts?: number; memory?: Size }>(CASES)) {
    const { kubernetes } = platform.stage(stage, `mxnet-${name}`);
    const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: `trainyard-mxnet-${name}` });
    const source = SharedVolumeSource.hostPath('/var/lib/trainyard/mxnet');
    const data = new SharedVolume(chart, 'data', { source });
    const small = { cpus: 0.05, memory: Size.mebibytes(300) };
    new DistributedTrainingJob(chart, 'faces', {
      image: 'trainyard/insightface:1',
      command: ['python3', '/app/train.py'],
      args: [`--data-dir=/data/${name}`, '--epochs=100', ...FEW],
      env: { OMP_NUM_THREADS: '1' },
      mounts: [data.at('/data')],
      terminationGracePeriod: Duration.seconds(2),
      // A process that is not the first of its container can be killed from beside it.
      podSpec: { shareProcessNamespace: true },
      pool: cluster.pool,
      workers: 2,
      maxRestarts,
      resources: memory ? { ...small, memory } : small,
      strategy: MXNet.parameterServer({
        servers: { replicas: 1, resources: small },
        scheduler: { resources: small },
        gradientCompression: { type: '2bit' },
      }),
    });
  }
});
