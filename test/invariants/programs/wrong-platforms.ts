import {
  ModelServer,
  ModelSource,
  Operator,
  Replicas,
  Rollout,
  ScalingMetric,
  ServerCheck,
  ServingDeployment,
} from '../../../lib/index';
import { Certificate, Gateway } from '../../../lib/gateway/index';
import { Exposure, GraphNode, InferenceGraph, ServingPlatform, Telemetry } from '../../../lib/serving/index';
import { CORE_2, servedIn, type Served } from './platforms';
import { type Either, type WrongProgram, type World } from './program';

// Mistakes of users with servers and graphs on platforms, each in a small program as a user would write it.

const KSERVE = ServingPlatform.kserve();
const SELDON = ServingPlatform.seldon();
const PLAIN = ServingPlatform.kubernetes();

/** A program on the cluster with all platforms. */
const on = (build: (served: Served, either: Either) => void): WrongProgram['build'] => {
  return (world, either) => {
    build(servedIn(world), either);
  };
};

const SERVERS: readonly WrongProgram[] = [
  {
    name: 'two colors on KServe',
    code: 'platform-option',
    says: 'has no Rollout.blueGreen, because KServe makes the pods later',
    build: on(({ chart, tensorFlow, model }, either) => {
      const rollout = either(Rollout.blueGreen({ green: model.version(3), live: 'blue' }), Rollout.rolling());
      new ServingDeployment(chart, 'mnist', { ...tensorFlow, platform: KSERVE, rollout });
    }),
  },
  {
    name: 'a name of 49 characters on KServe',
    code: 'name',
    says: '49 characters',
    build: on(({ chart, tensorFlow }, either) => {
      const servingName = either('m'.repeat(49), 'm'.repeat(48));
      new ServingDeployment(chart, 'mnist', { ...tensorFlow, platform: KSERVE, servingName });
    }),
  },
  {
    name: 'a cluster without KServe',
    code: 'operator-missing',
    says: 'add Operator.KSERVE to operators of the cluster',
    build: (world: World, either) => {
      const { SELDON_CORE, CERT_MANAGER } = Operator;
      const { chart, tensorFlow } = servedIn(world, 8, [CERT_MANAGER.byHelm(), either(SELDON_CORE, Operator.KSERVE)]);
      new ServingDeployment(chart, 'mnist', { ...tensorFlow, platform: KSERVE });
    },
  },
  {
    name: 'more replicas on KServe than the pool holds',
    code: 'pool-capacity',
    says: 'replicas',
    build: (world, either) => {
      const { chart, tensorFlow } = servedIn(world, either(1, 4));
      const replicas = Replicas.fixed(8);
      new ServingDeployment(chart, 'mnist', { ...tensorFlow, resources: { cpus: 2 }, platform: KSERVE, replicas });
    },
  },
  {
    name: 'a sidecar on Seldon Core 1',
    code: 'platform-option',
    says: 'has no sidecars, because Seldon drops their restartPolicy',
    build: on(({ chart, tensorFlow }, either) => {
      const sidecars = either([{ name: 'logs', image: 'us-docker.pkg.dev/acme-ml/images/logs:1' }], []);
      new ServingDeployment(chart, 'mnist', { ...tensorFlow, platform: SELDON, sidecars });
    }),
  },
  {
    name: 'a load balancer with a guard on Seldon Core 1',
    code: 'platform-option',
    says: "set adminCalls: 'open' of a load balancer",
    build: on(({ chart, triton }, either) => {
      const exposure = Exposure.internalLoadBalancer({
        sourceRanges: ['10.0.0.0/8'],
        ports: ['http'],
        adminCalls: either('refused', 'open'),
      });
      new ServingDeployment(chart, 'faces', { ...triton, platform: SELDON, replicas: Replicas.fixed(2), exposure });
    }),
  },
  {
    name: 'a surge on Seldon Core 1',
    code: 'platform-option',
    says: 'Seldon always starts a quarter more replicas: leave surge out',
    build: on(({ chart, tensorFlow }, either) => {
      const rollout = Rollout.rolling(either({ surge: 2 }, {}));
      new ServingDeployment(chart, 'mnist', { ...tensorFlow, platform: SELDON, rollout, replicas: Replicas.fixed(3) });
    }),
  },
  {
    name: 'two colors on Seldon Core 1',
    code: 'platform-option',
    says: 'has no Rollout.blueGreen, because Seldon makes the pods later',
    build: on(({ chart, tensorFlow, model }, either) => {
      const rollout = Rollout.blueGreen({ green: model.version(3), live: 'blue' });
      new ServingDeployment(chart, 'mnist', { ...tensorFlow, rollout, platform: either(SELDON, PLAIN) });
    }),
  },
  {
    name: 'a name of which Seldon Core 1 makes a hash',
    code: 'name',
    says: '48 characters',
    build: on(({ chart, tensorFlow }, either) => {
      const servingName = either('m'.repeat(48), 'm'.repeat(47));
      new ServingDeployment(chart, 'mnist', { ...tensorFlow, platform: SELDON, servingName });
    }),
  },
  {
    name: 'TensorFlow Serving on Seldon Core 2',
    code: 'platform-option',
    says: 'into Triton or MLServer, but not from gs://',
    build: on(({ chart, tensorFlow }, either) => {
      const telemetry = Telemetry.none();
      const server = either(ModelServer.tensorFlowServing(), ModelServer.triton());
      new ServingDeployment(chart, 'mnist', { ...tensorFlow, server, telemetry, platform: CORE_2 });
    }),
  },
  {
    name: 'a model in an image on Seldon Core 2',
    code: 'platform-option',
    says: 'Seldon Core 2 copies models from buckets',
    build: on(({ chart, triton, model }, either) => {
      const inImage = ModelSource.image('us-docker.pkg.dev/acme-ml/images/mnist:3', '/models/mnist').version(3);
      new ServingDeployment(chart, 'mnist', { ...triton, model: either(inImage, model), platform: CORE_2 });
    }),
  },
  {
    name: 'metrics of Seldon Core 2 by our labels',
    code: 'platform-option',
    says: 'use Telemetry.none()',
    build: on(({ chart, triton }, either) => {
      const telemetry = either(Telemetry.managed(), Telemetry.none());
      new ServingDeployment(chart, 'mnist', { ...triton, telemetry, platform: CORE_2 });
    }),
  },
  {
    name: 'a load balancer of its own on Seldon Core 2',
    code: 'platform-option',
    says: 'has no load balancer, because Seldon Core 2 has one gateway for all models',
    build: on(({ chart, triton }, either) => {
      const open = Exposure.internalLoadBalancer({ adminCalls: 'open', ports: ['http'], sourceRanges: ['10.0.0.0/8'] });
      const exposure = either(open, Exposure.internal());
      new ServingDeployment(chart, 'mnist', { ...triton, exposure, platform: CORE_2, replicas: Replicas.fixed(2) });
    }),
  },
  {
    name: 'a percent of the requests for the canary on Seldon Core 2',
    code: 'gateway-server',
    says: '"mnist" has no Service: its platform has one gateway for all, "seldon-mesh"',
    build: on(({ chart, triton, model }, either) => {
      const [platform, canary] = [either(CORE_2, PLAIN), { model: model.version(3) }];
      const to = new ServingDeployment(chart, 'mnist', { ...triton, platform, replicas: Replicas.fixed(2), canary });
      const gateway = new Gateway(chart, 'entry', { hosts: { 'models.acme.com': Certificate.secret('models-tls') } });
      gateway.route('mnist', { to, port: 'http', canary: 10 });
    }),
  },
  {
    name: 'a scaler on Seldon Core 2',
    code: 'platform-option',
    says: 'has no number of replicas that follows a metric: use Replicas.fixed(…)',
    build: on(({ chart, triton }, either) => {
      const scaled = Replicas.between(1, 3, { metric: ScalingMetric.cpu(60) });
      new ServingDeployment(chart, 'mnist', {
        ...triton,
        platform: CORE_2,
        replicas: either(scaled, Replicas.fixed(2)),
      });
    }),
  },
];

const SHARES = [
  { to: 'old', weight: 90 },
  { to: 'new', weight: 10 },
] as const;

const GRAPHS: readonly WrongProgram[] = [
  {
    name: 'a cycle',
    code: 'graph-cycle',
    says: 'root → again → root is a cycle',
    build: on(({ chart, v1 }, either) => {
      const again = GraphNode.ensemble('cats', either('root', 'kind'));
      new InferenceGraph(chart, 'pets', {
        nodes: { root: GraphNode.sequence('kind', 'again'), again, kind: v1(), cats: v1() },
      });
    }),
  },
  {
    name: 'a model that nothing leads to',
    code: 'graph-node',
    says: 'nothing leads to node "dogs"',
    build: on(({ chart, v1 }, either) => {
      const root = GraphNode.ensemble('cats', either('cats', 'dogs'));
      new InferenceGraph(chart, 'pets', { nodes: { root, cats: v1(), dogs: v1() } });
    }),
  },
  {
    name: 'weights of more than 100',
    code: 'graph-weights',
    says: 'together 110',
    build: on(({ chart, v1 }, either) => {
      const root = GraphNode.router([
        { to: 'old', weight: 90 },
        { to: 'new', weight: either(20, 10) },
      ]);
      new InferenceGraph(chart, 'pets', { nodes: { root, old: v1(), new: v1() } });
    }),
  },
  {
    name: 'a condition that nothing meets',
    code: 'graph-condition',
    says: 'the condition of "dogs" is empty',
    build: on(({ chart, v1 }, either) => {
      const root = GraphNode.switch([
        { when: 'instances.#(=="cat")', to: 'cats' },
        { when: either('', 'instances'), to: 'dogs' },
      ]);
      new InferenceGraph(chart, 'pets', { nodes: { root, cats: v1(), dogs: v1() } });
    }),
  },
  {
    name: 'a graph on plain Kubernetes',
    code: 'platform-option',
    says: 'has no graphs, because nothing of it leads a request from one model to another',
    build: on(({ chart, v1 }, either) => {
      const nodes = { root: GraphNode.ensemble('cats', 'dogs'), cats: v1(), dogs: v1() };
      new InferenceGraph(chart, 'pets', { platform: either(PLAIN, KSERVE), nodes });
    }),
  },
  {
    name: 'servers of two protocols',
    code: 'graph-protocol',
    says: '"cats" speaks v1 and "dogs" speaks v2',
    build: on(({ chart, v1, v2 }, either) => {
      const root = GraphNode.ensemble('cats', 'dogs');
      new InferenceGraph(chart, 'pets', { nodes: { root, cats: v1(), dogs: either(v2(), v1()) } });
    }),
  },
  {
    name: 'a server whose call nobody knows',
    code: 'graph-protocol',
    says: 'or say it by predict of ModelServer.container',
    build: on(({ chart, v2 }, either) => {
      const server = ModelServer.container({
        image: 'us-docker.pkg.dev/acme-ml/images/server:1',
        ports: [{ name: 'http', port: 8080, protocol: 'http' }],
        ready: ServerCheck.http('/ready'),
        ...either({}, { predict: { path: '/v2/models/$(MODEL_NAME)/infer', protocol: 'v2' } as const }),
      });
      new InferenceGraph(chart, 'own', { nodes: { root: v2({ server }) } });
    }),
  },
  {
    name: 'a chain of Triton on KServe',
    code: 'graph-platform',
    says: 'KServe passes the answer of one step of a sequence to the next as it is',
    build: on(({ chart, v2 }, either) => {
      const nodes = { root: GraphNode.sequence('tokens', 'texts'), tokens: v2(), texts: v2() };
      new InferenceGraph(chart, 'texts', { platform: either(KSERVE, SELDON), nodes });
    }),
  },
  {
    name: 'an ensemble on Seldon Core 1',
    code: 'graph-platform',
    says: 'Seldon keeps one of the answers and drops the others',
    build: on(({ chart, v1 }, either) => {
      const nodes = { root: GraphNode.ensemble('cats', 'dogs'), cats: v1(), dogs: v1() };
      new InferenceGraph(chart, 'pets', { platform: either(SELDON, KSERVE), nodes });
    }),
  },
  {
    name: 'a switch on Seldon Core 1',
    code: 'graph-platform',
    says: 'node "root" is a switch, which a SeldonDeployment lacks',
    build: on(({ chart, v1 }, either) => {
      const root = either(GraphNode.switch([{ when: 'instances', to: 'cats' }]), GraphNode.sequence('cats'));
      new InferenceGraph(chart, 'pets', { platform: SELDON, nodes: { root, cats: v1() } });
    }),
  },
  {
    name: 'a step after a router on Seldon Core 1',
    code: 'graph-platform',
    says: 'model "last" has two places in the graph',
    build: on(({ chart, v1 }, either) => {
      const root = either(GraphNode.sequence('shares', 'last'), GraphNode.sequence('last', 'shares'));
      const nodes = { root, shares: GraphNode.router(SHARES), old: v1(), new: v1(), last: v1() };
      new InferenceGraph(chart, 'pets', { platform: SELDON, nodes });
    }),
  },
  {
    name: 'weights on Seldon Core 2',
    code: 'graph-platform',
    says: 'node "root" is a router, which a Pipeline lacks: its steps have no weights',
    build: on(({ chart, v2 }, either) => {
      const root = either(GraphNode.router(SHARES), GraphNode.ensemble('old', 'new'));
      new InferenceGraph(chart, 'pets', { platform: CORE_2, nodes: { root, old: v2(), new: v2() } });
    }),
  },
  {
    name: 'a route to a graph of Seldon Core 2',
    code: 'gateway-server',
    says: '"pets" has no Service: its platform has one gateway for all, "seldon-mesh"',
    build: on(({ chart, v2 }, either) => {
      const gateway = new Gateway(chart, 'entry', { hosts: { 'models.acme.com': Certificate.secret('models-tls') } });
      const nodes = { root: GraphNode.sequence('pixels'), pixels: v2() };
      gateway.route('pets', { to: new InferenceGraph(chart, 'pets', { platform: either(CORE_2, SELDON), nodes }) });
    }),
  },
];

export const WRONG_PLATFORMS = [...SERVERS, ...GRAPHS];
