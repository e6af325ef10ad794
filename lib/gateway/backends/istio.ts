import { groupedBy } from '../../core/grouped';
import { DESTINATION_RULE, ISTIO_GATEWAY, VIRTUAL_SERVICE } from '../../kubernetes/kinds/istio';
import { objectOf } from '../../kubernetes/kinds/kind';
import { inNamespace, type NamedManifest } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import { UNANSWERED } from '../../serving/exposure/exposure';
import { listenerName, secretOf } from '../certificate';
import type { GatewayBackend } from '../gateway-backend';
import { hostOf, matchesOf, pathForms, servicesOf, USUAL_RETRIES } from '../resolved-gateway';
import type { ResolvedGateway, ResolvedRoute, RoutedService, RouteMatch } from '../resolved-gateway';
import { behind } from './entrance';

export interface IstioOptions {
  /** The namespace of the proxies, and of the Secrets with certificates. @default 'istio-ingress' */
  readonly namespace?: string;
  /** The Kubernetes service account of the proxies. @default 'istio-ingress' */
  readonly serviceAccountName?: string;
  /** The labels of the proxies. @default { istio: 'ingress' } */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Gateway, a VirtualService for each host, and a DestinationRule for each Service. */
export function istio(options: IstioOptions = {}): GatewayBackend {
  const { namespace = 'istio-ingress', serviceAccountName = 'istio-ingress', labels = { istio: 'ingress' } } = options;
  const { entranceOf, ...shared } = behind(namespace, labels, [80, 443]);
  return {
    name: 'Istio',
    kind: ISTIO_GATEWAY,
    operator: Operator.ISTIO,
    ...shared,
    caller: { namespace, serviceAccountName },
    secrets: namespace,
    sharedProxies: JSON.stringify([namespace, labels]),
    render: (gateway) => [
      entranceOf(gateway),
      objectOf(ISTIO_GATEWAY, gateway.name, {
        selector: labels,
        servers: Object.keys(gateway.hosts).map((host) => serverOf(host, gateway)),
      }),
      ...groupedBy(matchesOf(gateway), ({ route }) => route.host).map((matches) => routesOf(matches, gateway)),
      // Proxies read the rules of their own namespace first, and of other namespaces only those of the Service.
      ...groupedBy(servicesOf(gateway), hostOf).map((all) => inNamespace(ruleOf(all, gateway), namespace)),
    ],
  };
}

/** Only routes of the gateway's own namespace are served. */
function serverOf(host: string, gateway: ResolvedGateway) {
  const isClear = gateway.hosts[host]?.kind === 'none';
  const tls = isClear ? undefined : { mode: 'SIMPLE' as const, credentialName: secretOf(host, gateway) };
  const port = isClear ? { number: 80, protocol: 'HTTP' } : { number: 443, protocol: 'HTTPS' };
  return { hosts: [`./${host}`], port: { name: `${port.protocol.toLowerCase()}-${listenerName(host)}`, ...port }, tls };
}

/** The routes of one host. */
function routesOf(matches: readonly [RouteMatch, ...RouteMatch[]], { name }: ResolvedGateway): NamedManifest {
  const { host } = matches[0].route;
  const routes = { gateways: [name], hosts: [host], http: matches.map(routeOf) };
  return objectOf(VIRTUAL_SERVICE, `${name}-${listenerName(host)}`, routes);
}

/** The first route that takes a request gets it. */
function routeOf({ path, route }: RouteMatch) {
  const pairs = Object.entries(route.headers).map(([name, exact]) => [name.toLowerCase(), { exact }] as const);
  const headers = pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
  return {
    match: pathForms(path).map(({ value, exact }) => ({ uri: exact ? { exact: value } : { prefix: value }, headers })),
    ...sharesOf(route),
  };
}

/** The shares, the copies and the time limit of the requests of a route. */
export function sharesOf({ mirror, retries = USUAL_RETRIES, timeout, versions }: ResolvedRoute) {
  return {
    route: versions.map((version) => ({ destination: destinationOf(version), weight: version.percent })),
    mirrors: mirror && [{ destination: destinationOf(mirror), percentage: { value: mirror.percent } }],
    timeout: `${timeout.toSeconds()}s`,
    retries: { attempts: retries, retryOn: retries > 0 ? UNANSWERED.join() : undefined },
  };
}

/** A Service by the name that proxies know it by. */
export function fullHostOf(service: Pick<RoutedService, 'name' | 'namespace'>): string {
  return `${hostOf(service)}.svc.cluster.local`;
}

function destinationOf(service: RoutedService) {
  return { host: fullHostOf(service), port: { number: service.port } };
}

/** A pod is chosen for each request, by HTTP/2 for gRPC whatever the Service says of its port. */
function ruleOf(all: readonly [RoutedService, ...RoutedService[]], gateway: ResolvedGateway): NamedManifest {
  const [service] = all;
  const host = fullHostOf(service);
  const ports = new Map(all.map(({ port, protocol }) => [port, protocol]));
  const portLevelSettings = [...ports].map(([number, protocol]) => ({
    port: { number },
    loadBalancer: { simple: 'LEAST_REQUEST' as const },
    connectionPool: protocol === 'grpc' ? { http: { h2UpgradePolicy: 'UPGRADE' as const } } : undefined,
  }));
  const name = [gateway.namespace, gateway.name, service.namespace, service.name].join('-');
  return objectOf(DESTINATION_RULE, name, { exportTo: ['.'], host, trafficPolicy: { portLevelSettings } });
}
