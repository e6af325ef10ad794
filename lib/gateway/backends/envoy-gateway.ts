import {
  BACKEND_TRAFFIC_POLICY,
  CLIENT_TRAFFIC_POLICY,
  ENVOY_PROXY,
  GATEWAY,
  SECURITY_POLICY,
} from '../../kubernetes/kinds/gateway';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { NamedManifest } from '../../kubernetes/manifest';
import { podsOfNamespaces } from '../../kubernetes/network-policy';
import { Operator } from '../../operators/operator';
import type { ResolvedGateway, ResolvedRoute } from '../resolved-gateway';
import { entryAnnotations, entryFields } from './entrance';
import { kindOf, referenceTo, type GatewayImplementation } from './gateway-api';
import { lackProblems } from './lacks';

/** Envoy Gateway. Its proxies know the pods of each Service, and choose one for every request. */
export const ENVOY_GATEWAY: GatewayImplementation = {
  name: 'Envoy Gateway',
  kind: ENVOY_PROXY,
  operator: Operator.ENVOY_GATEWAY,
  controller: 'gateway.envoyproxy.io/gatewayclass-controller',
  parameters: ENVOY_PROXY,
  proxies: [podsOfNamespaces('envoy-gateway-system')],
  problems: (gateway) => lackProblems('Envoy Gateway', gateway, ['oidc', 'basic', 'limit']),
  policies: (gateway) => [
    proxyOf(gateway),
    objectOf(CLIENT_TRAFFIC_POLICY, gateway.name, {
      targetRefs: [referenceTo(GATEWAY, gateway.name)],
      // Paths are compared in the form in which they are passed on.
      path: { escapedSlashesAction: 'RejectRequest' },
    }),
    ...gateway.routes.flatMap((route) => [trafficOf(route), ...signInOf(route)]),
  ],
};

function proxyOf(gateway: ResolvedGateway): NamedManifest {
  const envoyService = { ...entryFields(gateway), annotations: entryAnnotations(gateway) };
  const kubernetes = { envoyDeployment: { replicas: 2 }, envoyPDB: { maxUnavailable: 1 }, envoyService };
  return objectOf(ENVOY_PROXY, gateway.name, { provider: { type: 'Kubernetes', kubernetes } });
}

const UNITS = { second: 'Second', minute: 'Minute', hour: 'Hour' } as const;

function trafficOf(route: ResolvedRoute): NamedManifest {
  const { name, retries = 2, limit, timeout } = route;
  const rules = ['0.0.0.0/0', '::/0'].flatMap((value) => {
    if (!limit) return [];
    const sourceCIDR = { type: 'Distinct' as const, value };
    return [{ clientSelectors: [{ sourceCIDR }], limit: { requests: limit.requests, unit: UNITS[limit.per] } }];
  });
  return objectOf(BACKEND_TRAFFIC_POLICY, name, {
    targetRefs: [referenceTo(kindOf(route), name)],
    loadBalancer: { type: 'LeastRequest' },
    timeout: { http: { requestTimeout: `${timeout.toSeconds()}s` } },
    retry: {
      numRetries: retries,
      retryOn: { triggers: ['connect-failure', 'refused-stream', 'reset-before-request'] },
    },
    rateLimit: limit && { type: 'Local', local: { rules } },
  });
}

function signInOf(route: ResolvedRoute): NamedManifest[] {
  const { name, address, paths, signIn } = route;
  if (!signIn || signIn.kind === 'iap') return [];
  const { secretName } = signIn;
  const base = paths[0] === '/' ? '' : (paths[0] ?? '');
  const way =
    signIn.kind === 'basic'
      ? { basicAuth: { users: { name: secretName } } }
      : {
          oidc: {
            provider: { issuer: signIn.issuer },
            clientID: signIn.clientId,
            clientSecret: { name: secretName },
            redirectURL: `${address.replace(/\/$/, '')}/oauth2/callback`,
            logoutPath: `${base}/logout`,
          },
        };
  return [objectOf(SECURITY_POLICY, name, { targetRefs: [referenceTo(kindOf(route), name)], ...way })];
}
