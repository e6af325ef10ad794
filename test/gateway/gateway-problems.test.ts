import { ApiObject, Chart, Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { joinTrees } from '../../lib/core/problems/registry';
import { collectingProblems, type ProblemAt } from '../../lib/core/problems/errors';
import { openAdvice } from '../../lib/core/problems/check';
import { Certificate, Gateway, GatewayBackend, SignIn, type RouteOptions } from '../../lib/gateway';
import { Exposure } from '../../lib/serving/exposure/exposure';
import { ModelSource } from '../../lib/model/model-source';
import { ModelServer } from '../../lib/serving/model-servers';
import { NotebookHub } from '../../lib/notebook';
import { Operator } from '../../lib/operators/operator';
import { ServingPlatform } from '../../lib/serving/serving-platforms';
import { ServerCheck } from '../../lib/serving/server-check';
import { MODELS, servingChart } from '../serving/servings';
import { cpuPool, gpuPool, GKE, OTHER } from '../workload/pools';
import { InferenceServicePlatform } from '../serving/platforms/inference-service';
import { CLUSTER, gateway, HOST, problemsOf, server, specOf } from './gateways';

const PAGE = { name: 'page', port: 80 };
type Routes = (entry: ReturnType<typeof gateway>) => Record<string, RouteOptions>;

/** The first problem of a gateway with these routes: of a route by itself, or of all together. */
function problemOf(routes: Routes, entry = gateway()): string {
  try {
    for (const [id, options] of Object.entries(routes(entry))) entry.route(id, options);
  } catch (error) {
    return String(error);
  }
  return problemsOf(entry).join('\n');
}

const own = (port: object) =>
  ModelServer.container({
    ...{ image: 'server:1', ready: ServerCheck.tcp('http'), afterTerm: 'finishes' },
    ports: [{ name: 'http', port: 80, protocol: 'http', ...port }],
  });

test.each<[string, Routes, string]>([
  [
    'gateway-overlap: two routes of the same requests',
    () => ({ a: { to: PAGE, path: '/x' }, b: { to: PAGE, path: '/x/' } }),
    'routes "entry-a" and "entry-b" both take /x of "models.acme.com": give one of them another host',
  ],
  [
    'gateway-overlap: headers that a request may have both',
    () => ({ a: { to: PAGE, headers: { a: '1' } }, b: { to: PAGE, headers: { b: '1' } } }),
    'both take / of',
  ],
  [
    'gateway-overlap: two servers of gRPC on one host',
    (entry) => ({ a: { to: server(entry, 'a') }, b: { to: server(entry, 'b') } }),
    'both take /tensorflow.serving.PredictionService of',
  ],
  [
    'gateway-host: a host without certificate',
    () => ({ a: { to: PAGE, host: 'pages.acme.com' } }),
    'route "entry-a" is for "pages.acme.com", of which the gateway has no certificate: add it to hosts of the gateway, or use "models.acme.com"',
  ],
  [
    'gateway-cluster: a server in another cluster',
    (entry) => ({ a: { to: server(entry, 'a', { pool: cpuPool({ cluster: OTHER }) }) } }),
    '"a" is in cluster "other", which a gateway in cluster "main" does not reach',
  ],
  [
    'gateway-version: a canary of another model',
    (entry) => ({ a: { to: server(entry), canary: { to: server(entry, 'next'), percent: 10 } } }),
    '"next" answers grpc for the model "next", but clients of "mnist" ask by grpc for the model "mnist": name another version, or give both the same modelName',
  ],
  [
    'gateway-version: a mirror of another protocol',
    () => ({ a: { to: PAGE, mirror: { to: { name: 'copy', port: 80, protocol: 'grpc' }, percent: 1 } } }),
    '"copy" answers grpc, but clients of "page" ask by http: name another version, or give both the same modelName (gateway-version)',
  ],
  [
    'gateway-percent: more than all requests',
    () => ({ a: { to: PAGE, canary: { to: PAGE, percent: 101 } } }),
    'canary cannot be 101: use a whole number from 0 to 100',
  ],
  [
    'whole-seconds: a part of a second',
    () => ({ a: { to: PAGE, timeout: Duration.millis(1500) } }),
    'timeout is 1.5 s',
  ],
  [
    'gateway-path: a call that changes the server',
    (entry) => ({ a: { to: server(entry), path: '/tensorflow.serving.ModelService/' } }),
    'path "/tensorflow.serving.ModelService/" has none of the calls of "mnist", which are /tensorflow.serving.PredictionService, /grpc.health.v1.Health',
  ],
  [
    'gateway-path: a Service whose canary is a server, with all of its calls',
    (entry) => ({ a: { to: { ...PAGE, protocol: 'grpc' }, canary: { to: server(entry), percent: 1 } } }),
    'the route passes on "/", but clients of "mnist" reach its calls alone, which are /tensorflow.serving.PredictionService, /grpc.health.v1.Health: set path to one of these',
  ],
  [
    'gateway-path: copies of all requests to a server',
    (entry) => ({
      a: {
        to: PAGE,
        path: '/v2',
        mirror: { to: server(entry, 'a', { server: own({ admin: 'x', clientPaths: ['/v2/a/'] }) }), percent: 1 },
      },
    }),
    'the route passes on "/v2", but clients of "a" reach its calls alone, which are /v2/a',
  ],
  [
    'exposure-port: a port that the server does not have',
    (entry) => ({ a: { to: server(entry), port: 'rest' } }),
    'TensorFlow Serving has no port "rest": use "grpc" or "http"',
  ],
  [
    'exposure-tls: a port with TLS of the server',
    (entry) => ({ a: { to: server(entry, 'a', { server: own({ tls: true }) }) } }),
    'port "http" of server:1 has TLS, which the proxy before it does not speak, so no request would pass: use another port or leave tls out',
  ],
  [
    'exposure-admin: calls that change a server and that nobody can tell apart',
    (entry) => ({ a: { to: server(entry, 'a', { server: own({ admin: 'load other models' }) }) } }),
    'can load other models, and the calls that clients need are not known: name clientPaths of the port or use another port',
  ],
])('fails: %s', (name, routes, text) => {
  const found = problemOf(routes);
  expect(found).toContain(text);
  expect(found).toContain(`(${name.split(':')[0]})`);
});

test('fails: everyone may ask a server that computes for whoever asks, with exposure-key', () => {
  const entry = gateway({ exposure: Exposure.externalLoadBalancer({ sourceRanges: 'everyone' }) });
  const model = ModelSource.image('vllm:1', '/models/chat');
  const pool = gpuPool({ cluster: CLUSTER });
  const to = server(entry, 'chat', { pool, server: ModelServer.vllm(), model });
  entry.route('chat', { to });
  expect(problemsOf(entry)).toEqual([expect.stringContaining('everyone on the internet may ask vLLM')]);
});

test('fails: a name that proxies cannot have as a label is refused with name', () => {
  const hosts = { [HOST]: Certificate.secret('tls') };
  const entry = new Gateway(servingChart(CLUSTER), 'a'.repeat(64), { hosts });
  expect(problemsOf(entry)).toEqual([expect.stringContaining('has 64 characters: set id to 1 to 63')]);
});

test('fails: a route to a refused server does not hide later problems', () => {
  const problems: ProblemAt[] = [];
  collectingProblems(problems, () => {
    const entry = gateway();
    const to = server(entry, 'mnist', { requestTimeout: Duration.millis(1500) });
    entry.route('mnist', { to, canary: 10 });
    entry.route('page', { to: PAGE, mirror: { to, percent: 5 } });
    entry.route('other', { to: PAGE, canary: 10 });
  });
  expect(problems.map(({ path, code }) => [path, code])).toEqual([
    ['serving/mnist', 'whole-seconds'],
    ['serving/entry', 'gateway-version'],
  ]);
});

test('fails: a second route of the same id is refused with id-taken', () => {
  const entry = gateway();
  entry.route('a', { to: PAGE });
  expect(() => entry.route('a', { to: PAGE, path: '/x' })).toThrow('(id-taken)');
});

test.each([
  [
    'operator-missing: a cluster without Envoy Gateway',
    [Operator.CERT_MANAGER],
    'add Operator.ENVOY_GATEWAY to operators',
  ],
  [
    'operator-missing: a cluster without Istio',
    [Operator.CERT_MANAGER],
    'add Operator.ISTIO to operators',
    GatewayBackend.istio(),
  ],
  [
    'operator-missing: a cluster without Emissary-ingress',
    [Operator.CERT_MANAGER],
    'add Operator.EMISSARY to operators',
    GatewayBackend.emissary(),
  ],
])('fails: %s', (_, operators, text, backend = GatewayBackend.gatewayApi()) => {
  const hosts = { [HOST]: Certificate.certManager('letsencrypt') };
  const entry = gateway({ hosts, backend }, { ...GKE, operators });
  expect(problemsOf(entry)).toEqual([expect.stringContaining(text)]);
});

const CERTIFICATES =
  'because it is not of Google Cloud: use Certificate.certManager(…) or Certificate.secret(…), or use GatewayBackend.gke(…) (gateway-option)';

test('fails: what Envoy Gateway does not have is refused with gateway-option', () => {
  const entry = gateway({ hosts: { [HOST]: Certificate.google() } });
  entry.route('page', { to: PAGE, signIn: SignIn.iap() });
  expect(problemsOf(entry)).toEqual([
    `Envoy Gateway has no Certificate.google for "models.acme.com", ${CERTIFICATES}`,
    `Envoy Gateway has no SignIn.iap for route "entry-page", because it is not of Google Cloud: use GatewayBackend.gke(…) (gateway-option)`,
  ]);
});

test('fails: the Service of a model server by its name is refused with gateway-server', () => {
  const entry = gateway({}, CLUSTER);
  const { servingName: name } = server(entry);
  entry.route('mnist', { to: { name, port: 8500, protocol: 'grpc' } });
  entry.route('other', { to: { name, port: 8501, namespace: 'other' }, path: '/other' });
  expect(problemsOf(entry)).toEqual([
    '"mnist" is the Service of a model server, whose ports are closed to gateways or open with all of its calls: give the ServingDeployment "mnist" itself (gateway-server)',
  ]);
});

const CORE_2 = ServingPlatform.seldonCore2({ requirements: ['onnx'] });

test('fails: a model server at the gateway of Seldon Core 2 is refused with gateway-server', () => {
  const cluster = { ...CLUSTER, operators: [Operator.ENVOY_GATEWAY, Operator.SELDON_CORE_2] };
  const entry = gateway({}, cluster);
  const to = server(entry, 'mnist', { pool: cpuPool({ cluster }), server: ModelServer.triton(), platform: CORE_2 });
  expect(() => entry.route('mnist', { to, port: 'http' })).toThrow(
    `"mnist" has no Service: its platform has one gateway for all, "seldon-mesh", which tells them apart by a header: use to: { name: 'seldon-mesh', namespace: 'serving', port: 80 }, path: '/v2/models/mnist' and headers: { 'seldon-model': 'mnist' }, which clients then send (gateway-server)`,
  );
});

test('a Service of another deployment of the program needs no advice, unless it is in another cluster', () => {
  const adviceWith = (cluster: ICluster) => {
    const entry = gateway();
    entry.route('page', { to: { ...PAGE, namespace: 'serving' } });
    const metadata = { name: 'page', namespace: 'serving' };
    const { node } = new ApiObject(servingChart(cluster), 'page', { apiVersion: 'v1', kind: 'Service', metadata });
    joinTrees([entry.node.root, node.root]);
    return openAdvice(entry.node.root).map(({ advice: { code } }) => code);
  };
  expect([CLUSTER, OTHER].map(adviceWith)).toEqual([[], ['gateway-service']]);
});

test('fails: a model server of a platform that makes no Service is advice gateway-service', () => {
  const cluster = { ...CLUSTER, operators: [Operator.ENVOY_GATEWAY, Operator.KSERVE] };
  const entry = gateway({}, cluster);
  const platform = new InferenceServicePlatform();
  const to = server(entry, 'mnist', { pool: cpuPool({ cluster }), server: ModelServer.triton(), platform });
  entry.route('mnist', { to, port: 'http' });
  const advice = openAdvice(entry.node.root).filter(({ construct }) => construct === entry);
  expect(advice.map(({ advice: { message } }) => message)).toEqual([
    'the program makes no Service "mnist" in namespace "serving", and its share of requests fails without one',
  ]);
});

test('a route leads to a model of Seldon Core 2 by the header that its gateway reads', () => {
  const cluster = { ...CLUSTER, operators: [Operator.ENVOY_GATEWAY, Operator.SELDON_CORE_2] };
  const entry = gateway({}, cluster);
  server(entry, 'mnist', { pool: cpuPool({ cluster }), server: ModelServer.triton(), platform: CORE_2 });
  const to = { name: 'seldon-mesh', namespace: 'serving', port: 80 };
  entry.route('mnist', { to, path: '/v2/models/mnist', headers: { 'seldon-model': 'mnist' } });
  expect(problemsOf(entry)).toEqual([]);
  const [rule] = (specOf(entry, 'HTTPRoute') as unknown as { rules: readonly unknown[] }).rules;
  expect(rule).toMatchObject({
    matches: [{ path: { value: '/v2/models/mnist' }, headers: [{ name: 'seldon-model', value: 'mnist' }] }],
    backendRefs: [{ name: 'seldon-mesh', port: 80 }],
  });
});

const LIMIT = { requests: 1, per: 'second' } as const;
const OIDC = SignIn.oidc({ issuer: 'https://accounts.acme.com', clientId: 'pages', secretName: 'pages' });

test.each([
  ['Istio', GatewayBackend.istio()],
  ['Emissary-ingress', GatewayBackend.emissary()],
])('fails: what %s does not have by itself is refused with gateway-option', (name, backend) => {
  const entry = gateway({ hosts: { [HOST]: Certificate.google() }, backend });
  entry.route('page', { to: PAGE, signIn: OIDC, limit: LIMIT });
  entry.route('users', { to: PAGE, path: '/users', signIn: SignIn.basic('users') });
  const beside = 'because it leaves that to another program';
  expect(problemsOf(entry)).toEqual([
    `${name} has no Certificate.google for "models.acme.com", ${CERTIFICATES}`,
    `${name} has no SignIn.oidc for route "entry-page", ${beside}: use GatewayBackend.gatewayApi() (gateway-option)`,
    `${name} has no limit for route "entry-page", ${beside}: leave limit out, or use GatewayBackend.gatewayApi() (gateway-option)`,
    `${name} has no SignIn.basic for route "entry-users", ${beside}: use GatewayBackend.gatewayApi() (gateway-option)`,
  ]);
});

test.each([0, -1, 1.5])('fails: a limit of %s requests (gateway-limit)', (requests) => {
  expect(problemOf(() => ({ page: { to: PAGE, limit: { requests, per: 'second' } } }))).toContain(
    `limit.requests cannot be ${requests}: use a whole number of 1 or more (gateway-limit)`,
  );
});

test('the Service that a chart of Helm or a controller makes for a notebook is no advice', () => {
  const entry = gateway();
  const image = 'jupyterhub:5';
  const profiles = { Small: { pool: cpuPool({ cluster: CLUSTER }) } };
  const hub = new NotebookHub(Chart.of(entry), 'hub', { image, profiles });
  entry.route('hub', { to: hub.service });
  const advice = openAdvice(entry.node.root).filter(({ construct }) => construct === entry);
  expect(advice.map(({ advice: { code } }) => code)).toEqual([]);
});

test('fails: requests may take longer than a server waits for them when it ends, which is advice (gateway-timeout)', () => {
  const codes = (options: { timeout?: Duration }) => {
    const entry = gateway();
    entry.route('mnist', { to: server(entry, 'mnist', { requestTimeout: Duration.seconds(40) }), ...options });
    const advice = openAdvice(entry.node.root).filter(({ construct }) => construct === entry);
    return advice.map(({ advice: { code, message } }) => `${message} (${code})`);
  };
  expect(codes({})).toEqual([]);
  expect(codes({ timeout: Duration.seconds(40) })).toEqual([]);
  expect(codes({ timeout: Duration.seconds(41) })).toEqual([
    'requests of route "entry-mnist" may take 41 s, but pods of "mnist" that end wait 40 s for them (gateway-timeout)',
  ]);
});

test('fails: a route does not lead to the paths of a notebook (gateway-path)', () => {
  const to = { ...PAGE, clientPaths: ['/ada/'] };
  expect(problemOf(() => ({ page: { to, path: '/bob/' } }))).toContain('which are /ada: leave path out');
});

test('fails: the names of a gateway and a server are too long for the Services of its versions (name)', () => {
  const entry = gateway();
  const to = server(entry, 'a-server-whose-name-says-nearly-all-that-it-can-be-asked', {
    canary: { model: MODELS.version(8) },
  });
  entry.route('mnist', { to, canary: 10 });
  expect(problemsOf(entry).filter((each) => each.includes('Service name'))).toHaveLength(2);
});

test('fails: a Service that the program does not make is advice gateway-service', () => {
  const entry = gateway();
  entry.route('mnist', { to: server(entry), headers: { a: 'b' } });
  entry.route('page', { to: PAGE });
  const advice = openAdvice(entry.node.root).filter(({ construct }) => construct === entry);
  expect(advice.map(({ advice: { code, message } }) => `${message} (${code})`)).toEqual([
    'the program makes no Service "page" in namespace "serving", and its share of requests fails without one (gateway-service)',
  ]);
});

test.each<[string, Routes]>([
  ['longer paths', () => ({ a: { to: PAGE, path: '/x' }, b: { to: PAGE, path: '/x/y' } })],
  ['more headers', () => ({ a: { to: PAGE }, b: { to: PAGE, headers: { a: '1' } } })],
  [
    'other values of a header in other letters',
    () => ({ a: { to: PAGE, headers: { A: '1' } }, b: { to: PAGE, headers: { a: '2' } } }),
  ],
  ['other values of a header', () => ({ a: { to: PAGE, headers: { a: '1' } }, b: { to: PAGE, headers: { a: '2' } } })],
  [
    'REST and gRPC of one server',
    (entry) => ({ a: { to: server(entry, 'a') }, b: { to: server(entry, 'b'), port: 'http' } }),
  ],
  [
    'versions of Triton, whose calls have numbers',
    (entry) => {
      const model = (version: number) => ModelSource.image('triton:1', '/models/digits').version(version);
      const to = (id: string, version: number) =>
        server(entry, id, { server: ModelServer.triton(), modelName: 'digits', model: model(version) });
      return { a: { to: to('a', 1), port: 'http', canary: { to: to('b', 2), percent: 10 } } };
    },
  ],
  [
    'a canary of a Service that is asked for its calls alone',
    (entry) => ({
      a: { to: PAGE, path: '/v1/models/mnist', port: 'http', canary: { to: server(entry), percent: 10 } },
    }),
  ],
])('routes that differ by %s are accepted', (_, routes) => {
  expect(problemOf(routes, gateway({}, CLUSTER))).toBe('');
});
