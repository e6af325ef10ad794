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
import { UNANSWERED } from '../../serving/exposure/exposure';
import { drainSeconds, USUAL_RETRIES, type ResolvedGateway, type ResolvedRoute } from '../resolved-gateway';
import { listenerName } from '../certificate';
import { ELSEWHERE, entryOf } from './entrance';
import { kindOf, referenceTo, type GatewayImplementation } from './gateway-api';

/** Envoy Gateway. Its proxies know the pods of each Service, and choose one for every request. */
export const ENVOY_GATEWAY: GatewayImplementation = {
  name: 'Envoy Gateway',
  kind: ENVOY_PROXY,
  operator: Operator.ENVOY_GATEWAY,
  controller: 'gateway.envoyproxy.io/gatewayclass-controller',
  parameters: ENVOY_PROXY,
  proxies: [podsOfNamespaces('envoy-gateway-system')],
  lacks: ELSEWHERE,
  policies: (gateway) => [
    proxyOf(gateway),
    ...connectionsOf(gateway),
    ...gateway.routes.flatMap((route) => [trafficOf(route), ...signInOf(route)]),
  ],
};

/** The time that Envoy Gateway itself gives the requests of a proxy that ends, in seconds. */
const LEAST_DRAIN = 60;

function proxyOf(gateway: ResolvedGateway): NamedManifest {
  const { fields, annotations } = entryOf(gateway);
  const envoyService = { ...fields, annotations };
  const kubernetes = { envoyDeployment: { replicas: 2 }, envoyPDB: { maxUnavailable: 1 }, envoyService };
  const shutdown = { drainTimeout: `${Math.max(LEAST_DRAIN, drainSeconds(gateway.routes))}s` };
  return objectOf(ENVOY_PROXY, gateway.name, { provider: { type: 'Kubernetes', kubernetes }, shutdown });
}

/** The settings of connections of clients. */
function connectionsOf({ name, hosts, routes }: ResolvedGateway): NamedManifest[] {
  const gateway = referenceTo(GATEWAY, name);
  // Paths are compared in the form in which they are passed on.
  const path = { escapedSlashesAction: 'RejectRequest' } as const;
  const all = objectOf(CLIENT_TRAFFIC_POLICY, name, { targetRefs: [gateway], path });
  const encrypted = Object.keys(hosts).filter((host) => hosts[host]?.kind !== 'none');
  const calls = encrypted.filter((host) => routes.some(({ protocol, entry }) => protocol === 'grpc' && entry === host));
  if (calls.length === 0) return [all];
  const targetRefs = calls.map((host) => ({ ...gateway, sectionName: listenerName(host) }));
  // gRPC needs HTTP/2. Where certificates of two hosts overlap, Envoy Gateway turns it off for browsers, which may use one connection for both.
  const tls = { alpnProtocols: ['h2', 'http/1.1'] };
  return [all, objectOf(CLIENT_TRAFFIC_POLICY, `${name}-grpc`, { targetRefs, path, tls })];
}

const UNITS = { second: 'Second', minute: 'Minute', hour: 'Hour' } as const;

function trafficOf(route: ResolvedRoute): NamedManifest {
  const { name, retries = USUAL_RETRIES, limit, timeout } = route;
  const rules = ['0.0.0.0/0', '::/0'].flatMap((value) => {
    if (!limit) return [];
    const sourceCIDR = { type: 'Distinct' as const, value };
    return [{ clientSelectors: [{ sourceCIDR }], limit: { requests: limit.requests, unit: UNITS[limit.per] } }];
  });
  return objectOf(BACKEND_TRAFFIC_POLICY, name, {
    targetRefs: [referenceTo(kindOf(route), name)],
    loadBalancer: { type: 'LeastRequest' },
    timeout: { http: { requestTimeout: `${timeout.toSeconds()}s` } },
    retry: { numRetries: retries, retryOn: { triggers: UNANSWERED } },
    rateLimit: limit && { type: 'Local', local: { rules } },
  });
}

/** The host of a request, as Envoy writes it. */
const ASKED_HOST = '%REQ(:authority)%';

function signInOf(route: ResolvedRoute): NamedManifest[] {
  const { name, address, paths, signIn } = route;
  if (!signIn || signIn.kind === 'iap') return [];
  const targetRefs = [referenceTo(kindOf(route), name)];
  const secret = { name: signIn.secretName };
  if (signIn.kind === 'basic') return [objectOf(SECURITY_POLICY, name, { targetRefs, basicAuth: { users: secret } })];
  const base = paths[0] === '/' ? '' : (paths[0] ?? '');
  const oidc = {
    provider: { issuer: signIn.issuer },
    clientID: signIn.clientId,
    clientSecret: secret,
    redirectURL: `${address.replace(/\*[^/]*/, ASKED_HOST).replace(/\/$/, '')}/oauth2/callback`,
    logoutPath: `${base}/logout`,
  };
  return [objectOf(SECURITY_POLICY, name, { targetRefs, oidc })];
}
