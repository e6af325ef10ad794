import { ApiObject, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  ModelServer,
  ModelSource,
  Operator,
  OperatorInstall,
  Platform,
  ServingDeployment,
  Stage,
  TensorFlow,
} from '../../../lib/index';

// As many deployments as the program is asked for, each with a new version of one operator, objects that stay, and two runs.

const strategy = TensorFlow.multiWorkerMirrored();
const model = ModelSource.image('digits-model:1', '/models/digits').version(1);

Platform.run((platform) => {
  for (let at = 0; at < Number(process.argv[2]); at++) {
    const version = `1.0.${at}`;
    const file = 'test/integration/programs/operator.yaml';
    const install = OperatorInstall.command(`sed 's/VERSION/${version}/' ${file} | kubectl apply --server-side -f -`, {
      ready: 'kubectl -n digits-operator rollout status deployment/digits-operator --timeout=300s',
    });
    const digits = Operator.of({ name: 'digits-operator', version, serves: ['digits.ml.acme.com/v1'], install });
    const operators = [Operator.JOBSET.installedElsewhere('the makers of the cluster'), digits];
    const cluster = LocalCluster.kind({ clusterName: `round${at}`, cpus: 16, memory: Size.gibibytes(64), operators });
    const { kubernetes } = platform.stage(new Stage({ name: 'local' }), `round${at}`);
    const namespace = `trainyard-interrupted-${at}`;

    const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace });
    new ServingDeployment(chart, 'server', { server: ModelServer.tensorFlowServing(), model, pool: cluster.pool });
    new ApiObject(chart, 'kind', { apiVersion: 'ml.acme.com/v1', kind: 'Digits', metadata: { name: 'all' } });
    new DistributedTrainingJob(chart, 'digits', { image: 'trainer:1', pool: cluster.pool, strategy });
    const containers = [{ name: 'main', image: 'trainer:1' }];
    const spec = { suspend: true, template: { spec: { restartPolicy: 'Never', containers } } };
    new ApiObject(chart, 'plain', { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'plain' }, ...{ spec } });
  }
});
