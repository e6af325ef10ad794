import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { guideSteps } from '../../../lib/core/contracts/guide';
import type { IGatewayAddress } from '../../../lib/core/contracts/gateway-address';
import { Certificate, GatewayBackend, SignIn, type GatewayProps, type RouteOptions } from '../../../lib/gateway';
import { Operator } from '../../../lib/operators/operator';
import { Exposure } from '../../../lib/serving/exposure/exposure';
import { ModelServer } from '../../../lib/serving/model-servers';
import { ServerCheck } from '../../../lib/serving/server-check';
import { MODELS } from '../../serving/servings';
import { manifestProblems } from '../../conformance/manifest';
import { GKE, cpuPool } from '../../workload/pools';
import { gateway, HOST, objectsOf, problemsOf, server, specOf } from '../gateways';

const CLUSTER = { ...GKE, operators: [Operator.GKE_GATEWAY] };
const MAP = { name: 'certificates', hosts: [HOST] };
const GLOBAL: IGatewayAddress = { addressName: 'entry', reach: 'global', certificateMap: MAP };
const REGION = { region: 'us-east1', proxyRange: '10.2.0.0/23' };
const REGIONAL: IGatewayAddress = { addressName: 'entry', reach: 'regional', ...REGION };
const INTERNAL: IGatewayAddress = { addressName: 'entry', reach: 'internal', ...REGION };
const EVERYONE = Exposure.externalLoadBalancer({ sourceRanges: 'everyone' });
const PAGE = { name: 'page', port: 80 };

function entryAt(address = GLOBAL, props: Partial<GatewayProps> = {}, cluster = CLUSTER) {
  const exposure = address.reach === 'internal' ? Exposure.internalLoadBalancer() : EVERYONE;
  return gateway({ exposure, backend: GatewayBackend.gke(address), ...props }, cluster);
}

const serverOf = (entry: ReturnType<typeof entryAt>, id?: string, props: Parameters<typeof server>[2] = {}) =>
  server(entry, id, { pool: cpuPool({ cluster: CLUSTER }), ...props });

describe('a Gateway', () => {
  test.each([
    ['gke-l7-global-external-managed', GLOBAL],
    ['gke-l7-regional-external-managed', REGIONAL],
    ['gke-l7-rilb', INTERNAL],
  ])('is of the class %s by the reach of its address', (gatewayClassName, address) => {
    const entry = entryAt(address);
    expect(specOf(entry, 'Gateway')).toMatchObject({
      gatewayClassName,
      addresses: [{ type: 'NamedAddress', value: 'entry' }],
      listeners: [{ hostname: HOST, port: 443, tls: { certificateRefs: [{ name: 'models-tls' }] } }],
    });
    expect(objectsOf(entry).map(({ kind }) => kind)).toEqual(['Gateway']);
    expect(problemsOf(entry)).toEqual([]);
  });

  test('finds certificates of Google by their map, and other ones in Secrets', () => {
    const annotationsOf = (entry: ReturnType<typeof entryAt>) => objectsOf(entry)[0]?.metadata;
    const byGoogle = entryAt(GLOBAL, { hosts: { [HOST]: Certificate.google(), 'plain.acme.com': Certificate.none() } });
    expect(annotationsOf(byGoogle)).toMatchObject({ annotations: { 'networking.gke.io/certmap': 'certificates' } });
    expect(specOf(byGoogle, 'Gateway')?.listeners).toEqual([
      { name: HOST, hostname: HOST, port: 443, protocol: 'HTTPS' },
      { name: 'plain.acme.com', hostname: 'plain.acme.com', port: 80, protocol: 'HTTP' },
    ]);
    expect(problemsOf(byGoogle)).toEqual([]);
    expect(annotationsOf(entryAt())).not.toHaveProperty('annotations');
  });
});

describe('the policies of a Service', () => {
  test('follow from its checks and its longest request, which the route then does not limit', () => {
    const entry = entryAt();
    entry.route('mnist', { to: serverOf(entry), port: 'http', timeout: Duration.seconds(60) });
    expect(specOf(entry, 'HTTPRoute')).not.toHaveProperty('rules.0.timeouts');
    const targetRef = { group: '', kind: 'Service', name: 'mnist' };
    expect(specOf(entry, 'GCPBackendPolicy')).toEqual({
      targetRef,
      default: { timeoutSec: 60, connectionDraining: { drainingTimeoutSec: 60 } },
    });
    expect(specOf(entry, 'HealthCheckPolicy')).toEqual({
      targetRef,
      default: { config: { type: 'HTTP', httpHealthCheck: { requestPath: '/v1/models/mnist/metadata' } } },
    });
  });

  test('ask for no version, because pods of two answer during a roll-out', () => {
    const entry = entryAt();
    const triton = ModelServer.triton({ config: 'backend: "onnxruntime"' });
    entry.route('tf', { to: serverOf(entry, 'tf', { model: MODELS.version(7) }), port: 'http' });
    entry.route('triton', {
      to: serverOf(entry, 'triton', { server: triton, model: MODELS.version(7) }),
      port: 'http',
    });
    const paths = ['tf', 'triton'].map((name) => specOf(entry, 'HealthCheckPolicy', name));
    expect(JSON.stringify(paths).match(/"requestPath":"[^"]*"/g)).toEqual([
      '"requestPath":"/v1/models/tf/metadata"',
      '"requestPath":"/v2/models/triton/ready"',
    ]);
  });

  test.each([
    ['of another port', ServerCheck.http('/ready', 'status')],
    ['by a program', { exec: { command: ['true'] } }],
  ])('ask for a connection if the check of the server is %s', (_, ready) => {
    const entry = entryAt();
    const own = ModelServer.container({
      ...{ image: 'server:1', ready, afterTerm: 'finishes' },
      ports: [
        { name: 'http', port: 80, protocol: 'http' },
        { name: 'status', port: 81, protocol: 'http' },
      ],
    });
    entry.route('own', { to: serverOf(entry, 'own', { server: own }) });
    expect(specOf(entry, 'HealthCheckPolicy')).toMatchObject({
      default: { config: { type: 'TCP', tcpHealthCheck: { portSpecification: 'USE_SERVING_PORT' } } },
    });
  });

  test('ask the path that one of the routes names', () => {
    const entry = entryAt();
    entry.route('a', { to: PAGE, path: '/a' });
    entry.route('b', { to: { ...PAGE, healthPath: '/health' }, path: '/b' });
    expect(specOf(entry, 'HealthCheckPolicy')).toMatchObject({
      default: { config: { httpHealthCheck: { requestPath: '/health' } } },
    });
  });

  test('hold for all routes to it: the longest request, and sign-in', () => {
    const entry = entryAt();
    const to = { name: 'runs', namespace: 'pages', port: 80, healthPath: '/health' };
    entry.route('a', { to, path: '/a', signIn: SignIn.iap(), timeout: Duration.hours(2) });
    entry.route('b', { to, path: '/b', signIn: SignIn.iap(), canary: { to: PAGE, percent: 10 } });
    entry.route('c', {
      to: { name: 'other', port: 80 },
      path: '/c',
      mirror: { to: { name: 'copy', port: 80 }, percent: 1 },
    });
    const defaults = (kind: string, name: string) => specOf(entry, kind, name)?.default;
    expect(defaults('GCPBackendPolicy', 'page')).toEqual({
      timeoutSec: 30,
      connectionDraining: { drainingTimeoutSec: 30 },
      iap: { enabled: true },
    });
    const page = objectsOf(entry).filter(({ metadata }) => metadata.namespace === 'pages' && metadata.name === 'runs');
    expect(page.map(({ kind, spec }) => [kind, spec.default])).toEqual([
      [
        'GCPBackendPolicy',
        { timeoutSec: 7200, connectionDraining: { drainingTimeoutSec: 3600 }, iap: { enabled: true } },
      ],
      ['HealthCheckPolicy', { config: { type: 'HTTP', httpHealthCheck: { requestPath: '/health' } } }],
    ]);
    for (const name of ['other', 'copy']) expect(defaults('GCPBackendPolicy', name)).not.toHaveProperty('iap');
    expect(defaults('HealthCheckPolicy', 'copy')).toEqual({
      config: { type: 'HTTP', httpHealthCheck: { requestPath: '/' } },
    });
    expect(objectsOf(entry).flatMap((each) => manifestProblems(each))).toEqual([]);
    expect(problemsOf(entry)).toEqual([]);
    const commands = guideSteps(entry.node.root).flatMap(({ step }) => step.commands ?? []);
    expect(commands.filter((each) => each.startsWith('gcloud services enable iap.googleapis.com'))).toHaveLength(1);
  });
});

test('servers let in health checks, global proxies and those of the region', () => {
  const rangesOf = (address: IGatewayAddress) => {
    const entry = entryAt(address);
    entry.route('mnist', { to: serverOf(entry), port: 'http' });
    const [rule] = specOf(entry, 'NetworkPolicy', 'mnist-8501-serving-entry')?.ingress as [Record<string, unknown>];
    return rule;
  };
  const from = (...cidrs: string[]) => cidrs.map((cidr) => ({ ipBlock: { cidr } }));
  const ports = [{ port: 8501, protocol: 'TCP' }];
  expect(rangesOf(GLOBAL)).toEqual({ from: from('35.191.0.0/16', '130.211.0.0/22'), ports });
  expect(rangesOf(INTERNAL)).toEqual({ from: from('35.191.0.0/16', '130.211.0.0/22', '10.2.0.0/23'), ports });
});

const internal = { exposure: Exposure.internalLoadBalancer() };
test.each<[string, IGatewayAddress, Partial<GatewayProps>, string]>([
  [
    'gateway-address: an address on the internet without consent',
    GLOBAL,
    internal,
    'address "entry" is global and open to all who reach it, but exposure says otherwise: set exposure to Exposure.externalLoadBalancer({ sourceRanges: \'everyone\' })',
  ],
  [
    'gateway-address: an internal address for the internet',
    INTERNAL,
    { exposure: EVERYONE },
    'address "entry" is internal and open to all who reach it, but exposure says otherwise: set exposure to Exposure.internalLoadBalancer()',
  ],
  ['gateway-address: pods alone', INTERNAL, { exposure: Exposure.internal() }, 'exposure says otherwise'],
  [
    'gateway-address: some clients',
    INTERNAL,
    { exposure: Exposure.internalLoadBalancer({ sourceRanges: ['10.0.0.0/8'] }) },
    'exposure says otherwise',
  ],
  [
    'gateway-address: two addresses',
    INTERNAL,
    { exposure: Exposure.internalLoadBalancer({ address: '10.0.0.9' }) },
    'exposure says otherwise',
  ],
  [
    'gateway-address: another region',
    { ...REGIONAL, region: 'us-west1' },
    {},
    'address "entry" is in another region than cluster "main", whose pods its proxies cannot reach: reserve one where the cluster is',
  ],
  [
    'gateway-certificate: a host that is not in the map',
    GLOBAL,
    { hosts: { [HOST]: Certificate.google(), 'pages.acme.com': Certificate.google() } },
    'the gateway has certificates of Google, but "pages.acme.com" has none of address "entry": add "pages.acme.com" to dns.hosts of the address',
  ],
  [
    'gateway-certificate: a Secret beside the map',
    GLOBAL,
    { hosts: { [HOST]: Certificate.google(), 'pages.acme.com': Certificate.secret('pages-tls') } },
    '"pages.acme.com" has none of address "entry"',
  ],
  [
    'gateway-certificate: a certificate of Google in a region',
    INTERNAL,
    { hosts: { [HOST]: Certificate.google() } },
    '"models.acme.com" has none of address "entry": use Certificate.secret(…): only global addresses have certificates of Google',
  ],
])('fails: %s', (code, address, props, message) => {
  const problems = problemsOf(entryAt(address, props));
  expect(problems).toEqual([expect.stringContaining(message)]);
  expect(problems[0]).toContain(`(${code.split(':')[0]})`);
});

const SIGN_IN = 'because people sign in by SignIn.iap() there: use GatewayBackend.gatewayApi()';
test.each<[string, Partial<RouteOptions>, string]>([
  ['grpc', { to: { ...PAGE, protocol: 'grpc' } }, 'because its report of conformance claims none'],
  ['retries', { retries: 1 }, 'because it decides itself: leave retries out'],
  ['limit', { limit: { requests: 1, per: 'second' } }, 'because a policy of Cloud Armor has it'],
  ['SignIn.basic', { signIn: SignIn.basic('users') }, SIGN_IN],
])('fails: gateway-option: GKE has no %s', (what, options, message) => {
  const entry = entryAt();
  entry.route('page', { to: PAGE, ...options });
  expect(problemsOf(entry)).toEqual([
    expect.stringContaining(`gateway of GKE has no ${what} for route "entry-page", ${message}`),
  ]);
});

test('a certificate of Google with * is one for each of its hosts', () => {
  const address = { ...GLOBAL, certificateMap: { name: 'certificates', hosts: ['*.acme.com'] } };
  expect(problemsOf(entryAt(address, { hosts: { [HOST]: Certificate.google() } }))).toEqual([]);
});

test('fails: operator-missing: a cluster without the add-on, and one with Envoy Gateway', () => {
  const [none, other] = [[], [Operator.ENVOY_GATEWAY]].map((operators) =>
    problemsOf(entryAt(GLOBAL, {}, { ...GKE, operators })),
  );
  expect(none).toEqual([
    expect.stringContaining('add Operator.GKE_GATEWAY to operators of the cluster (operator-missing)'),
  ]);
  expect(other).toEqual(none?.map(() => expect.stringContaining('(operator-missing)')));
});

describe('a server with an endpoint picker', () => {
  const entryTo = (address: IGatewayAddress) => {
    const entry = entryAt(address, { hosts: { [HOST]: Certificate.secret('tls') } });
    entry.route('calls', { to: serverOf(entry, 'picked', { endpointPicker: 'picker' }), port: 'http' });
    return entry;
  };
  const expectTarget = (entry: ReturnType<typeof entryTo>, backend: object, targetRef: object) => {
    expect(specOf(entry, 'HTTPRoute')).toMatchObject({ rules: [{ backendRefs: [{ ...backend, weight: 100 }] }] });
    for (const policy of ['GCPBackendPolicy', 'HealthCheckPolicy']) {
      expect(specOf(entry, policy)).toMatchObject({ targetRef });
    }
  };
  const pool = { group: 'inference.networking.k8s.io', kind: 'InferencePool', name: 'picked' };

  test.each([REGIONAL, INTERNAL])('gets its requests by its InferencePool: $reach', (address) => {
    expectTarget(entryTo(address), pool, pool);
  });

  test('gets them by its Service behind a global load balancer, where GKE has no InferencePools', () => {
    expectTarget(entryTo(GLOBAL), { name: 'picked', port: 8501 }, { group: '', kind: 'Service', name: 'picked' });
  });
});
