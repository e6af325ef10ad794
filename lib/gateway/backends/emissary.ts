import { groupedBy } from '../../core/grouped';
import { DNS_LABEL } from '../../core/names/kubernetes-name';
import { shortened } from '../../core/names/name';
import { ENDPOINT_RESOLVER, HOST, LISTENER, MAPPING, MODULE } from '../../kubernetes/kinds/emissary';
import type { EmissaryMappingSpec } from '../../kubernetes/kinds/emissary-specs';
import { objectOf } from '../../kubernetes/kinds/kind';
import { inNamespace, type NamedManifest } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import { listenerName, secretOf } from '../certificate';
import type { GatewayBackend } from '../gateway-backend';
import { hostOf, pathForms, USUAL_RETRIES } from '../resolved-gateway';
import type { ResolvedGateway, ResolvedRoute, RoutedService } from '../resolved-gateway';
import { behind } from './entrance';

export interface EmissaryOptions {
  /** The `ambassador_id` of the Emissary that reads the objects. @default 'default' */
  readonly ambassadorId?: string;
  /** The namespace of its pods. @default 'emissary' */
  readonly namespace?: string;
}

const PROXIES = { 'app.kubernetes.io/name': 'emissary-ingress' };
/** The label of a host's Mappings. Its value is shorter than a host may be. */
const labelOf = (host: string) => ({ 'trainyard/gateway-host': shortened(listenerName(host), DNS_LABEL.max) });

/** Module, Listeners and a resolver for the whole Emissary, a Host for each host of routes, and Mappings. */
export function emissary({ ambassadorId = 'default', namespace = 'emissary' }: EmissaryOptions = {}): GatewayBackend {
  const { entranceOf, ...shared } = behind(namespace, PROXIES, [8080, 8443]);
  const own = { ambassador_id: [ambassadorId] };
  return {
    name: 'Emissary-ingress',
    kind: MAPPING,
    operator: Operator.EMISSARY,
    ...shared,
    sharing: 'make one gateway for each Emissary',
    render: (gateway) => [
      entranceOf(gateway),
      ...settings(own).map((object) => inNamespace(object, namespace)),
      ...groupedBy(gateway.routes, ({ host }) => host).map(([route]) => hostFor(route, gateway, own)),
      ...gateway.routes.flatMap((route) => mappingsOf(route, own)),
    ],
  };
}

type Own = Required<Pick<EmissaryMappingSpec, 'ambassador_id'>>;

const RESOLVER = 'trainyard-endpoints';
// Paths are compared in the form in which they are passed on.
const CONFIG = { merge_slashes: true, reject_requests_with_escaped_slashes: true };

/** The settings of a whole Emissary. Their names are fixed, so that two gateways of one Emissary are a problem. */
function settings(own: Own): NamedManifest[] {
  const id = own.ambassador_id.join('-');
  const all = { ...own, hostBinding: { namespace: { from: 'ALL' } } } as const;
  return [
    objectOf(MODULE, 'ambassador', { ...own, config: CONFIG }),
    objectOf(ENDPOINT_RESOLVER, RESOLVER, own),
    objectOf(LISTENER, `${id}-8080`, { ...all, port: 8080, protocol: 'HTTP', securityModel: 'INSECURE' }),
    objectOf(LISTENER, `${id}-8443`, { ...all, port: 8443, protocol: 'HTTPS', securityModel: 'SECURE' }),
  ];
}

/** A Host has the Mappings with its label, and no others: those of a host with `*` are not for the hosts that it covers. */
function hostFor(route: ResolvedRoute, gateway: ResolvedGateway, own: Own): NamedManifest {
  const { host: hostname, entry = hostname } = route;
  const isClear = gateway.hosts[entry]?.kind === 'none';
  return objectOf(HOST, `${gateway.name}-${listenerName(hostname)}`, {
    ...{ ...own, hostname, mappingSelector: { matchLabels: labelOf(hostname) } },
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
    allow_upgrade: protocol === 'http' && !usual.serving ? ['websocket'] : undefined,
    // What a server has begun to answer is never sent again.
    retry_policy: retries > 0 ? { retry_on: 'connect-failure' as const, num_retries: retries } : undefined,
  };
  const mapping = (end: string, service: RoutedService, fields: Omit<EmissaryMappingSpec, 'service'>) => {
    const spec = { ...whole, ...fields, service: `${hostOf(service)}:${service.port}` };
    const object = objectOf(MAPPING, `${name}${end}`, spec);
    return { ...object, metadata: { ...object.metadata, labels: labelOf(host) } };
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
