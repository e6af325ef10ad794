import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  MPI,
  Operator,
  Platform,
  PodUser,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TrainingEngine,
} from '../../../lib/index';

// Two workers of two processes each in plain MPI: a deployment mpi-<case> for each thing that tests do with them, in a
// namespace and with a folder of its own. They run as the default user, which the image does not know, unless the case says so.

const RESOURCES = { cpus: 0.05, memory: Size.mebibytes(200) };
/** What the training program is told in each case: to stay at an epoch until the test takes a process away. */
const CASES = {
  trains: { flags: ['--epochs', '5'] },
  root: { flags: ['--epochs', '5'], user: PodUser.root() },
  crashes: { flags: ['--epochs', '6', '--crash-once', '1@3'] },
  fills: { flags: ['--epochs', '6', '--fill-once', '2@3'] },
  worker: { flags: ['--epochs', '12', '--hold-at', '3'] },
  launcher: { flags: ['--epochs', '12', '--hold-at', '3'] },
  terminated: { flags: ['--epochs', '12', '--hold-at', '3'] },
  sshd: { flags: ['--epochs', '12', '--hold-at', '3'] },
  // The program refuses a flag that it does not know.
  fails: { flags: ['--unknown'], maxRestarts: 1 },
};

Platform.run((platform) => {
  const stage = new Stage({ name: 'local' });
  const cluster = LocalCluster.minikube({ cpus: 4, operators: [Operator.JOBSET] });
  for (const [what, { flags, ...options }] of Object.entries(CASES)) {
    const name = `mpi-${what}`;
    const { kubernetes } = platform.stage(stage, name);
    const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: `trainyard-${name}` });
    const source = SharedVolumeSource.hostPath('/var/lib/trainyard/mpi');
    const data = new SharedVolume(chart, 'data', { source });
    new DistributedTrainingJob(chart, 'mpi', {
      image: 'trainyard/mpi:1',
      command: ['python3', '/app/train.py', ...flags],
      env: { CHECKPOINT_DIR: `/data/${name}`, GREETING: `it's "$HOME" & more` },
      mounts: [data.at('/data')],
      terminationGracePeriod: Duration.seconds(2),
      pool: cluster.pool,
      workers: 2,
      resources: RESOURCES,
      strategy: MPI.mpirun({ slotsPerWorker: 2, launcher: { resources: RESOURCES } }),
      engine: TrainingEngine.jobSet(),
      ...options,
    });
  }
});
