import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  LocalCluster,
  ModelServer,
  ModelSource,
  Platform,
  Scaling,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  type INodePool,
} from '../../../lib/index';

// A server in a namespace of its own for each thing that tests do with it. The first argument is the version of the model, the
// second the number of replicas, and a third, `canary`, sends a part of the requests to version 2.

const [version = '1', replicas = '2', canary] = process.argv.slice(2);
const cluster = LocalCluster.minikube({ cpus: 16, memory: Size.gibibytes(32) });
const GPU: INodePool = {
  ...cluster.pool,
  poolName: 'gpu',
  minNodes: 1,
  maxNodes: 1,
  allocatable: {
    cpuMillis: 2000,
    memory: Size.gibibytes(4),
    extended: { 'nvidia.com/gpu': 1 },
  },
};
/** The pool and the number of replicas of each. */
const CASES: Readonly<Record<string, { readonly pool: INodePool; readonly replicas: number }>> = {
  rolls: { pool: cluster.pool, replicas: Number(replicas) },
  undrained: { pool: cluster.pool, replicas: Number(replicas) },
  canary: { pool: cluster.pool, replicas: Number(replicas) },
  shrinks: { pool: cluster.pool, replicas: Number(replicas) },
  gpu: { pool: GPU, replicas: 1 },
};

Platform.run((platform) => {
  const stage = new Stage({ name: 'local' });
  for (const [name, { pool, replicas }] of Object.entries(CASES)) {
    const { kubernetes } = platform.stage(stage, name);
    const chart = new ClusterChart(kubernetes, 'serving', { cluster, namespace: `trainyard-serving-${name}` });
    const source = SharedVolumeSource.hostPath('/var/lib/trainyard/serving');
    const model = ModelSource.volume(new SharedVolume(chart, 'models', { source }), 'mnist');
    new ServingDeployment(chart, 'mnist', {
      pool,
      // Shorter than by default, so that tests need not wait as long.
      server: ModelServer.tensorFlowServing({ maxConnectionAge: Duration.seconds(5) }),
      drain: Duration.seconds(12),
      longestRequest: Duration.seconds(8),
      // Some requests are always on their way.
      env: { STANDIN_SECONDS: '0.1' },
      resources: { cpus: 0.1, memory: Size.mebibytes(600) },
      model: model.version(Number(version)),
      canary: canary === 'canary' && name === 'canary' ? { model: model.version(2) } : undefined,
      scaling: Scaling.fixed(replicas),
    });
  }
});
