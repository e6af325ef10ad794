import { Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Operator,
  Platform,
  PyTorch,
  Stage,
  TrainingEngine,
} from '../../../lib/index';

// A program with data loaders, in a namespace with a Service called vllm.

/** Four batches of 48 MiB wait in memory that the processes share. Then it tells the size of that memory and what Kubernetes told of Services. */
const PROGRAM = `
import os, time, torch
from torch.utils.data import DataLoader, Dataset
class Data(Dataset):
    def __len__(self): return 4
    def __getitem__(self, at): return torch.full((12, 1024, 1024), float(at))
print("variables", sorted(name for name in os.environ if name.startswith("VLLM_PORT")), flush=True)
stat = os.statvfs("/dev/shm")
print("MiB", stat.f_blocks * stat.f_frsize // 2 ** 20, flush=True)
if __name__ == "__main__":
    batches = iter(DataLoader(Data(), batch_size=None, num_workers=2, prefetch_factor=2))
    time.sleep(5)
    print("batches", sum(1 for _ in batches), flush=True)
`;

Platform.run((platform) => {
  const cluster = LocalCluster.minikube({ cpus: 4, operators: [Operator.TRAINING] });
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'shared-memory');
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'trainyard-shared-memory' });
  new DistributedTrainingJob(chart, 'loads', {
    image: 'trainyard/torch:1',
    command: ['python3', '-c', PROGRAM],
    pool: cluster.pool,
    workers: 1,
    resources: { cpus: 0.2, memory: Size.gibibytes(1) },
    strategy: PyTorch.distributedDataParallel(),
    engine: TrainingEngine.job(),
  });
});
