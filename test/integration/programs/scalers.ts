import { Duration, Size } from 'cdk8s';
import {
  Accelerator,
  ClusterChart,
  ModelServer,
  ModelSource,
  NodePool,
  Operator,
  Platform,
  Replicas,
  ScalingMetric,
  ServingDeployment,
  Stage,
  Telemetry,
  TrainingCluster,
} from '../../../lib/index';

// Servers by every scaler and metric, and every telemetry: a deployment for each cluster, whose operators decide the scaler.

const PROMETHEUS = Operator.of({
  name: 'prometheus-operator',
  version: '0.93.0',
  serves: ['podmonitors.monitoring.coreos.com/v1', 'prometheusrules.monitoring.coreos.com/v1'],
}).installedElsewhere('the test');
const OWN = Telemetry.prometheusOperator({
  labels: { release: 'main' },
  address: 'http://prometheus.monitoring:9090',
  alerts: { latency: Duration.seconds(1) },
});
const MANAGED = Telemetry.managed({ alerts: { latency: Duration.seconds(1), errorRate: 0.05 } });
const CLUSTERS = {
  keda: { operators: [Operator.KEDA], telemetry: MANAGED },
  adapter: { operators: [Operator.CUSTOM_METRICS], telemetry: MANAGED },
  own: { operators: [Operator.KEDA, PROMETHEUS], telemetry: OWN },
};
const METRICS = {
  cpu: ScalingMetric.cpu(60),
  memory: ScalingMetric.memory(80),
  gpu: ScalingMetric.gpu(80),
  requests: ScalingMetric.requests(2.5),
  named: ScalingMetric.named('queue_length', 'gauge', 10),
  query: ScalingMetric.query('sum(gateway_requests_waiting)', 10),
};

Platform.run((platform) => {
  const stage = new Stage({ name: 'dev' });
  for (const [by, { operators, telemetry }] of Object.entries(CLUSTERS)) {
    const { kubernetes } = platform.stage(stage, by);
    const cluster = TrainingCluster.fromAttributes({
      clusterName: by,
      location: 'us-central1-a',
      project: 'acme-ml',
      operators,
      features: new Set(['gke', 'workloadIdentity', 'managedPrometheus']),
    });
    const pool = NodePool.fromAttributes({
      cluster,
      poolName: 'gpus',
      machineType: 'n1-standard-16',
      accelerator: Accelerator.T4.times(4),
      minNodes: 0,
      maxNodes: 100,
      zones: ['us-central1-a'],
    });
    const chart = new ClusterChart(kubernetes, 'serving', { cluster, namespace: `trainyard-${by}` });
    for (const [what, metric] of Object.entries(METRICS)) {
      if (by === 'adapter' && what === 'query') continue;
      if (by === 'own' && what === 'gpu') continue;
      new ServingDeployment(chart, what, {
        pool,
        server: what === 'named' ? ModelServer.triton() : ModelServer.tensorFlowServing(),
        model: ModelSource.image('models:1', '/models/mnist'),
        resources: { gpus: 1, cpus: 1, memory: Size.gibibytes(4) },
        replicas: Replicas.between(what === 'query' ? 0 : 1, 5, { metric }),
        telemetry,
      });
    }
  }
});
