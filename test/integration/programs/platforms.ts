import { Size } from 'cdk8s';
import {
  Bucket,
  ClusterChart,
  ModelServer,
  ModelSource,
  NodePool,
  Operator,
  Platform,
  Replicas,
  Rollout,
  ScalingMetric,
  ServingDeployment,
  ServingPlatform,
  Stage,
  TrainingCluster,
} from '../../../lib/index';
import { Exposure, GraphNode, InferenceGraph, Telemetry } from '../../../lib/serving/index';

// Servers and graphs on each platform that brings kinds of its own: judges are asked whether they take them.

const { KSERVE, SELDON_CORE, SELDON_CORE_2, CERT_MANAGER, KEDA } = Operator;
const cluster = TrainingCluster.fromAttributes({
  clusterName: 'lab',
  location: 'us-central1',
  project: 'acme-ml',
  operators: [KSERVE, SELDON_CORE, SELDON_CORE_2, CERT_MANAGER, KEDA],
});
const pool = NodePool.fromAttributes({
  cluster,
  poolName: 'cpu',
  allocatable: {
    cpuMillis: 15_000,
    memory: Size.gibibytes(60),
    ephemeralStorage: Size.gibibytes(300),
    extended: {},
  },
  maxNodes: 50,
});
const bucket = Bucket.fromAttributes({ bucketName: 'acme-models' });
const model = ModelSource.bucket(bucket, 'models/mnist').version(3);

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'lab' }), 'platforms');

  for (const [name, on] of Object.entries({ kserve: ServingPlatform.kserve(), seldon: ServingPlatform.seldon() })) {
    const chart = new ClusterChart(kubernetes, name, { cluster, namespace: `trainyard-${name}` });
    const server = ModelServer.tensorFlowServing();
    const metric = ScalingMetric.requests(20);
    new ServingDeployment(chart, 'mnist', {
      pool,
      server,
      model,
      platform: on,
      canary: { model: model.version(4) },
      replicas: Replicas.between(2, 4, { metric, by: 'keda' }),
      telemetry: Telemetry.managed(),
    });
    new ServingDeployment(chart, 'open', {
      pool,
      server: ModelServer.triton(),
      model,
      platform: on,
      exposure: Exposure.internalLoadBalancer({ adminCalls: 'open' }),
    });
    new ServingDeployment(chart, 'live', {
      pool,
      server,
      model,
      platform: on,
      rollout: Rollout.inPlace({ loaded: [3] }),
    });
    const node = () => GraphNode.model({ pool, server, model });
    new InferenceGraph(chart, 'animals', {
      platform: on,
      nodes: {
        root: GraphNode.sequence('kind', 'shares'),
        kind: node(),
        shares: GraphNode.router([
          { to: 'old', weight: 70 },
          { to: 'new', weight: 20 },
          { to: 'next', weight: 10 },
        ]),
        old: node(),
        new: node(),
        next: node(),
      },
    });
    if (name === 'seldon') continue;
    new InferenceGraph(chart, 'pets', {
      platform: on,
      nodes: {
        root: GraphNode.switch([
          { when: 'instances.#(kind=="cat")', to: 'cats' },
          { when: 'instances', to: 'others' },
        ]),
        others: GraphNode.ensemble('dogs', 'birds'),
        cats: node(),
        dogs: node(),
        birds: node(),
      },
    });
  }

  const chart = new ClusterChart(kubernetes, 'core2', { cluster, namespace: 'trainyard-core2' });
  const core2 = ServingPlatform.seldonCore2({ requirements: ['onnx'], secretName: 'bucket' });
  const triton = { pool, server: ModelServer.triton(), model, telemetry: Telemetry.none() };
  const canary = { model: model.version(4) };
  new ServingDeployment(chart, 'mnist', { ...triton, platform: core2, canary, replicas: Replicas.fixed(2) });
  new InferenceGraph(chart, 'animals', {
    platform: core2,
    nodes: {
      root: GraphNode.sequence('resize', 'both', 'join'),
      both: GraphNode.ensemble('cats', 'dogs'),
      resize: GraphNode.model(triton),
      cats: GraphNode.model(triton),
      dogs: GraphNode.model(triton),
      join: GraphNode.model(triton),
    },
  });
});
