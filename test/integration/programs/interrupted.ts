import { ApiObject } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Operator,
  Platform,
  Stage,
  TensorFlow,
} from '../../../lib/index';

// As many deployments as the program is asked for, each with two runs, in one namespace.

const cluster = LocalCluster.kind({ operators: [Operator.JOBSET] });
const strategy = TensorFlow.multiWorkerMirrored();

Platform.run((platform) => {
  for (let at = 0; at < Number(process.argv[2]); at++) {
    const { kubernetes } = platform.stage(new Stage({ name: 'local' }), `round${at}`);
    const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'trainyard-interrupted' });
    new DistributedTrainingJob(chart, `digits${at}`, { image: 'trainer:1', pool: cluster.pool, strategy });
    const containers = [{ name: 'main', image: 'trainer:1' }];
    const metadata = { name: `plain${at}` };
    const spec = { suspend: true, template: { spec: { restartPolicy: 'Never', containers } } };
    new ApiObject(chart, 'plain', { apiVersion: 'batch/v1', kind: 'Job', metadata, ...{ spec } });
  }
});
