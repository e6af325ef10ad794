// One measured program with trainyard: `ours.ts jobs|pools COUNT FOLDER`. Prints time and memory as JSON.
import {
  Accelerator,
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Nodes,
  Operator,
  Platform,
  Stage,
  TensorFlow,
  TrainingCluster,
} from '../../lib/index';
import { measured } from './measured';

const [what, count = '1', folder = ''] = process.argv.slice(2);

measured(() => {
  const platform = new Platform({ manifestFolder: `${folder}/dist`, stackFolder: `${folder}/cdktf.out` });
  const deployment = platform.stage(new Stage({ name: 'bench', project: 'bench-project', region: 'us-central1' }));
  if (what === 'jobs') {
    const cluster = LocalCluster.of({ cpus: 64, nodes: 1000, operators: [Operator.JOBSET] });
    const chart = new ClusterChart(deployment.kubernetes, 'jobs', { cluster, namespace: 'bench' });
    for (let index = 0; index < Number(count); index++) {
      new DistributedTrainingJob(chart, `job-${index}`, {
        image: 'example/train:1',
        command: ['python3', 'train.py'],
        pool: cluster.pool,
        workers: 4,
        strategy: TensorFlow.parameterServer({ parameterServers: { replicas: 2 } }),
      });
    }
  } else {
    const cluster = new TrainingCluster(deployment.stack, 'cluster', { location: 'us-central1-a' });
    for (let index = 0; index < Number(count); index++) {
      cluster.addGpuPool(`pool-${index}`, {
        accelerators: Accelerator.L4.times(1),
        nodes: Nodes.between(0, 1),
      });
    }
  }
  platform.synth();
});
