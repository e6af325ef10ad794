import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Operator,
  Platform,
  PyTorch,
  Stage,
  TensorFlow,
  TrainingEngine,
} from '../../../lib/index';

// Jobs that come to an end by themselves, in each way and by each engine: <engine>-<way>.

const MIRRORED = TensorFlow.multiWorkerMirrored();
const ENGINES = {
  job: { engine: TrainingEngine.job(), strategy: MIRRORED },
  jobset: { engine: TrainingEngine.jobSet(), strategy: MIRRORED },
  pytorchjob: { engine: TrainingEngine.pyTorchJob(), strategy: PyTorch.distributedDataParallel() },
  tfjob: { engine: TrainingEngine.tfJob(), strategy: MIRRORED },
};
/** The second worker fails, and the first does not notice. */
const BROKEN = `import socket, time
if socket.gethostname().endswith("-0"): time.sleep(600)
raise SystemExit("no way to train")`;
const WAYS = {
  late: { program: 'import time; time.sleep(600)', activeDeadline: Duration.seconds(20) },
  broken: { program: BROKEN, workers: 2, maxRestarts: 1 },
  forgotten: { program: 'pass', ttlAfterFinished: Duration.seconds(5) },
};

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'endings');
  const cluster = LocalCluster.minikube({ cpus: 2, operators: [Operator.TRAINING, Operator.JOBSET] });
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'trainyard-endings' });
  for (const [by, runner] of Object.entries(ENGINES)) {
    for (const [way, { program, ...limits }] of Object.entries(WAYS)) {
      new DistributedTrainingJob(chart, `${by}-${way}`, {
        image: 'trainyard/mnist:1',
        command: ['python3', '-c', program],
        terminationGracePeriod: Duration.seconds(1),
        pool: cluster.pool,
        resources: { cpus: 0.05, memory: Size.mebibytes(64) },
        ...runner,
        ...limits,
      });
    }
  }
});
