// One measured program with trainyard: `ours.ts jobs|charts|servers|wrong-jobs|pools COUNT FOLDER`. Prints time and memory as JSON.
import { Size } from 'cdk8s';
import {
  Accelerator,
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  ModelServer,
  ModelSource,
  Nodes,
  Operator,
  Platform,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TensorFlow,
  TrainingCluster,
  type Deployment,
} from '../../lib/index';
import { measured } from './measured';

const [what = '', size = '1', folder = ''] = process.argv.slice(2);
const count = Number(size);

const PROGRAMS: Readonly<Record<string, (deployment: Deployment) => void>> = {
  jobs: ({ kubernetes }) => {
    const cluster = local();
    const chart = new ClusterChart(kubernetes, 'jobs', { cluster, namespace: 'bench' });
    for (let index = 0; index < count; index++) job(chart, `job-${index}`, cluster);
  },
  charts: ({ kubernetes }) => {
    const cluster = local();
    for (let index = 0; index < count; index++) {
      const chart = new ClusterChart(kubernetes, `chart-${index}`, { cluster, namespace: `bench-${index}` });
      for (const id of ['a', 'b']) job(chart, id, cluster);
    }
  },
  servers: ({ kubernetes }) => {
    const cluster = local();
    const chart = new ClusterChart(kubernetes, 'servers', { cluster, namespace: 'bench' });
    const source = SharedVolumeSource.nfs('10.0.0.9', '/models');
    const models = new SharedVolume(chart, 'models', { source, size: Size.gibibytes(1) });
    const server = ModelServer.tensorFlowServing();
    for (let index = 0; index < count; index++) {
      const model = ModelSource.volume(models, `model-${index}`).version(1);
      new ServingDeployment(chart, `server-${index}`, { pool: cluster.pool, server, model });
    }
  },
  // Each job has a name that is too long.
  'wrong-jobs': ({ kubernetes }) => {
    const cluster = local();
    const chart = new ClusterChart(kubernetes, 'jobs', { cluster, namespace: 'bench' });
    for (let index = 0; index < count; index++) job(chart, `job-${'x'.repeat(60)}-${index}`, cluster);
  },
  pools: ({ stack }) => {
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a' });
    for (let index = 0; index < count; index++) {
      cluster.addGpuPool(`pool-${index}`, { accelerators: Accelerator.L4.times(1), nodes: Nodes.between(0, 1) });
    }
  },
};

function local(): LocalCluster {
  return LocalCluster.of({ cpus: 64, nodes: 1000, operators: [Operator.JOBSET] });
}

function job(chart: ClusterChart, id: string, cluster: LocalCluster): void {
  new DistributedTrainingJob(chart, id, {
    image: 'example/train:1',
    command: ['python3', 'train.py'],
    pool: cluster.pool,
    workers: 4,
    strategy: TensorFlow.parameterServer({ parameterServers: { replicas: 2 } }),
  });
}

measured(() => {
  const platform = new Platform({ manifestFolder: `${folder}/dist`, stackFolder: `${folder}/cdktf.out` });
  const stage = new Stage({ name: 'bench', project: 'bench-project', region: 'us-central1' });
  PROGRAMS[what]?.(platform.stage(stage));
  try {
    platform.synth();
  } catch (error) {
    if (what !== 'wrong-jobs') throw error;
  }
});
