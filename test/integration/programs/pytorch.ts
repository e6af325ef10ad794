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

// Two workers that train in plain PyTorch: pytorch.ts <engine> <strategy> [flags of the trainer].

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

const [engine = '', strategy = '', ...flags] = process.argv.slice(2);

function chosen<T extends object>(from: T, name: string): T[keyof T] {
  if (!(name in from)) throw new Error(`"${name}" is not one of ${Object.keys(from).join(', ')}`);
  return from[name as keyof T];
}

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'pytorch');
  const cluster = LocalCluster.minikube({ cpus: 4, operators: [Operator.TRAINING, Operator.JOBSET] });
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'trainyard-pytorch' });
  const data = new SharedVolume(chart, 'data', { source: SharedVolumeSource.hostPath('/tmp/trainyard/pytorch') });
  new DistributedTrainingJob(chart, 'torch', {
    image: 'trainyard/torch:1',
    command: ['python3', '/app/train.py', ...flags],
    env: { CHECKPOINT_DIR: '/data' },
    mounts: [data.at('/data')],
    terminationGracePeriod: Duration.seconds(2),
    pool: cluster.pool,
    workers: 2,
    resources: { cpus: 0.25, memory: Size.mebibytes(400) },
    strategy: chosen(STRATEGIES, strategy),
    engine: chosen(ENGINES, engine),
  });
});
