import {
  ClusterChart,
  LocalCluster,
  ModelServer,
  ModelSource,
  Platform,
  ServerCheck,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
} from '../../../lib/index';

// A real server that speaks the open inference protocol. The argument is the version of its model.

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'inference');
  const cluster = LocalCluster.minikube({ cpus: 4 });
  const chart = new ClusterChart(kubernetes, 'serving', { cluster, namespace: 'trainyard-inference' });
  const source = SharedVolumeSource.hostPath('/var/lib/trainyard/inference');
  const models = ModelSource.volume(new SharedVolume(chart, 'models', { source }), 'linear');
  const server = ModelServer.container({
    name: 'MLServer',
    image: 'trainyard/mlserver:1',
    command: ['python3', '/opt/mlserver/bin/mlserver', 'start', '/etc/serving'],
    env: {
      PYTHONPATH: '/opt/mlserver',
      MLSERVER_METRICS_DIR: '/tmp/metrics',
      MLSERVER_ENVIRONMENTS_DIR: '/tmp/environments',
      MLSERVER_MODEL_NAME: '$(MODEL_NAME)',
      MLSERVER_MODEL_URI: '$(MODEL_PATH)/$(MODEL_VERSION)/weights.json',
      MLSERVER_MODEL_IMPLEMENTATION: 'linear.Linear',
    },
    ports: [
      { name: 'http', port: 8080, protocol: 'http' },
      { name: 'grpc', port: 8081, protocol: 'grpc' },
    ],
    ready: ServerCheck.http('/v2/models/$(MODEL_NAME)/ready'),
    alive: ServerCheck.http('/v2/health/live'),
    afterTerm: 'finishes',
  });
  const model = models.version(Number(process.argv[2]));
  new ServingDeployment(chart, 'linear', { pool: cluster.pool, server, model });
});
