import { oneOf } from '../../core/problems/one-of';
import { problem, type Problem } from '../../core/problems/problem';
import type { ResolvedGateway } from '../resolved-gateway';
import type { SignIn } from '../sign-in';

const SIGN_IN: Readonly<Record<SignIn['kind'], readonly [title: string, expression: string]>> = {
  iap: ['Identity-Aware Proxy', 'SignIn.iap()'],
  oidc: ['sign-in by OpenID Connect', 'SignIn.oidc(…)'],
  basic: ['sign-in by name and password', 'SignIn.basic(…)'],
};

/** What a program does for a gateway. */
export interface Abilities {
  readonly signIn: readonly SignIn['kind'][];
  /** False if it counts requests only with the help of another program. */
  readonly limit: boolean;
}

/** Problems of what hosts and routes ask for, and a program outside Google Cloud does not have. */
export function* lackProblems(name: string, abilities: Abilities, gateway: ResolvedGateway): Generator<Problem> {
  const { hosts, routes } = gateway;
  for (const [host] of Object.entries(hosts).filter(([, { kind }]) => kind === 'google')) {
    const message = `${name} has no certificate of Google for "${host}"`;
    yield problem('gateway-option', 'hosts', message, 'use Certificate.certManager(…) or Certificate.secret(…)');
  }
  const others = abilities.signIn.map((kind) => SIGN_IN[kind][1]);
  const elsewhere = 'use backend: GatewayBackend.gatewayApi()';
  for (const { name: route, signIn, limit } of routes) {
    if (signIn && !abilities.signIn.includes(signIn.kind)) {
      const message = `${name} has no ${SIGN_IN[signIn.kind][0]} for route "${route}"`;
      const fix = others.length > 0 ? `use ${oneOf(others)}` : `${elsewhere} with SignIn.oidc(…) or SignIn.basic(…)`;
      yield problem('gateway-option', 'signIn', message, fix);
    }
    if (!limit || abilities.limit) continue;
    const message = `${name} counts no requests by itself, and route "${route}" has a limit for each client`;
    yield problem('gateway-option', 'limit', message, `leave limit out, or ${elsewhere}`);
  }
}
