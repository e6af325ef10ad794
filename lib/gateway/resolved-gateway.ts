import type { ICluster } from '../core/contracts/cluster';
import type { NamedManifest } from '../kubernetes/manifest';
import type { Exposure } from '../serving/exposure/exposure';
import type { ServerPort } from '../serving/model-server';
import type { ResolvedServing } from '../serving/serving';
import type { Certificate } from './certificate';
import type { ServiceAddress } from '../core/contracts/service-address';
import type { RouteOptions } from './route-options';

/** The number of further tries of a route that says none, where a backend takes a number. */
export const USUAL_RETRIES = 2;

/** A Service that requests are passed on to. */
export interface RoutedService
  extends Pick<ServerPort, 'port' | 'protocol' | 'clientPaths'>, Pick<ServiceAddress, 'healthPath'> {
  readonly name: string;
  readonly namespace: string;
  /** The percent of the requests that it gets. */
  readonly percent: number;
  /** The pods behind it, which are closed to gateways that have no route to them. @default - others decide who reaches them */
  readonly pods?: RoutedPods;
  /** The model server behind it, with its checks, its drain and its longest request. @default - another program */
  readonly serving?: ResolvedServing;
  /** The object of a Service for one version alone, which the gateway makes. @default - others make it */
  readonly service?: NamedManifest;
}

/** The pods of a model server or of the router of a graph. */
export interface RoutedPods {
  /** The value of their workload label. */
  readonly workload: string;
  readonly port: number;
  readonly cluster?: ICluster;
}

/** A route with all defaults filled in. */
export interface ResolvedRoute
  extends Required<Pick<RouteOptions, 'headers' | 'timeout'>>, Pick<RouteOptions, 'retries' | 'signIn' | 'limit'> {
  /** The name of its objects. */
  readonly name: string;
  /** The address that clients use: `https://models.acme.com/v1`, or `models.acme.com:443` for gRPC. */
  readonly address: string;
  readonly host: string;
  /** The host of the gateway that it is, or that covers it. @default - the gateway has none, which is a problem */
  readonly entry?: string;
  readonly protocol: 'http' | 'grpc';
  /** Each path stands for itself and all below it. `/` is every path. */
  readonly paths: readonly string[];
  /** The versions, whose percents are 100 together. The usual one comes first. */
  readonly versions: readonly [RoutedService, ...RoutedService[]];
  /** @default - none */
  readonly mirror?: RoutedService;
}

/** A gateway with all defaults filled in: the input of backends. */
export interface ResolvedGateway {
  readonly name: string;
  readonly namespace: string;
  /** @default - not known */
  readonly cluster?: ICluster;
  readonly exposure: Exposure;
  readonly hosts: Readonly<Record<string, Certificate>>;
  readonly routes: readonly ResolvedRoute[];
}

/** One kind of request and its route. */
export interface RouteMatch extends Pick<ResolvedRoute, 'host' | 'headers'> {
  readonly path: string;
  readonly route: ResolvedRoute;
}

/** All kinds of requests in the order in which they are tried: longer hosts, then longer paths, then more headers come first. */
export function matchesOf({ routes }: Pick<ResolvedGateway, 'routes'>): RouteMatch[] {
  const rank = ({ host, path, headers }: RouteMatch) =>
    ((host.startsWith('*') ? 0 : 1e3) + host.length) * 1e8 + path.length * 1e3 + Object.keys(headers).length;
  const matches = routes.flatMap((route) =>
    route.paths.map((path): RouteMatch => ({ host: route.host, headers: route.headers, path, route })),
  );
  return matches.sort((a, b) => rank(b) - rank(a));
}

/** All Services that routes lead to, or copy requests to. */
export function servicesOf({ routes }: Pick<ResolvedGateway, 'routes'>): RoutedService[] {
  return routes.flatMap(({ versions, mirror }) => [...versions, ...(mirror ? [mirror] : [])]);
}

type Named = Pick<RoutedService, 'name' | 'namespace'>;

/** True if both are the same Service. */
export function isSame(one: Named, other: Named): boolean {
  return one.name === other.name && one.namespace === other.namespace;
}

/** The same, each Service once. */
export function distinctServicesOf({ routes }: Pick<ResolvedGateway, 'routes'>): RoutedService[] {
  const all = servicesOf({ routes });
  return all.filter((service, index) => all.findIndex((each) => isSame(each, service)) === index);
}

/** The names by which lists may have a host: its own, and that with `*` which covers it. */
export function namesOf(host: string): readonly string[] {
  return [host, host.replace(/^[^.]*/, '*')];
}

/** The hosts of all routes. */
export function hostsOf({ routes }: Pick<ResolvedGateway, 'routes'>): string[] {
  return [...new Set(routes.map(({ host }) => host))];
}
