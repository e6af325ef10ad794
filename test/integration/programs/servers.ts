import { Size } from 'cdk8s';
import {
  Bucket,
  BucketRead,
  ClusterChart,
  EnvValue,
  ModelServer,
  ModelSource,
  NodePool,
  Platform,
  Replicas,
  ServerCheck,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  Taint,
  TrainingCluster,
  type ServingDeploymentProps,
} from '../../../lib/index';
import { GPU_RESOURCE } from '../../../lib/extend';

// Every server with every source that it can read, in one namespace: the API server is asked whether it takes them.

const cluster = TrainingCluster.fromAttributes({ clusterName: 'lab', location: 'us-central1', operators: [] });
const pool = NodePool.fromAttributes({
  cluster,
  poolName: 'l4',
  taints: [Taint.GPU],
  allocatable: {
    cpuMillis: 47_000,
    memory: Size.gibibytes(170),
    ephemeralStorage: Size.gibibytes(300),
    extended: { [GPU_RESOURCE]: 4 },
  },
  maxNodes: 50,
});
const bucket = Bucket.fromAttributes({ bucketName: 'acme-models' });

const SERVERS: Readonly<Record<string, ModelServer>> = {
  tensorflow: ModelServer.tensorFlowServing({
    tls: { secretName: 'tls' },
    batching: { maxBatchSize: 32, allowedSizes: [8, 32] },
    warmupIterations: 2,
    threads: { intraOp: 2, interOp: 2 },
    loading: { threads: 2, retries: 1 },
    extraArgs: ['--mixed_precision=bfloat16'],
  }),
  'tensorflow-old': ModelServer.tensorFlowServing({ version: '2.4.0' }),
  triton: ModelServer.triton({ config: 'backend: "onnxruntime"', extraArgs: ['--log-verbose=1'] }),
  vllm: ModelServer.vllm({ maxModelLength: 8192, gpuMemoryFraction: 0.9 }),
  other: ModelServer.container({
    name: 'MLServer',
    image: 'seldonio/mlserver:1.7.1',
    command: ['mlserver', 'start', '/etc/serving'],
    env: { MLSERVER_MODEL_URI: '$(MODEL_PATH)/$(MODEL_VERSION)' },
    ports: [
      { name: 'http', port: 8080, protocol: 'http' },
      { name: 'grpc', port: 8081, protocol: 'grpc' },
    ],
    ready: ServerCheck.http('/v2/models/$(MODEL_NAME)/ready'),
    alive: ServerCheck.grpc(8081),
    files: { 'settings.json': '{}' },
    readsHuggingFace: true,
  }),
};

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'lab' }), 'servers');
  const chart = new ClusterChart(kubernetes, 'servers', { cluster, namespace: 'trainyard-servers' });
  const volume = new SharedVolume(chart, 'data', { source: SharedVolumeSource.nfs('10.0.0.9', '/exports') });
  const token = EnvValue.fromSecret('hugging-face', 'token');
  const sources: Readonly<Record<string, ModelSource>> = {
    read: ModelSource.bucket(bucket, 'models/mnist', { read: BucketRead.server() }),
    mounted: ModelSource.bucket(bucket, 'models/mnist', { read: BucketRead.mount() }),
    copied: ModelSource.bucket(bucket, 'models/mnist', { read: BucketRead.copy() }),
    volume: ModelSource.volume(volume, 'models/mnist'),
    image: ModelSource.image('example.com/mnist-model:3', '/models/mnist').version(3),
    hub: ModelSource.huggingFace('Qwen/Qwen2.5-7B-Instruct', 'a09a35458c702b33eeacc393d103063234e8bc28', { token }),
  };
  const serve = (name: string, props: Pick<ServingDeploymentProps, 'server' | 'model' | 'canary' | 'replicas'>) =>
    new ServingDeployment(chart, name, { pool, resources: { gpus: 1 }, ...props });

  for (const [name, server] of Object.entries(SERVERS)) {
    for (const [from, model] of Object.entries(sources)) {
      if (from === 'read' && server.readsBuckets !== true) continue;
      if (from === 'hub' && server.readsHuggingFace !== true) continue;
      serve(`${name}-${from}`, { server, model });
    }
  }
  const labelled = ModelSource.volume(volume, 'models/mnist').versions([1, 2], { labels: { stable: 1 } });
  const canary = { model: labelled.version(3) };
  const server = ModelServer.tensorFlowServing();
  serve('canary', { server, model: labelled, canary, replicas: Replicas.fixed(2) });
});
