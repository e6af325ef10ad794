import { Duration } from 'cdk8s';
import { test } from 'vitest';
import { Operator } from '../../../lib/index';
import { Certificate, Gateway, GatewayBackend, SignIn } from '../../../lib/gateway/index';
import { GatewayAddress } from '../../../lib/infrastructure/index';
import { DNS, EVERYONE, gkeOf, HOST, PAGE } from './google-gateways';
import { expectAccepted, type World } from './program';

// Gateways of GKE of the sorts that users write, which synthesize without a problem and without advice.

const GOOGLE = { [HOST]: Certificate.google() };
const SECRET = { [HOST]: Certificate.secret('models-tls') };

const PROGRAMS: Readonly<Record<string, (world: World) => void>> = {
  'a model server for everyone, with a canary': (world) => {
    const { gateway, server } = gkeOf(world);
    const canary = { to: server('next', 8), percent: 10 };
    const entry = gateway({ dns: DNS }, { hosts: GOOGLE, exposure: EVERYONE });
    entry.route('digits', { to: server('digits', 7), port: 'http', canary, timeout: Duration.seconds(20) });
  },
  'a tenth of the requests for the canary of a server, and two gateways': (world) => {
    const { gateway, network, server } = gkeOf(world);
    const route = { to: server('digits', 7, 8), port: 'http', canary: 10 };
    gateway({ dns: DNS }, { hosts: GOOGLE, exposure: EVERYONE }).route('digits', route);
    gateway({ reach: 'internal', network }, { hosts: SECRET }, 'inside').route('digits', { ...route, canary: 100 });
  },
  'a page for people of the organization': (world) => {
    const dns = { zone: 'acme-com', hosts: ['*.acme.com'] };
    const entry = gkeOf(world).gateway({ dns }, { hosts: { '*.acme.com': Certificate.google() }, exposure: EVERYONE });
    entry.route('page', { to: { ...PAGE, healthPath: '/health' }, host: 'runs.acme.com', signIn: SignIn.iap() });
  },
  'an internal gateway, with a mirror and headers': (world) => {
    const { gateway, network, server } = gkeOf(world);
    const entry = gateway({ reach: 'internal', network }, { hosts: SECRET });
    const [usual, next] = [server('digits', 7), server('next', 8)];
    entry.route('digits', { to: usual, port: 'http', mirror: { to: next, percent: 50 } });
    entry.route('next', { to: next, port: 'http', headers: { 'x-version': 'next' } });
  },
  'a regional gateway, with certificates by cert-manager': (world) => {
    const { gateway, network } = gkeOf(world, { operators: [Operator.GKE_GATEWAY, Operator.CERT_MANAGER] });
    const hosts = { [HOST]: Certificate.certManager('letsencrypt') };
    gateway({ reach: 'regional', network, dns: DNS }, { hosts, exposure: EVERYONE }).route('page', { to: PAGE });
  },
  'an internal gateway beside one for everyone': (world) => {
    const { gateway, network, server } = gkeOf(world);
    gateway({ dns: DNS }, { hosts: GOOGLE, exposure: EVERYONE }).route('digits', {
      to: server('digits', 7),
      port: 'http',
    });
    gateway({ reach: 'internal', network }, { hosts: SECRET }, 'inside').route('page', { to: PAGE });
  },
  'an address that exists, in a regional cluster': (world) => {
    const { chart } = gkeOf(world, { location: 'us-central1' });
    const facts = { addressName: 'theirs', region: 'us-central1', proxyRange: '10.2.0.0/23' };
    const backend = GatewayBackend.gke(GatewayAddress.fromAttributes({ ...facts, reach: 'internal' }));
    new Gateway(chart, 'entry', { hosts: { [HOST]: Certificate.none() }, backend }).route('page', { to: PAGE });
  },
};

test.each(Object.entries(PROGRAMS))('%s is accepted', (_, program) => {
  expectAccepted(program);
});
