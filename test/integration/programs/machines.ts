import {
  Accelerator,
  ClusterChart,
  Exposure,
  ModelServer,
  ModelSource,
  NodeCount,
  Operator,
  Platform,
  Replicas,
  ScalingMetric,
  ServingDeployment,
  Stage,
  TrainingCluster,
  WorkloadIdentity,
} from '../../../lib/index';

// vLLM over several machines with a canary, a load balancer and a scaler: the API server is asked whether it takes it.

Platform.run((platform) => {
  const stage = new Stage({ name: 'lab', project: 'acme-ml', region: 'us-central1' });
  const { stack, kubernetes } = platform.stage(stage, 'machines');
  const operators = [Operator.LWS, Operator.KEDA];
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', operators });
  const pool = cluster.addGpuPool('l4', { accelerators: Accelerator.L4.times(2), nodes: NodeCount.between(0, 14) });
  const identity = new WorkloadIdentity(stack, 'server', { cluster, namespace: 'trainyard-machines' });
  const chart = new ClusterChart(kubernetes, 'machines', { cluster, namespace: 'trainyard-machines' });
  const model = ModelSource.image('example.com/large-model:3', '/models/large').version(3);
  const server = ModelServer.vllm({ machines: 2 });

  new ServingDeployment(chart, 'canary', {
    pool,
    identity,
    server,
    model,
    replicas: Replicas.fixed(2),
    canary: { model: model.version(4) },
    exposure: Exposure.internalLoadBalancer({ ports: ['http'] }),
  });
  new ServingDeployment(chart, 'scaled', {
    pool,
    server,
    model,
    replicas: Replicas.between(1, 2, { metric: ScalingMetric.requests(5) }),
  });
});
