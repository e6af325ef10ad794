import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Operator,
  Platform,
  PyTorch,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TrainingEngine,
} from '../../../lib/index';

// Two workers in plain PyTorch, by each engine and strategy: a deployment <engine>-<strategy>-<case> for each thing that
// tests do with them, in a namespace and with a folder of its own. They run as the default user in restricted namespaces.

const TORCHRUN = { torchrun: ['python3', '-m', 'torch.distributed.run'] };
const ENGINES = {
  job: TrainingEngine.job(),
  jobset: TrainingEngine.jobSet(),
  pytorchjob: TrainingEngine.pyTorchJob(),
};
const STRATEGIES = {
  static: PyTorch.torchrun(TORCHRUN),
  elastic: PyTorch.elastic({ ...TORCHRUN, atLeast: 1 }),
  ddp: PyTorch.distributedDataParallel(),
};
/** What the training program is told in each case: to stay at an epoch until the test takes a worker away, or to train for long. */
const CASES = {
  trains: ['--epochs', '5'],
  crashes: ['--epochs', '6', '--crash-once', '1@3'],
  evicted: ['--epochs', '12', '--hold-at', '3'],
  deleted: ['--epochs', '12', '--hold-at', '3'],
  // The program refuses a flag that it does not know.
  fails: ['--unknown'],
  shrinks: ['--epochs', '300', '--pause', '1'],
};

Platform.run((platform) => {
  const stage = new Stage({ name: 'local' });
  const cluster = LocalCluster.minikube({ cpus: 4, operators: [Operator.TRAINING, Operator.JOBSET] });
  for (const [by, engine] of Object.entries(ENGINES)) {
    for (const [how, strategy] of Object.entries(STRATEGIES)) {
      for (const [what, flags] of Object.entries(CASES)) {
        // Workers that start late would find that the others have gone on without them.
        const together = how === 'elastic' && what !== 'shrinks' ? ['--together', '2'] : [];
        const name = `${by}-${how}-${what}`;
        const { kubernetes } = platform.stage(stage, name);
        const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: `trainyard-${name}` });
        const source = SharedVolumeSource.hostPath('/var/lib/trainyard/pytorch');
        const data = new SharedVolume(chart, 'data', { source });
        new DistributedTrainingJob(chart, 'torch', {
          image: 'trainyard/torch:1',
          command: ['python3', '/app/train.py', ...flags, ...together],
          env: { CHECKPOINT_DIR: `/data/${name}` },
          mounts: [data.at('/data')],
          terminationGracePeriod: Duration.seconds(2),
          pool: cluster.pool,
          workers: 2,
          maxRestarts: what === 'fails' ? 1 : undefined,
          resources: { cpus: 0.05, memory: Size.mebibytes(400) },
          strategy,
          engine,
        });
      }
    }
  }
});
