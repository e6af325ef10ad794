import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { clusterKey, isSameCluster } from '../core/contracts/cluster';
import { boundsProblems, secondsProblems } from '../core/problems/bounds';
import type { Advice } from '../core/problems/check';
import { oneOf } from '../core/problems/one-of';
import { problem, type Problem } from '../core/problems/problem';
import { takeOnce } from '../core/problems/taken';
import { namespaceOf } from '../kubernetes/cluster-scoped';
import { SERVICE } from '../kubernetes/kinds/core';
import { isOfKind } from '../kubernetes/kinds/kind';
import { OPERATED_SERVICES } from '../kubernetes/operated-services';
import { hasSecretKey, keyProblems } from '../serving/exposure/exposure-problems';
import { ServingDeployment } from '../serving/serving-deployment';
import { entryProblems } from './graph-route';
import {
  isSame,
  matchesOf,
  servicesOf,
  type ResolvedGateway,
  type RoutedService,
  type RouteMatch,
} from './resolved-gateway';
import { pathsOf, placesOf, portOf, shareOf } from './resolve-route';
import type { RouteOptions, RouteTarget } from './route-options';

/** Problems of a route's options by themselves. */
export function* routeProblems(options: RouteOptions): Generator<Problem> {
  const { to, port, path, canary, mirror, timeout, limit } = options;
  const percent = typeof canary === 'number' ? { canary } : { 'canary.percent': canary?.percent };
  const percents = { ...percent, 'mirror.percent': mirror?.percent };
  yield* boundsProblems('gateway-percent', percents, { most: 100 });
  yield* boundsProblems('gateway-limit', { 'limit.requests': limit?.requests }, { least: 1 });
  yield* secondsProblems({ timeout }, { least: 1, most: 86_400 });
  const usual = shareOf({ to, percent: 100 }, port);
  for (const { to: place } of [options, ...placesOf(options)]) {
    yield* portProblems(place, port);
    if ('graph' in place) yield* entryProblems(`graph "${place.graph.name}"`, place.graph);
  }
  const paths = pathsOf(usual, path);
  for (const other of placesOf(options)) {
    const property = other === mirror ? 'mirror' : 'canary';
    yield* versionProblems(property, shareOf(other, port), usual, paths);
  }
  if (typeof canary === 'number') yield* ownCanaryProblems(to, canary, usual.name);
  if (paths.length > 0) return;
  const message = `path "${path}" has none of the calls of "${usual.name}", which are ${pathsOf(usual).join(', ')}`;
  yield problem('gateway-path', 'path', message, 'leave path out, or give one of these');
}

/** Problems of a server's port: only its inference calls are passed on. */
function* portProblems(to: RouteTarget, name?: string): Generator<Problem> {
  if (!('serving' in to)) return;
  const { server, tracks } = to.serving;
  const port = portOf(to.serving, name);
  const others = tracks[0].container.ports.filter((each) => each !== port).map((each) => `"${each.name}"`);
  const use = others.length > 0 ? [`use ${oneOf(others)}`] : [];
  const fault = (message: string, ...fixes: string[]) =>
    problem('gateway-port', 'port', message, [...use, ...fixes].join(', or '));
  if (!port) {
    yield fault(`${server.name} has no port "${name}"`);
    return;
  }
  const clients = `clients of port "${port.name}" of ${server.name}`;
  if (port.tls === true) yield fault(`${clients} speak TLS with it, not with a gateway`, 'leave tls of the server out');
  if (port.admin === undefined || port.clientPaths) return;
  const message = `${clients} can ${port.admin}, and clientPaths does not say which calls they need`;
  yield fault(message, 'set clientPaths of the port');
}

/** Problems of a version that cannot answer what the usual one is asked, or that answers more than inference calls then. */
function* versionProblems(
  property: string,
  version: RoutedService,
  usual: RoutedService,
  paths: readonly string[],
): Generator<Problem> {
  const [model, asked] = [version.serving?.modelName, usual.serving?.modelName];
  if (version.protocol === usual.protocol && (model === asked || !version.serving || !usual.serving)) {
    // Two versions of a server differ in the numbers of their calls alone.
    const isCall = (path: string) => pathsOf(version, path).includes(path);
    const other = paths.find((path) => !isCall(path) && !isCall(path.replace(/\/versions\/\d+/, '')));
    if (other === undefined) return;
    const calls = pathsOf(version).join(', ');
    const message = `the route passes on "${other}", but clients of "${version.name}" reach its calls alone, which are ${calls}`;
    yield problem('gateway-path', 'path', message, 'set path to one of these, or name another version');
    return;
  }
  const [answers, questions] = [version, usual].map(
    ({ protocol, serving }) => `${protocol}${serving ? ` for the model "${serving.modelName}"` : ''}`,
  );
  const message = `"${version.name}" answers ${answers}, but clients of "${usual.name}" ask by ${questions}`;
  const fix = `name another version${asked === undefined ? '' : `, or set its modelName to '${asked}'`}`;
  yield problem('gateway-version', property, message, fix);
}

/** Problems of a percent for the canary of the server itself. */
function* ownCanaryProblems(to: RouteTarget, percent: number, name: string): Generator<Problem> {
  const serving = 'serving' in to ? to.serving : undefined;
  if (!serving?.tracks.some((track) => track.name === 'canary')) {
    const fix = `${serving ? 'give the server one' : 'use a ServingDeployment'}, or name another version, such as { to: next, percent: ${percent} }`;
    yield problem('gateway-version', 'canary', `"${name}" has no canary of its own`, fix);
  } else if ('node' in to && !to.node.tryFindChild(SERVICE.kind)) {
    const message = `"${name}" has no Service on its platform, and nothing tells the pods of its canary apart`;
    yield problem('gateway-version', 'canary', message, 'leave canary out, or use ServingPlatform.kubernetes()');
  }
}

/** Problems of routes that do not belong together, or not to their gateway. */
export function* gatewayProblems(gateway: ResolvedGateway): Generator<Problem> {
  const { hosts, routes, cluster } = gateway;
  const known = oneOf(Object.keys(hosts).map((host) => `"${host}"`));
  for (const { name, host } of routes.filter(({ entry }) => entry === undefined)) {
    const message = `route "${name}" is for "${host}", of which the gateway has no certificate`;
    yield problem('gateway-host', 'host', message, `add it to hosts of the gateway, or use ${known}`);
  }
  for (const { name, versions, signIn } of routes) {
    for (const { serving } of signIn ? [] : versions) if (serving) yield* keyProblems(gateway.exposure.way, serving);
    const keyed = versions.find(({ serving }) => serving && hasSecretKey(serving.tracks[0]));
    if (!keyed || signIn?.kind !== 'basic') continue;
    const message = `route "${name}" asks for a password in the header in which "${keyed.name}" gets its key, so no request has both`;
    yield problem('gateway-option', 'signIn', message, 'leave signIn out, because the key is enough');
  }
  for (const { name, pods } of servicesOf(gateway)) {
    const other = pods?.cluster;
    if (!cluster || !other || isSameCluster(cluster, other)) continue;
    const message = `"${name}" is in cluster "${other.clusterName}", which a gateway in cluster "${cluster.clusterName}" does not reach`;
    yield problem('gateway-cluster', 'to', message, `make a gateway in a chart of cluster "${other.clusterName}"`);
  }
  const matches = matchesOf(gateway);
  for (const [index, match] of matches.entries()) {
    const other = matches.slice(0, index).find((each) => takesSame(each, match));
    if (!other) continue;
    const message = `routes "${other.route.name}" and "${match.route.name}" both take ${match.path} of "${match.host}"`;
    yield problem('gateway-overlap', 'path', message, 'give one of them another host, another path or more headers');
  }
}

/** Claims the ports of the address of a gateway. A second gateway that claims one is a problem at synthesis. */
export function takeAddress(owner: IConstruct, { hosts, cluster }: ResolvedGateway, address?: string): void {
  if (address === undefined) return;
  const clusterName = cluster && clusterKey(cluster);
  for (const port of new Set(Object.values(hosts).map(({ kind }) => (kind === 'none' ? 80 : 443)))) {
    takeOnce(owner, ['gateway', clusterName, address, String(port)], (other) => {
      const message = `port ${port} of address "${address}" leads to ${other.node.path} already`;
      return problem('gateway-address', 'backend', message, 'add its hosts there, or give it an address of its own');
    });
  }
}

/** True if both take some requests, and neither comes first. */
function takesSame(one: RouteMatch, other: RouteMatch): boolean {
  const headers = Object.entries(one.headers);
  const others = new Map(Object.entries(other.headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (
    one.host === other.host &&
    one.path === other.path &&
    headers.length === others.size &&
    headers.every(([name, value]) => (others.get(name.toLowerCase()) ?? value) === value)
  );
}

/** Problems of model servers that a route reaches by the name of a Service, or that have no Service. */
export function* serverProblems(gateway: ResolvedGateway, root: IConstruct): Generator<Problem> {
  const servings = root.node.findAll().flatMap((each) => (each instanceof ServingDeployment ? [each.serving] : []));
  const isMade = madeIn(root);
  for (const service of servicesOf(gateway)) {
    const { name, serving } = service;
    if (serving?.entry) yield* entryProblems(`"${name}"`, { ...serving, entry: serving.entry });
    else if (serving && !isMade(service)) {
      const message = `the platform of "${name}" makes no Service for it, so no request would arrive`;
      const fix = 'use ServingPlatform.kubernetes(), or name the Service to which clients of the platform go';
      yield problem('gateway-server', 'to', message, fix);
    } else if (!serving && servings.some((each) => isSame(each, service))) {
      const message = `"${name}" is the Service of a model server, whose ports are closed to gateways or open with all of its calls`;
      yield problem('gateway-server', 'to', message, `give the ServingDeployment "${name}" itself`);
    }
  }
}

/** Advice about Services that the program does not make. */
export function* serviceAdvice(gateway: ResolvedGateway, root: IConstruct): Generator<Advice> {
  const isMade = madeIn(root);
  for (const service of servicesOf(gateway)) {
    if (service.pods || isMade(service)) continue;
    const { name, namespace } = service;
    const message = `the program makes no Service "${name}" in namespace "${namespace}", and its share of requests fails without one`;
    const fix = 'name a Service of the program, or acknowledge this if others make it';
    yield problem('gateway-service', 'to', message, fix);
  }
}

/** Tells whether the program makes a Service. */
function madeIn(root: IConstruct): (service: RoutedService) => boolean {
  const made = root.node.findAll().flatMap((each) => {
    const isService = ApiObject.isApiObject(each) && isOfKind(each, SERVICE);
    return isService ? [{ name: each.name, namespace: namespaceOf(each) ?? 'default' }] : [];
  });
  const operated = OPERATED_SERVICES.all(root).map(({ entry }) => entry);
  return (service) => [...made, ...operated].some((each) => isSame(each, service));
}
