import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  LocalCluster,
  ModelServer,
  ModelSource,
  Platform,
  Rollout,
  Replicas,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  type INodePool,
  type ServingDeploymentProps,
} from '../../../lib/index';

// A server in a namespace of its own for each thing that tests do with it. The argument is how far that has come: 0 is the
// start.

const step = Number(process.argv[2]);
const cluster = LocalCluster.minikube({ cpus: 16, memory: Size.gibibytes(32) });
/** The same node, which has one GPU. */
const gpu: INodePool = {
  ...cluster.pool,
  poolName: 'gpu',
  allocatable: { cpuMillis: 2000, memory: Size.gibibytes(4), extended: { 'nvidia.com/gpu': 1 } },
};

type Change = (model: ModelSource) => Partial<ServingDeploymentProps> & Pick<ServingDeploymentProps, 'model'>;
const one: Change = (model) => ({ model: model.version(1) });
const two: Change = (model) => ({ model: model.version(2) });
const both = (model: ModelSource, stable: number) => model.versions([1, 2], { labels: { stable } });
const colors = (model: ModelSource, live: 'blue' | 'green') => ({
  model: model.version(1),
  rollout: Rollout.blueGreen({ green: model.version(2), live }),
});
/** The steps of each. */
const CASES: Readonly<Record<string, readonly Change[]>> = {
  rolls: [one, two],
  undrained: [one, two],
  canary: [one, (model) => ({ model: model.version(1), canary: { model: model.version(2) } }), two],
  shrinks: [
    (model) => ({ ...one(model), replicas: Replicas.fixed(3) }),
    (model) => ({ ...one(model), replicas: Replicas.fixed(1) }),
  ],
  gpu: [one, two].map((change) => (model) => ({ ...change(model), pool: gpu, replicas: Replicas.fixed(1) })),
  colors: [(model) => colors(model, 'blue'), (model) => colors(model, 'green')],
  labels: [
    (model) => ({
      model: model.versions([1], { labels: { stable: 1 } }),
      rollout: Rollout.inPlace({ loaded: [1] }),
    }),
    (model) => ({ model: both(model, 1), rollout: Rollout.inPlace({ loaded: [1] }) }),
    (model) => ({ model: both(model, 2), rollout: Rollout.inPlace({ loaded: [1, 2] }) }),
  ],
};

Platform.run((platform) => {
  const stage = new Stage({ name: 'local' });
  for (const [name, steps] of Object.entries(CASES)) {
    const change = steps[step];
    if (!change) continue;
    const { kubernetes } = platform.stage(stage, name);
    const chart = new ClusterChart(kubernetes, 'serving', { cluster, namespace: `trainyard-serving-${name}` });
    const source = SharedVolumeSource.hostPath('/var/lib/trainyard/serving');
    const model = ModelSource.volume(new SharedVolume(chart, 'models', { source }), 'mnist');
    new ServingDeployment(chart, 'mnist', {
      pool: cluster.pool,
      // Shorter than by default, so that tests need not wait as long.
      server: ModelServer.tensorFlowServing({ maxConnectionAge: Duration.seconds(5) }),
      requestTimeout: Duration.seconds(8),
      // Some requests are always on their way.
      env: { STANDIN_SECONDS: '0.1' },
      resources: { cpus: 0.05, memory: Size.mebibytes(600) },
      replicas: Replicas.fixed(2),
      ...change(model),
    });
  }
});
