import {
  Accelerator,
  ClusterChart,
  DistributedTrainingJob,
  NodeCount,
  Operator,
  Platform,
  PyTorch,
  Stage,
  TrainingCluster,
  TrainingEngine,
} from '../../../lib/index';

// Jobs of PyTorch on pools with and without GPUs: without an operator by one task and by several, and by a PyTorchJob.

const STAGE = new Stage({ name: 'dev', project: 'acme-ml-test', region: 'us-central1' });

Platform.run((platform) => {
  const { stack, kubernetes } = platform.stage(STAGE, 'gpu-jobs');
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', operators: [Operator.TRAINING] });
  const cpu = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.fixed(1) });
  const gpu = cluster.addGpuPool('gpu', {
    accelerators: Accelerator.T4.times(2),
    machineType: 'n1-standard-8',
    nodes: NodeCount.between(0, 3),
  });
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'trainyard-gpus' });
  const jobs = {
    plain: { pool: cpu, engine: TrainingEngine.job() },
    alone: { pool: gpu, engine: TrainingEngine.job(), resources: { gpus: 2 } },
    several: { pool: gpu, engine: TrainingEngine.job(), workers: 2, resources: { gpus: 1 } },
    operated: { pool: gpu, engine: TrainingEngine.pyTorchJob(), workers: 2, resources: { gpus: 1 } },
  };
  for (const [name, options] of Object.entries(jobs)) {
    new DistributedTrainingJob(chart, name, {
      image: 'trainer:1',
      command: ['python3', 'train.py'],
      strategy: PyTorch.torchrun(),
      ...options,
    });
  }
});
