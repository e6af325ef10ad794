import { problem, type Problem } from '../../core/problems/problem';
import type { ResolvedGateway } from '../resolved-gateway';

const ABILITIES = {
  iap: 'Identity-Aware Proxy',
  oidc: 'sign-in by OpenID Connect',
  basic: 'sign-in by name and password',
  limit: 'limit for each client',
};

/** Problems of what hosts and routes ask for, and a program outside Google Cloud does not do by itself. */
export function* lackProblems(
  name: string,
  { hosts, routes }: ResolvedGateway,
  has: readonly (keyof typeof ABILITIES)[] = [],
): Generator<Problem> {
  for (const [host] of Object.entries(hosts).filter(([, { kind }]) => kind === 'google')) {
    const message = `${name} has no certificate of Google for "${host}"`;
    yield problem('gateway-option', 'hosts', message, 'use Certificate.certManager(…) or Certificate.secret(…)');
  }
  const ways = 'SignIn.oidc(…) or SignIn.basic(…)';
  const fix = has.includes('oidc')
    ? `use ${ways}`
    : `use backend: GatewayBackend.gatewayApi(), which has limit, ${ways}`;
  for (const { name: route, signIn, limit } of routes) {
    const asked = [signIn?.kind, ...(limit ? (['limit'] as const) : [])];
    for (const ability of asked) {
      if (!ability || has.includes(ability)) continue;
      const message = `${name} has no ${ABILITIES[ability]} for route "${route}"`;
      yield problem('gateway-option', ability === 'limit' ? 'limit' : 'signIn', message, fix);
    }
  }
}
