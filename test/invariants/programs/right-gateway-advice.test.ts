import { test } from 'vitest';
import { Certificate, Gateway } from '../../../lib/gateway/index';
import { Exposure } from '../../../lib/serving/index';
import { expectAccepted, type World } from './program';
import { ADAPTERS, ASKED, googleOf, languageOf, UNASKED } from './wrong-gateway-advice';

// Gateways about which there is nothing to say.

const RIGHT: Readonly<Record<string, (world: World) => void>> = {
  'two routes to a page, of which one says where it answers': (world) => {
    const { entry } = googleOf(world);
    entry.route('page', { to: ASKED });
    entry.route('other', { to: UNASKED, path: '/other' });
  },
  'adapters of a server that a guard protects': (world) => {
    languageOf(world, { env: { [ADAPTERS]: '1' }, exposure: Exposure.internalLoadBalancer() });
  },
  'a page without a path for checks at Envoy Gateway, which asks none': (world) => {
    const { chart } = languageOf(world, {});
    const entry = new Gateway(chart, 'entry', { hosts: { 'pages.acme.com': Certificate.none() } });
    entry.route('page', { to: { ...UNASKED, operated: true } });
  },
};

test.each(Object.entries(RIGHT))('%s is accepted', (_, program) => {
  expectAccepted(program);
});
