import { Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Mount,
  Operator,
  Platform,
  PyTorch,
  Stage,
  TensorFlow,
  TrainingEngine,
} from '../../../lib/index';
import { ClusterSpec } from '../../../lib/training/index';

// TrainJobs of every strategy by runtimes of their own, and of those that can by a runtime of the cluster.

const parameterServers = { replicas: 2 };
const OWN = {
  servers: TensorFlow.parameterServer({ parameterServers }),
  'without-chief': TensorFlow.parameterServer({
    parameterServers,
    clusterSpec: ClusterSpec.TF_CONFIG_WITHOUT_CHIEF,
  }),
  flags: TensorFlow.parameterServer({ parameterServers, clusterSpec: ClusterSpec.flags(), evaluator: {} }),
  mirrored: TensorFlow.multiWorkerMirrored(),
  torchrun: PyTorch.torchrun(),
  elastic: PyTorch.elastic({ atLeast: 1 }),
  ddp: PyTorch.distributedDataParallel(),
};
const BY_RUNTIME = { torchrun: PyTorch.torchrun(), ddp: PyTorch.distributedDataParallel() };

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'train-jobs');
  const operators = [Operator.JOBSET, Operator.TRAINER];
  const cluster = LocalCluster.minikube({ cpus: 16, memory: Size.gibibytes(32), operators });
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'trainyard-train-jobs' });
  const common = {
    image: 'trainer:1',
    command: ['python3', 'train.py'],
    args: ['--epochs=1'],
    env: { TEAM: 'vision' },
    mounts: [Mount.memory(Size.mebibytes(64), '/dev/shm')],
    pool: cluster.pool,
    workers: 2,
    resources: { cpus: 0.1, memory: Size.mebibytes(128) },
  };
  for (const [name, strategy] of Object.entries(OWN)) {
    new DistributedTrainingJob(chart, name, { ...common, strategy, engine: TrainingEngine.trainJob() });
  }
  const engine = TrainingEngine.trainJob({ runtime: 'torch-distributed' });
  for (const [name, strategy] of Object.entries(BY_RUNTIME)) {
    new DistributedTrainingJob(chart, `${name}-by-runtime`, { ...common, strategy, engine });
  }
});
