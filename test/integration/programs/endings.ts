import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Operator,
  Platform,
  Stage,
  TensorFlow,
  TrainingEngine,
} from '../../../lib/index';

// Jobs that come to an end by themselves, in each way and by each engine: <engine>-<way>.

const ENGINES = { tfjob: TrainingEngine.tfJob(), jobset: TrainingEngine.jobSet() };
const WAYS = {
  late: { program: 'import time; time.sleep(600)', timeLimit: Duration.seconds(20) },
  broken: { program: 'raise SystemExit("no way to train")', maxRestarts: 1 },
  forgotten: { program: 'pass', keepFinished: Duration.seconds(5) },
};

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'endings');
  const cluster = LocalCluster.minikube({ cpus: 2, operators: [Operator.TRAINING, Operator.JOBSET] });
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'trainyard-endings' });
  for (const [by, engine] of Object.entries(ENGINES)) {
    for (const [way, { program, ...limits }] of Object.entries(WAYS)) {
      new DistributedTrainingJob(chart, `${by}-${way}`, {
        image: 'trainyard/mnist:1',
        command: ['python3', '-c', program],
        terminationGracePeriod: Duration.seconds(1),
        pool: cluster.pool,
        resources: { cpus: 0.05, memory: Size.mebibytes(64) },
        strategy: TensorFlow.multiWorkerMirrored(),
        engine,
        ...limits,
      });
    }
  }
});
