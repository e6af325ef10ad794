import { Duration, Size } from 'cdk8s';
import { Certificate, Gateway, SignIn } from '../../../lib/gateway/index';
import {
  ClusterChart,
  LocalCluster,
  ModelServer,
  ModelSource,
  Operator,
  Platform,
  Replicas,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
} from '../../../lib/index';

// Two versions of a model behind a gateway. The argument is how far that has come.

interface State {
  /** The percent of requests for `next`; left out: there is no such version. */
  readonly percent?: number;
  readonly version: number;
  readonly replicas: number;
}

const { percent, version, replicas } = JSON.parse(process.argv[2] ?? '') as State;
const operators = [Operator.ENVOY_GATEWAY];
const cluster = LocalCluster.minikube({ cpus: 16, memory: Size.gibibytes(32), operators });

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'gateway');
  const chart = new ClusterChart(kubernetes, 'serving', { cluster, namespace: 'trainyard-gateway' });
  const source = SharedVolumeSource.hostPath('/var/lib/trainyard/gateway');
  const model = ModelSource.volume(new SharedVolume(chart, 'models', { source }), 'mnist');
  const usual = {
    pool: cluster.pool,
    // Shorter than by default, so that tests need not wait as long.
    server: ModelServer.tensorFlowServing({ maxConnectionAge: Duration.seconds(5) }),
    requestTimeout: Duration.seconds(8),
    // Some requests are always on their way.
    env: { STANDIN_SECONDS: '0.1' },
    resources: { cpus: 0.05, memory: Size.mebibytes(600) },
    modelName: 'mnist',
  };
  const to = new ServingDeployment(chart, 'mnist', {
    ...{ ...usual, model: model.version(version), replicas: Replicas.fixed(replicas) },
  });
  const next =
    percent === undefined ? undefined : new ServingDeployment(chart, 'next', { ...usual, model: model.version(2) });

  const gateway = new Gateway(chart, 'entry', {
    hosts: {
      'models.local': Certificate.none(),
      'grpc.local': Certificate.none(),
      'copied.local': Certificate.none(),
      'tls.local': Certificate.secret('tls'),
      'users.local': Certificate.none(),
      'limited.local': Certificate.none(),
    },
  });
  const canary = next && { to: next, percent: percent ?? 0 };
  const mirror = next && { to: next, percent: 100 };
  gateway.route('rest', { to, port: 'http', canary });
  // REST and gRPC of one host.
  gateway.route('both', { to, canary });
  gateway.route('grpc', { to, host: 'grpc.local', canary });
  gateway.route('copied', { to, port: 'http', host: 'copied.local', mirror });
  gateway.route('users', { to, port: 'http', host: 'users.local', signIn: SignIn.basic('users') });
  gateway.route('limited', { to, port: 'http', host: 'limited.local', limit: { requests: 5, per: 'hour' } });
  gateway.route('tls', { to, port: 'http', host: 'tls.local' });
});
