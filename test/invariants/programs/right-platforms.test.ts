import { expect, test } from 'vitest';
import { ModelServer, Replicas, Rollout, ScalingMetric, ServerCheck, ServingDeployment } from '../../../lib/index';
import { Certificate, Gateway } from '../../../lib/gateway/index';
import { Exposure, GraphNode, InferenceGraph, ServingPlatform, Telemetry } from '../../../lib/serving/index';
import { CORE_2, servedIn, type Served } from './platforms';
import { expectAccepted } from './program';

// Servers and graphs of the sorts that users write, which synthesize without a problem and without advice.

const KSERVE = ServingPlatform.kserve();
const SELDON = ServingPlatform.seldon();

const SERVERS: Readonly<Record<string, (served: Served) => void>> = {
  'TensorFlow Serving on KServe': ({ chart, tensorFlow }) => {
    new ServingDeployment(chart, 'mnist', { ...tensorFlow, platform: KSERVE });
  },
  'a canary on KServe, whose number KEDA decides': ({ chart, tensorFlow, model }) => {
    new ServingDeployment(chart, 'mnist', {
      ...tensorFlow,
      platform: KSERVE,
      replicas: Replicas.between(2, 4, { metric: ScalingMetric.requests(50), by: 'keda' }),
      telemetry: Telemetry.managed(),
      canary: { model: model.version(3) },
    });
  },
  'Triton behind a load balancer on KServe': ({ chart, triton }) => {
    new ServingDeployment(chart, 'faces', {
      ...triton,
      platform: KSERVE,
      replicas: Replicas.fixed(2),
      exposure: Exposure.internalLoadBalancer({ ports: ['http'], sourceRanges: ['10.0.0.0/8'] }),
    });
  },
  'versions without new pods on KServe': ({ chart, tensorFlow }) => {
    new ServingDeployment(chart, 'mnist', {
      ...tensorFlow,
      platform: KSERVE,
      rollout: Rollout.inPlace({ loaded: [2] }),
    });
  },
  'TensorFlow Serving with a canary on Seldon Core 1': ({ chart, tensorFlow, model }) => {
    const canary = { model: model.version(3) };
    new ServingDeployment(chart, 'mnist', { ...tensorFlow, platform: SELDON, replicas: Replicas.fixed(3), canary });
  },
  'a percent of the requests for the canary on KServe and on Seldon Core 1': ({ chart, tensorFlow, model }) => {
    const gateway = new Gateway(chart, 'entry', { hosts: { 'models.acme.com': Certificate.secret('models-tls') } });
    for (const [name, platform] of Object.entries({ k: KSERVE, s: SELDON })) {
      const canary = { model: model.version(3) };
      const to = new ServingDeployment(chart, name, { ...tensorFlow, platform, replicas: Replicas.fixed(2), canary });
      gateway.route(name, { to, port: 'http', canary: 10 });
    }
  },
  'a server of its own image on Seldon Core 1': ({ chart, triton }) => {
    const server = ModelServer.container({
      image: 'us-docker.pkg.dev/acme-ml/images/server:1',
      ports: [{ name: 'http', port: 8080, protocol: 'http' }],
      ready: ServerCheck.http('/ready'),
    });
    new ServingDeployment(chart, 'other', { ...triton, server, platform: SELDON });
  },
  'Triton with a canary on Seldon Core 2': ({ chart, triton, model }) => {
    const canary = { model: model.version(3) };
    new ServingDeployment(chart, 'mnist', { ...triton, platform: CORE_2, replicas: Replicas.fixed(2), canary });
  },
  'one server on three platforms of one cluster': ({ chart, triton }) => {
    for (const [name, platform] of Object.entries({ k: KSERVE, s: SELDON, plain: ServingPlatform.kubernetes() })) {
      new ServingDeployment(chart, name, { ...triton, platform });
    }
  },
};

const GRAPHS: Readonly<Record<string, (served: Served) => void>> = {
  'a kind and then its breed, on KServe': ({ chart, v1 }) => {
    new InferenceGraph(chart, 'pets', {
      nodes: {
        root: GraphNode.sequence('kind', 'breed'),
        kind: v1(),
        breed: GraphNode.switch([
          { when: 'instances.#(=="cat")', to: 'cats' },
          { when: 'instances', to: 'dogs' },
        ]),
        cats: v1(),
        dogs: v1(),
      },
    });
  },
  'an ensemble of which one member has two versions, on KServe': ({ chart, v2 }) => {
    new InferenceGraph(chart, 'votes', {
      nodes: {
        root: GraphNode.ensemble('trees', 'nets'),
        trees: v2(),
        nets: GraphNode.router([
          { to: 'old', weight: 90 },
          { to: 'new', weight: 10 },
        ]),
        old: v2(),
        new: v2(),
      },
    });
  },
  'a chain of Triton with three versions at its end, on Seldon Core 1': ({ chart, v2 }) => {
    new InferenceGraph(chart, 'texts', {
      platform: SELDON,
      nodes: {
        root: GraphNode.sequence('tokens', 'versions'),
        tokens: v2(),
        versions: GraphNode.router([
          { to: 'a', weight: 70 },
          { to: 'b', weight: 20 },
          { to: 'c', weight: 10 },
        ]),
        a: v2(),
        b: v2(),
        c: v2(),
      },
    });
  },
  'two models at once and one that joins them, on Seldon Core 2': ({ chart, v2 }) => {
    new InferenceGraph(chart, 'joined', {
      platform: CORE_2,
      nodes: {
        root: GraphNode.sequence('both', 'join'),
        both: GraphNode.ensemble('sound', 'image'),
        sound: v2(),
        image: v2(),
        join: v2(),
      },
    });
  },
  'graphs of two platforms behind a gateway': ({ chart, v1 }) => {
    const hosts = { 'kserve.acme.com': Certificate.secret('tls'), 'seldon.acme.com': Certificate.secret('tls') };
    const gateway = new Gateway(chart, 'entry', { hosts });
    for (const [name, platform] of Object.entries({ kserve: KSERVE, seldon: SELDON })) {
      const to = new InferenceGraph(chart, name, { platform, nodes: { root: v1() } });
      gateway.route(name, { to, host: `${name}.acme.com` });
    }
  },
  'one model behind the address of a graph': ({ chart, v1 }) => {
    new InferenceGraph(chart, 'alone', { nodes: { root: v1() } });
  },
  'any server whose call is said': ({ chart, v2 }) => {
    const server = ModelServer.container({
      image: 'us-docker.pkg.dev/acme-ml/images/server:1',
      ports: [{ name: 'http', port: 8080, protocol: 'http' }],
      ready: ServerCheck.http('/ready'),
      predict: { path: '/v2/models/$(MODEL_NAME)/infer', protocol: 'v2' },
    });
    new InferenceGraph(chart, 'mixed', {
      nodes: { root: GraphNode.ensemble('own', 'triton'), own: v2({ server }), triton: v2() },
    });
  },
};

const ALL = Object.entries({ ...SERVERS, ...GRAPHS });

test.each(ALL)('%s is accepted', (_, build) => {
  expectAccepted((world) => {
    build(servedIn(world));
  });
});

test('there are 12 or more', () => {
  expect(ALL.length).toBeGreaterThanOrEqual(12);
});
