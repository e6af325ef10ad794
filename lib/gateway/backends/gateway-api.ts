import { groupedBy } from '../../core/grouped';
import { GATEWAY, GATEWAY_CLASS, GRPC_ROUTE, HTTP_ROUTE, REFERENCE_GRANT } from '../../kubernetes/kinds/gateway';
import type { GatewaySpec } from '../../kubernetes/kinds/gateway-specs';
import { groupOf, objectOf, type Kind } from '../../kubernetes/kinds/kind';
import { INFERENCE_POOL } from '../../kubernetes/kinds/serving';
import { inNamespace, type NamedManifest } from '../../kubernetes/manifest';
import { listenerName, secretOf } from '../certificate';
import type { GatewayBackend } from '../gateway-backend';
import {
  asksPicker,
  hostOf,
  servicesOf,
  type ResolvedGateway,
  type ResolvedRoute,
  type RoutedService,
} from '../resolved-gateway';

export interface GatewayApiOptions {
  /** The program that serves the objects. @default - Envoy Gateway */
  readonly implementation?: GatewayImplementation;
  /** The GatewayClass. @default - one of the gateway's own */
  readonly className?: string;
}

/** A program that serves the Gateway API, and its own objects for what the API leaves open. */
export interface GatewayImplementation extends Omit<GatewayBackend, 'addressCommand' | 'render'> {
  /** The name by which a GatewayClass asks for it. */
  readonly controller: string;
  /** The kind of the object with settings that a Gateway names. @default - none */
  readonly parameters?: Kind;
  /** The addresses of a Gateway. @default - one that it finds */
  readonly addresses?: GatewaySpec['addresses'];
  /** Annotations of Gateways with certificates of Google. @default - it has none, which is a problem */
  readonly annotations?: Readonly<Record<string, string>>;
  /** True if the longest time of a request is in its policies, not in the HTTPRoute. @default false */
  readonly timesRequests?: boolean;
  policies(gateway: ResolvedGateway): readonly NamedManifest[];
}

/** Gateway, HTTPRoute and GRPCRoute, and a ReferenceGrant for the Services of each other namespace. */
export function gatewayApi(implementation: GatewayImplementation, className?: string): GatewayBackend {
  const { controller, parameters, addresses } = implementation;
  return {
    ...implementation,
    addressCommand: ({ name: own, namespace }) =>
      `kubectl -n ${namespace} get gateway ${own} -o jsonpath='{.status.addresses[0].value}{"\\n"}'`,
    render(gateway) {
      const gatewayClassName = className ?? `${gateway.namespace}-${gateway.name}`;
      const infrastructure = parameters && { parametersRef: referenceTo(parameters, gateway.name) };
      const listeners = Object.keys(gateway.hosts).map((host) => listenerOf(host, gateway));
      const isOfGoogle = Object.values(gateway.hosts).some(({ kind: origin }) => origin === 'google');
      const annotations = isOfGoogle ? implementation.annotations : undefined;
      const entry = objectOf(GATEWAY, gateway.name, { gatewayClassName, infrastructure, addresses, listeners });
      return [
        ...(className === undefined ? [objectOf(GATEWAY_CLASS, gatewayClassName, { controllerName: controller })] : []),
        { ...entry, metadata: { ...entry.metadata, annotations } },
        ...gateway.routes.map((route) => routeOf(route, gateway, implementation)),
        ...grantsOf(gateway, implementation),
        ...implementation.policies(gateway),
      ];
    },
  };
}

export function referenceTo(kind: Kind, name: string) {
  return { group: groupOf(kind), kind: kind.kind, name };
}

/** The object to which requests go: the Service, or the InferencePool of a server with an endpoint picker. */
export function placeOf(service: RoutedService, backend: Pick<GatewayBackend, 'picksEndpoints'>) {
  const { name } = service;
  return asksPicker(service, backend) ? referenceTo(INFERENCE_POOL, name) : { group: '', kind: 'Service', name };
}

/** The kind of a route's object. */
export function kindOf({ protocol }: ResolvedRoute): Kind {
  return protocol === 'grpc' ? GRPC_ROUTE : HTTP_ROUTE;
}

function listenerOf(hostname: string, gateway: ResolvedGateway) {
  const listener = { name: listenerName(hostname), hostname };
  const kind = gateway.hosts[hostname]?.kind;
  if (kind === 'none') return { ...listener, port: 80, protocol: 'HTTP' };
  // The Gateway names a map of such certificates, or has a problem.
  const tls = kind === 'google' ? undefined : { certificateRefs: [{ name: secretOf(hostname, gateway) }] };
  return { ...listener, port: 443, protocol: 'HTTPS', tls };
}

function routeOf(route: ResolvedRoute, gateway: ResolvedGateway, implementation: GatewayImplementation): NamedManifest {
  const { name, host, entry = host, paths, versions, mirror, timeout } = route;
  const pairs = Object.entries(route.headers).map(([header, value]) => ({ name: header, value }));
  const headers = pairs.length > 0 ? pairs : undefined;
  const backend = (service: RoutedService) => {
    const { namespace, port } = service;
    const place = placeOf(service, implementation);
    const there = place.group === '' ? { name: place.name, port } : place;
    return { ...there, ...(namespace !== gateway.namespace && { namespace }) };
  };
  // Envoy Gateway 1.9 finds a mirror of a GRPCRoute only among the backends, and else answers all its requests with an error.
  const known = mirror && route.protocol === 'grpc' ? [{ ...mirror, percent: 0 }] : [];
  const copied = mirror && { backendRef: backend(mirror), percent: mirror.percent };
  const rule = {
    filters: copied && [{ type: 'RequestMirror' as const, requestMirror: copied }],
    backendRefs: [...versions, ...known].map((each) => ({ ...backend(each), weight: each.percent })),
  };
  const whole = { parentRefs: [{ name: gateway.name, sectionName: listenerName(entry) }], hostnames: [host] };
  if (route.protocol === 'grpc') {
    const matches = paths.map((path) => ({ method: methodOf(path), headers }));
    return objectOf(GRPC_ROUTE, name, { ...whole, rules: [{ matches, ...rule }] });
  }
  const matches = paths.map((value) => ({ path: { type: 'PathPrefix' as const, value }, headers }));
  const timeouts = implementation.timesRequests === true ? undefined : { request: `${timeout.toSeconds()}s` };
  return objectOf(HTTP_ROUTE, name, { ...whole, rules: [{ matches, ...rule, timeouts }] });
}

/** `/package.Service/Call` as the Gateway API has it. */
function methodOf(path: string) {
  const [, service = '', method] = path.split('/');
  return service === '' ? undefined : { service, method };
}

function grantsOf(gateway: ResolvedGateway, implementation: GatewayImplementation): NamedManifest[] {
  const { name, namespace } = gateway;
  const from = [HTTP_ROUTE, GRPC_ROUTE].map((kind) => ({ group: groupOf(kind), kind: kind.kind, namespace }));
  const others = servicesOf(gateway).filter((each) => each.namespace !== namespace);
  return groupedBy(others, (each) => each.namespace).map((services) => {
    const to = groupedBy(services, hostOf).map(([service]) => placeOf(service, implementation));
    return inNamespace(objectOf(REFERENCE_GRANT, `${namespace}-${name}`, { from, to }), services[0].namespace);
  });
}
