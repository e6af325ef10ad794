import { DESTINATION_RULE, ISTIO_GATEWAY, VIRTUAL_SERVICE } from '../../kubernetes/kinds/istio';
import { objectOf } from '../../kubernetes/kinds/kind';
import { inNamespace, type NamedManifest } from '../../kubernetes/manifest';
import { podsOfNamespaces } from '../../kubernetes/network-policy';
import { Operator } from '../../operators/operator';
import { UNANSWERED } from '../../serving/exposure/exposure';
import { listenerName, secretOf } from '../certificate';
import type { GatewayBackend } from '../gateway-backend';
import {
  distinctServicesOf,
  hostsOf,
  matchesOf,
  servicesOf,
  USUAL_RETRIES,
  type ResolvedGateway,
  type ResolvedRoute,
  type RoutedService,
  type RouteMatch,
} from '../resolved-gateway';
import { entranceAddress, entranceOf } from './entrance';
import { lackProblems } from './lacks';
import { pathForms } from './path-forms';

export interface IstioOptions {
  /** The namespace of the proxies, and of the Secrets with certificates. @default 'istio-ingress' */
  readonly namespace?: string;
  /** The Kubernetes service account of the proxies. @default 'istio-ingress' */
  readonly serviceAccountName?: string;
  /** The labels of the proxies. @default { istio: 'ingress' } */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Gateway, a VirtualService for each host, and a DestinationRule for each Service. */
export function istio(options: IstioOptions): GatewayBackend {
  const { namespace = 'istio-ingress', serviceAccountName = 'istio-ingress', labels = { istio: 'ingress' } } = options;
  const proxies = { namespace, labels, ports: { http: 80, https: 443 } };
  return {
    name: 'Istio',
    kind: ISTIO_GATEWAY,
    operator: Operator.ISTIO,
    proxies: [podsOfNamespaces(namespace)],
    caller: { namespace, serviceAccountName },
    secrets: namespace,
    shared: JSON.stringify([namespace, labels]),
    problems: (gateway) => lackProblems('Istio', gateway),
    addressCommand: (gateway) => entranceAddress(gateway, proxies),
    render: (gateway) => [
      entranceOf(gateway, proxies),
      objectOf(ISTIO_GATEWAY, gateway.name, {
        selector: labels,
        servers: Object.keys(gateway.hosts).map((host) => serverOf(host, gateway)),
      }),
      ...hostsOf(gateway).map((host) => routesOf(host, gateway)),
      // Proxies read the rules of their own namespace first, and of other namespaces only those of the Service.
      ...distinctServicesOf(gateway).map((service) => inNamespace(ruleOf(service, gateway), namespace)),
    ],
  };
}

/** Only routes of the gateway's own namespace are served. */
function serverOf(host: string, gateway: ResolvedGateway) {
  const name = listenerName(host);
  const hosts = [`./${host}`];
  if (gateway.hosts[host]?.kind === 'none')
    return { hosts, port: { name: `http-${name}`, number: 80, protocol: 'HTTP' } };
  const tls = { mode: 'SIMPLE', credentialName: secretOf(host, gateway) } as const;
  return { hosts, port: { name: `https-${name}`, number: 443, protocol: 'HTTPS' }, tls };
}

/** The routes of one host. */
function routesOf(host: string, gateway: ResolvedGateway): NamedManifest {
  const http = matchesOf(gateway)
    .filter((match) => match.host === host)
    .map(routeOf);
  const name = `${gateway.name}-${listenerName(host)}`;
  return objectOf(VIRTUAL_SERVICE, name, { gateways: [gateway.name], hosts: [host], http });
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

export const hostOf = ({ name, namespace }: Pick<RoutedService, 'name' | 'namespace'>) =>
  `${name}.${namespace}.svc.cluster.local`;

function destinationOf(service: RoutedService) {
  return { host: hostOf(service), port: { number: service.port } };
}

/** A pod is chosen for each request, by HTTP/2 for gRPC whatever the Service says of its port. */
function ruleOf(service: RoutedService, gateway: ResolvedGateway): NamedManifest {
  const host = hostOf(service);
  const all = servicesOf(gateway).filter((each) => hostOf(each) === host);
  const ports = new Map(all.map(({ port, protocol }) => [port, protocol]));
  const portLevelSettings = [...ports].map(([number, protocol]) => ({
    port: { number },
    loadBalancer: { simple: 'LEAST_REQUEST' as const },
    connectionPool: protocol === 'grpc' ? { http: { h2UpgradePolicy: 'UPGRADE' as const } } : undefined,
  }));
  const name = [gateway.namespace, gateway.name, service.namespace, service.name].join('-');
  return objectOf(DESTINATION_RULE, name, { exportTo: ['.'], host, trafficPolicy: { portLevelSettings } });
}
