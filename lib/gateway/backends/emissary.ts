import { ENDPOINT_RESOLVER, HOST, LISTENER, MAPPING, MODULE } from '../../kubernetes/kinds/emissary';
import type { EmissaryMappingSpec } from '../../kubernetes/kinds/emissary-specs';
import { objectOf } from '../../kubernetes/kinds/kind';
import { inNamespace, type NamedManifest } from '../../kubernetes/manifest';
import { podsOfNamespaces } from '../../kubernetes/network-policy';
import { Operator } from '../../operators/operator';
import { listenerName, secretOf } from '../certificate';
import type { GatewayBackend } from '../gateway-backend';
import {
  hostsOf,
  USUAL_RETRIES,
  type ResolvedGateway,
  type ResolvedRoute,
  type RoutedService,
} from '../resolved-gateway';
import { entranceAddress, entranceOf } from './entrance';
import { lackProblems } from './lacks';
import { pathForms } from './path-forms';

export interface EmissaryOptions {
  /** The `ambassador_id` of the Emissary that reads the objects. @default 'default' */
  readonly ambassadorId?: string;
  /** The namespace of its pods. @default 'emissary' */
  readonly namespace?: string;
}

const HOST_LABEL = 'trainyard/gateway-host';

/** Module, Listeners and a resolver for the whole Emissary, a Host for each host of routes, and Mappings. */
export function emissary({ ambassadorId = 'default', namespace = 'emissary' }: EmissaryOptions): GatewayBackend {
  const proxies = {
    namespace,
    labels: { 'app.kubernetes.io/name': 'emissary-ingress' },
    ports: { http: 8080, https: 8443 },
  };
  const own = { ambassador_id: [ambassadorId] };
  return {
    name: 'Emissary-ingress',
    kind: MAPPING,
    operator: Operator.EMISSARY,
    proxies: [podsOfNamespaces(namespace)],
    sharing: 'make one gateway for each Emissary',
    problems: (gateway) => lackProblems('Emissary-ingress', gateway),
    addressCommand: (gateway) => entranceAddress(gateway, proxies),
    render: (gateway) => [
      entranceOf(gateway, proxies),
      ...settings(own).map((object) => inNamespace(object, namespace)),
      ...hostsOf(gateway).map((host) => hostOf(host, gateway, own)),
      ...gateway.routes.flatMap((route) => mappingsOf(route, own)),
    ],
  };
}

type Own = Required<Pick<EmissaryMappingSpec, 'ambassador_id'>>;

const RESOLVER = 'trainyard-endpoints';
const LISTENERS = [
  { port: 8080, protocol: 'HTTP', securityModel: 'INSECURE' },
  { port: 8443, protocol: 'HTTPS', securityModel: 'SECURE' },
] as const;
// Paths are compared in the form in which they are passed on.
const CONFIG = { merge_slashes: true, reject_requests_with_escaped_slashes: true };

/** The settings of a whole Emissary. Their names are fixed, so that two gateways of one Emissary are a problem. */
function settings(own: Own): NamedManifest[] {
  const hostBinding = { namespace: { from: 'ALL' } } as const;
  return [
    objectOf(MODULE, 'ambassador', { ...own, config: CONFIG }),
    objectOf(ENDPOINT_RESOLVER, RESOLVER, own),
    ...LISTENERS.map((listener) =>
      objectOf(LISTENER, `${own.ambassador_id.join('-')}-${listener.port}`, { ...own, ...listener, hostBinding }),
    ),
  ];
}

/** A Host has the Mappings with its label, and no others: those of a host with `*` are not for the hosts that it covers. */
function hostOf(hostname: string, gateway: ResolvedGateway, own: Own): NamedManifest {
  const { entry = hostname } = gateway.routes.find(({ host }) => host === hostname) ?? {};
  const isClear = gateway.hosts[entry]?.kind === 'none';
  return objectOf(HOST, `${gateway.name}-${listenerName(hostname)}`, {
    ...{ ...own, hostname, mappingSelector: { matchLabels: { [HOST_LABEL]: listenerName(hostname) } } },
    requestPolicy: { insecure: { action: isClear ? 'Route' : 'Reject' } },
    tlsSecret: isClear ? undefined : { name: secretOf(entry, gateway) },
  });
}

/** A Mapping for each form of each path, and for each Service behind it. */
function mappingsOf(route: ResolvedRoute, own: Own): NamedManifest[] {
  const { name, host, paths, headers, retries = USUAL_RETRIES, protocol, mirror } = route;
  const [usual, canary] = route.versions;
  const timeout = route.timeout.toMilliseconds();
  const whole = {
    ...{ ...own, headers, rewrite: '', grpc: protocol === 'grpc', timeout_ms: timeout, idle_timeout_ms: timeout },
    ...{ resolver: RESOLVER, load_balancer: { policy: 'least_request' as const } },
    // The kernels of a notebook's page answer by a WebSocket.
    allow_upgrade: protocol === 'http' && !usual.pods ? ['websocket'] : undefined,
    // What a server has begun to answer is never sent again.
    retry_policy: retries > 0 ? { retry_on: 'connect-failure' as const, num_retries: retries } : undefined,
  };
  const mapping = (end: string, service: RoutedService, fields: Omit<EmissaryMappingSpec, 'service'>) => {
    const address = `${service.name}.${service.namespace}:${service.port}`;
    const object = objectOf(MAPPING, `${name}${end}`, { ...whole, ...fields, service: address });
    return { ...object, metadata: { ...object.metadata, labels: { [HOST_LABEL]: listenerName(host) } } };
  };
  return paths.flatMap((path, index) =>
    pathForms(path).flatMap(({ value, exact }) => {
      const end = `-${index}${exact ? '-exact' : ''}`;
      // Without a precedence, longer names and values of headers would come before more headers.
      const precedence = path.length * 100 + Object.keys(headers).length;
      const match = { prefix: value, prefix_exact: exact, precedence };
      return [
        mapping(end, usual, match),
        ...(canary ? [mapping(`${end}-canary`, canary, { ...match, weight: canary.percent })] : []),
        ...(mirror ? [mapping(`${end}-mirror`, mirror, { ...match, weight: mirror.percent, shadow: true })] : []),
      ];
    }),
  );
}
