import { ApiObject } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  NodeCount,
  Operator,
  Platform,
  Stage,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
} from '../../../lib/index';

// Jobs of three kinds in a queue of Kueue, and one in a queue that admits nothing, on a pool whose label they select.

const QUEUE = 'kueue.x-k8s.io/queue-name';

/** The image of the plain Jobs, and a further one. */
const [image = 'trainer:1', further] = process.argv.slice(2);
const PLAIN = { plain: 'team', waits: 'closed', ...(further === undefined ? {} : { [further]: 'team' }) };

Platform.run((platform) => {
  const stage = new Stage({ name: 'dev', project: 'acme-ml-dev', region: 'us-central1' });
  const { stack, kubernetes } = platform.stage(stage, 'queued');
  const operators = [Operator.TRAINING, Operator.JOBSET];
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', operators });
  const pool = cluster.addPool('cpu', { machineType: 'n1-standard-8', nodes: NodeCount.between(0, 3) });
  const labels = { [QUEUE]: 'team' };
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'trainyard-queued', labels });
  for (const engine of [TrainingEngine.jobSet(), TrainingEngine.tfJob()]) {
    new DistributedTrainingJob(chart, engine.name.toLowerCase(), {
      image: 'trainer:1',
      pool,
      strategy: TensorFlow.multiWorkerMirrored(),
      engine,
    });
  }
  for (const [name, queue] of Object.entries(PLAIN)) {
    const resources = { requests: { cpu: '100m', memory: '128Mi' } };
    const containers = [{ name: 'main', image, resources }];
    const nodeSelector = pool.nodeLabels;
    const spec = { template: { spec: { restartPolicy: 'Never', nodeSelector, containers } } };
    const metadata = { name, labels: { [QUEUE]: queue } };
    new ApiObject(chart, name, { apiVersion: 'batch/v1', kind: 'Job', metadata, ...{ spec } });
  }
});
