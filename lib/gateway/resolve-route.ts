import { Duration } from 'cdk8s';
import type { ServerPort } from '../serving/model-server';
import type { ResolvedServing } from '../serving/serving';
import type { ResolvedGateway, ResolvedRoute, RoutedService } from './resolved-gateway';
import type { RouteOptions, RouteTarget } from './route-options';

/** A port that a route leads to. */
export type TargetPort = Omit<RoutedService, 'percent'> & Pick<ServerPort, 'protocol' | 'clientPaths'>;

/** The port of a server; `undefined` if it has none of that name. */
export function portOf({ tracks: [{ container }] }: ResolvedServing, name?: string): ServerPort | undefined {
  return name === undefined ? container.ports[0] : container.ports.find((port) => port.name === name);
}

/** @param usual the namespace of Services that name none */
export function targetOf(to: RouteTarget, portName: string | undefined, usual = ''): TargetPort {
  if (!('serving' in to)) {
    const { name, namespace = usual, port, protocol = 'http' } = to;
    return { name, namespace, port, protocol };
  }
  const { name, namespace, tracks } = to.serving;
  const { port, protocol, clientPaths } = portOf(to.serving, portName) ?? tracks[0].container.ports[0];
  return { name, namespace, port, protocol, clientPaths, serving: to.serving };
}

const folder = (path: string) => path.replace(/(?<=.)\/$/, '');
const isIn = (path: string, other: string) => other === '/' || path === other || path.startsWith(`${other}/`);

/** The paths that clients of a route reach: those of its target that are in the route's own path. */
export function pathsOf({ clientPaths = ['/'] }: TargetPort, path = '/'): string[] {
  const asked = folder(path);
  const known = clientPaths.map(folder);
  const reached = known.flatMap((each) => (isIn(each, asked) ? [each] : isIn(asked, each) ? [asked] : []));
  return [...new Set(reached)];
}

/** Fills in the defaults of a route whose options are right. */
export function resolveRoute(name: string, options: RouteOptions, gateway: ResolvedGateway): ResolvedRoute {
  const { to, port, path, headers = {}, canary, mirror, timeout, retries = 2, signIn, limit } = options;
  const { host = Object.keys(gateway.hosts)[0] ?? '' } = options;
  const share = (place: RouteTarget, percent: number): RoutedService => {
    const { protocol: _protocol, clientPaths: _paths, ...service } = targetOf(place, port, gateway.namespace);
    return { ...service, percent };
  };
  const { protocol, serving, ...target } = targetOf(to, port, gateway.namespace);
  const paths = pathsOf({ protocol, serving, ...target }, path);
  const entry = [host, host.replace(/^[^.]*/, '*')].find((each) => Object.hasOwn(gateway.hosts, each));
  const isPlain = entry !== undefined && gateway.hosts[entry]?.kind === 'none';
  const web = `${isPlain ? 'http' : 'https'}://${host}${paths[0] ?? ''}`;
  return {
    ...{ name, host, entry, protocol, paths, headers, retries, signIn, limit },
    address: protocol === 'grpc' ? `${host}:${isPlain ? 80 : 443}` : web,
    versions: [share(to, 100 - (canary?.percent ?? 0)), ...(canary ? [share(canary.to, canary.percent)] : [])],
    mirror: mirror && share(mirror.to, mirror.percent),
    timeout: timeout ?? serving?.requestTimeout ?? Duration.seconds(30),
  };
}
