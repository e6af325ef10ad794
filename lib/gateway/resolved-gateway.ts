import type { ICluster } from '../core/contracts/cluster';
import type { NamedManifest } from '../kubernetes/manifest';
import type { Exposure } from '../serving/exposure/exposure';
import type { ResolvedServing } from '../serving/serving';
import type { Certificate } from './certificate';
import type { ServiceAddress } from '../core/contracts/service-address';
import type { RouteOptions } from './route-options';

/** The number of further tries of a route that says none, where a backend takes a number. */
export const USUAL_RETRIES = 2;

/** A Service that requests are passed on to. */
export interface RoutedService extends ServiceAddress {
  readonly namespace: string;
  readonly protocol: 'http' | 'grpc';
  /** The percent of the requests that it gets. */
  readonly percent: number;
  /** The model server behind it, with its checks, its drain and its longest request. @default - another program */
  readonly serving?: ResolvedServing;
  /** The object of a Service for one version alone, which the gateway makes. @default - others make it */
  readonly service?: NamedManifest;
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
  /** They grow until synthesis. */
  readonly routes: readonly ResolvedRoute[];
}

/** One kind of request and its route. */
export interface RouteMatch {
  readonly path: string;
  readonly route: ResolvedRoute;
}

/** All kinds of requests in the order in which they are tried: longer hosts, then longer paths, then more headers come first. */
export function matchesOf({ routes }: Pick<ResolvedGateway, 'routes'>): RouteMatch[] {
  const rank = ({ path, route: { host, headers } }: RouteMatch) =>
    ((host.startsWith('*') ? 0 : 1e3) + host.length) * 1e8 + path.length * 1e3 + Object.keys(headers).length;
  const matches = routes.flatMap((route) => route.paths.map((path): RouteMatch => ({ path, route })));
  return matches.sort((a, b) => rank(b) - rank(a));
}

/** All Services that routes lead to, or copy requests to. */
export function servicesOf({ routes }: Pick<ResolvedGateway, 'routes'>): RoutedService[] {
  return routes.flatMap(({ versions, mirror }) => [...versions, ...(mirror ? [mirror] : [])]);
}

/** True if a gateway asks the endpoint picker of the server behind a Service, which knows nothing of Services for one version. */
export function asksPicker(
  { name, serving }: RoutedService,
  { picksEndpoints = false }: { readonly picksEndpoints?: boolean },
) {
  return picksEndpoints && serving?.endpointPicker !== undefined && serving.name === name;
}

/** The longest drain of a load balancer of Google Cloud, and of a node that GKE upgrades. */
const LONGEST_DRAIN = 3600;

/** The time for which a proxy that ends, or one whose pod ends, waits for the requests of routes. */
export function drainSeconds(routes: readonly Pick<ResolvedRoute, 'timeout'>[]): number {
  return Math.min(Math.max(0, ...routes.map(({ timeout }) => timeout.toSeconds())), LONGEST_DRAIN);
}

/** The name of a Service in its cluster. */
export function hostOf({ name, namespace }: Pick<RoutedService, 'name' | 'namespace'>): string {
  return `${name}.${namespace}`;
}

/** A path as programs compare it that know no parts of paths: the path itself, and what begins with it and a `/`. */
export function pathForms(path: string): { readonly value: string; readonly exact: boolean }[] {
  const below = { value: path === '/' ? path : `${path}/`, exact: false };
  return path === '/' ? [below] : [{ value: path, exact: true }, below];
}

/** The names by which lists may have a host: its own, and that with `*` which covers it. */
export function namesOf(host: string): readonly string[] {
  return [host, host.replace(/^[^.]*/, '*')];
}
