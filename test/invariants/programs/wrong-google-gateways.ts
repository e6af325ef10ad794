import { Operator } from '../../../lib/index';
import { Certificate, SignIn } from '../../../lib/gateway/index';
import { Network } from '../../../lib/infrastructure/index';
import { Exposure } from '../../../lib/serving/index';
import { DNS, EVERYONE, gkeOf, HOST, PAGE } from './google-gateways';
import type { WrongProgram } from './program';

// Mistakes of users with gateways of GKE, each in a small program as a user would write it.

const GOOGLE = { [HOST]: Certificate.google() };
const SECRET = { [HOST]: Certificate.secret('models-tls') };

export const WRONG_GOOGLE_GATEWAYS: readonly WrongProgram[] = [
  {
    name: 'a cluster whose gateways are off',
    code: 'operator-missing',
    says: 'add Operator.GKE_GATEWAY to operators of the cluster',
    build: (world, either) => {
      const { gateway } = gkeOf(world, { operators: either([], [Operator.GKE_GATEWAY]) });
      gateway({ dns: DNS }, { hosts: GOOGLE, exposure: EVERYONE }).route('page', { to: PAGE });
    },
  },
  {
    name: 'an address on the internet for a gateway that nobody opened',
    code: 'gateway-address',
    says: "set exposure to Exposure.externalLoadBalancer({ sourceRanges: 'everyone' })",
    build: (world, either) => {
      const exposure = either(undefined, EVERYONE);
      gkeOf(world).gateway({ dns: DNS }, { hosts: GOOGLE, exposure }).route('page', { to: PAGE });
    },
  },
  {
    name: 'a range for proxies among the pods',
    code: 'cidr-overlap',
    says: 'use another proxyRange, or move podRange',
    build: (world, either) => {
      const { gateway, network } = gkeOf(world, { network: { proxyRange: either('10.4.2.0/23', '10.2.0.0/23') } });
      gateway({ reach: 'internal', network }, { hosts: SECRET }).route('page', { to: PAGE });
    },
  },
  {
    name: 'a host whose certificate nobody makes',
    code: 'gateway-certificate',
    says: 'add "pages.acme.com" to dns.hosts of the address',
    build: (world, either) => {
      const hosts = { ...GOOGLE, 'pages.acme.com': Certificate.google() };
      const dns = { ...DNS, hosts: either([HOST], [HOST, 'pages.acme.com']) };
      gkeOf(world).gateway({ dns }, { hosts, exposure: EVERYONE }).route('page', { to: PAGE });
    },
  },
  {
    name: 'certificates of Google in the network',
    code: 'gateway-certificate',
    says: 'use Certificate.secret(…): only global addresses have certificates of Google',
    build: (world, either) => {
      const { gateway, network } = gkeOf(world);
      const hosts = { [HOST]: either(Certificate.google(), Certificate.secret('models-tls')) };
      gateway({ reach: 'internal', network, dns: DNS }, { hosts }).route('page', { to: PAGE });
    },
  },
  {
    name: 'a model server by gRPC',
    code: 'gateway-option',
    says: "because its report of conformance claims none: set port to 'http' if the server speaks HTTP too",
    build: (world, either) => {
      const { gateway, server } = gkeOf(world);
      const to = server('digits', 7);
      gateway({ dns: DNS }, { hosts: GOOGLE, exposure: EVERYONE }).route('digits', {
        to,
        port: either('grpc', 'http'),
      });
    },
  },
  {
    name: 'requests for a canary that the server does not have',
    code: 'gateway-version',
    says: '"digits" has no canary of its own: give the ServingDeployment one',
    build: (world, either) => {
      const { gateway, server } = gkeOf(world);
      const to = server('digits', 7, either(undefined, 8));
      gateway({ dns: DNS }, { hosts: GOOGLE, exposure: EVERYONE }).route('digits', { to, port: 'http', canary: 10 });
    },
  },
  {
    name: 'two gateways for one Service',
    code: 'duplicate-name',
    says: 'the second would overwrite the first: lead to each Service by one gateway of GKE, or',
    build: (world, either) => {
      const { gateway, network, server } = gkeOf(world);
      const to = server('digits', 7);
      gateway({ dns: DNS }, { hosts: GOOGLE, exposure: EVERYONE }).route('page', { to: PAGE });
      const inside = gateway({ reach: 'internal', network }, { hosts: SECRET }, 'inside');
      inside.route('digits', either({ to: PAGE }, { to, port: 'http' }));
    },
  },
  {
    name: 'a password',
    code: 'gateway-option',
    says: 'gateway of GKE has no SignIn.basic for route "entry-page", because people sign in by SignIn.iap() there',
    build: (world, either) => {
      const entry = gkeOf(world).gateway({ dns: DNS }, { hosts: GOOGLE, exposure: EVERYONE });
      entry.route('page', { to: PAGE, signIn: either(SignIn.basic('users'), SignIn.iap()) });
    },
  },
  {
    name: 'an address in another network',
    code: 'gateway-address',
    says: 'is in another network than cluster "digits-dev-web", whose pods its proxies cannot reach: reserve one where the cluster is',
    build: (world, either) => {
      const { gateway, network } = gkeOf(world);
      const other = new Network(world.stack, 'other-network', { proxyRange: '10.9.0.0/23' });
      gateway({ reach: 'internal', network: either(other, network) }, { hosts: SECRET }).route('page', { to: PAGE });
    },
  },
  {
    name: 'a gateway for some clients',
    code: 'gateway-address',
    says: 'set exposure to Exposure.internalLoadBalancer()',
    build: (world, either) => {
      const { gateway, network } = gkeOf(world);
      const some = Exposure.internalLoadBalancer({ sourceRanges: ['10.0.0.0/8'] });
      const exposure = either(some, Exposure.internalLoadBalancer());
      gateway({ reach: 'internal', network }, { hosts: SECRET, exposure }).route('page', { to: PAGE });
    },
  },
];
