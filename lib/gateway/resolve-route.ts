import { Duration } from 'cdk8s';
import { isStandIn } from '../core/problems';
import type { ServerPort } from '../serving/model-server';
import { trackServiceOf } from '../serving/platforms/kubernetes-services';
import type { ResolvedServing, TrackName } from '../serving/serving';
import { namesOf, type ResolvedGateway, type ResolvedRoute, type RoutedService } from './resolved-gateway';
import type { RouteOptions, RouteShare, RouteTarget } from './route-options';

/** The port of a server; `undefined` if it has none of that name. */
export function portOf({ tracks: [{ container }] }: ResolvedServing, name?: string): ServerPort | undefined {
  return name === undefined ? container.ports[0] : container.ports.find((port) => port.name === name);
}

/** A share of requests. @param portName the port of a model server @param usual the namespace of Services that name none */
export function shareOf({ to, percent }: RouteShare, portName?: string, usual = ''): RoutedService {
  if ('serving' in to) {
    const { name, namespace, tracks, pool, requestTimeout } = to.serving;
    const { port, protocol, clientPaths } = portOf(to.serving, portName) ?? tracks[0].container.ports[0];
    const pods = { workload: name, port, cluster: pool.cluster };
    return { name, namespace, port, protocol, clientPaths, requestTimeout, percent, pods, serving: to.serving };
  }
  if ('graph' in to) {
    const { name: workload, namespace, entry, servers, requestTimeout } = to.graph;
    const { name, port, path, healthPath, ports } = entry;
    const pods = { workload, port: ports[0] ?? port, cluster: Object.values(servers)[0]?.pool.cluster };
    const calls = { protocol: 'http', clientPaths: [path || '/'] } as const;
    return { name, namespace, port, ...calls, healthPath, requestTimeout, percent, pods, operated: true };
  }
  const { namespace = usual, protocol = 'http' } = to;
  return { ...to, namespace, protocol, percent };
}

const folder = (path: string) => path.replace(/(?<=.)\/$/, '');
const isIn = (path: string, other: string) => other === '/' || path === other || path.startsWith(`${other}/`);

/** The paths that clients of a route reach: those of its target that are in the route's own path. */
export function pathsOf({ clientPaths = ['/'] }: RoutedService, path = '/'): string[] {
  const asked = folder(path);
  const known = clientPaths.map(folder);
  const reached = known.flatMap((each) => (isIn(each, asked) ? [each] : isIn(asked, each) ? [asked] : []));
  return [...new Set(reached)];
}

/** The places that a route names beside its usual one. */
export function placesOf({ canary, mirror }: RouteOptions): RouteShare[] {
  return [canary, mirror].filter((each) => typeof each === 'object');
}

/** The server, the graph or the Service to which a route leads. */
export function targetOf(to: RouteTarget) {
  return 'serving' in to ? to.serving : 'graph' in to ? to.graph : to;
}

/** True if a place of a route was refused before. */
export function hasRefused(options: RouteOptions): boolean {
  return [options, ...placesOf(options)].some(({ to }) => isStandIn(to) || isStandIn(targetOf(to)));
}

type Owner = Pick<ResolvedGateway, 'hosts' | 'name' | 'namespace'>;

/** Fills in the defaults of a route whose options are right. */
export function resolveRoute(name: string, options: RouteOptions, gateway: Owner): ResolvedRoute {
  const { to, port, headers = {}, canary, mirror, timeout, retries, signIn, limit } = options;
  const { host = Object.keys(gateway.hosts)[0] ?? '' } = options;
  const share = (place: RouteShare) => shareOf(place, port, gateway.namespace);
  const usual = share({ to, percent: 100 - (typeof canary === 'object' ? canary.percent : 0) });
  const { protocol, serving } = usual;
  const only = (track: TrackName, percent: number): RoutedService => {
    const name = `${gateway.name}-${usual.name}-${track}`;
    return { ...usual, name, percent, service: serving && trackServiceOf(serving, track, name) };
  };
  const paths = pathsOf(usual, options.path);
  const entry = namesOf(host).find((each) => Object.hasOwn(gateway.hosts, each));
  const isPlain = entry !== undefined && gateway.hosts[entry]?.kind === 'none';
  const web = `${isPlain ? 'http' : 'https'}://${host}${paths[0] ?? ''}`;
  return {
    ...{ name, host, entry, protocol, paths, headers, retries, signIn, limit },
    address: protocol === 'grpc' ? `${host}:${isPlain ? 80 : 443}` : web,
    versions:
      typeof canary === 'number'
        ? [only('stable', 100 - canary), only('canary', canary)]
        : [usual, ...(canary ? [share(canary)] : [])],
    mirror: mirror && share(mirror),
    timeout: timeout ?? usual.requestTimeout ?? Duration.seconds(30),
  };
}
