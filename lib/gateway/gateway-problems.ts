import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { isSameCluster } from '../core/contracts/cluster';
import { boundsProblems, secondsProblems } from '../core/problems/bounds';
import type { Advice } from '../core/problems/check';
import { oneOf } from '../core/problems/one-of';
import { problem, type Problem } from '../core/problems/problem';
import { namespaceOf } from '../kubernetes/cluster-scoped';
import { SERVICE } from '../kubernetes/kinds/core';
import { isOfKind } from '../kubernetes/kinds/kind';
import { keyProblems } from '../serving/exposure/exposure-problems';
import { matchesOf, servicesOf, type ResolvedGateway, type RoutedService, type RouteMatch } from './resolved-gateway';
import { pathsOf, placesOf, portOf, shareOf } from './resolve-route';
import type { RouteOptions, RouteTarget } from './route-options';

/** Problems of a route's options by themselves. */
export function* routeProblems(options: RouteOptions): Generator<Problem> {
  const { to, port, path, canary, mirror, timeout } = options;
  const percent = typeof canary === 'number' ? { canary } : { 'canary.percent': canary?.percent };
  const percents = { ...percent, 'mirror.percent': mirror?.percent };
  yield* boundsProblems('gateway-percent', percents, { most: 100 });
  yield* secondsProblems({ timeout }, { least: 1, most: 86_400 });
  const usual = shareOf({ to, percent: 100 }, port);
  for (const place of [options, ...placesOf(options)]) yield* portProblems(place.to, port);
  for (const other of placesOf(options)) yield* versionProblems(shareOf(other, port), usual);
  if (typeof canary === 'number') yield* ownCanaryProblems(to, canary, usual.name);
  if (pathsOf(usual, path).length > 0) return;
  const message = `path "${path}" has none of the calls of "${usual.name}", which are ${pathsOf(usual).join(', ')}`;
  yield problem('gateway-path', 'path', message, 'leave path out, or give one of these');
}

/** Problems of a server's port: only its inference calls are passed on. */
function* portProblems(to: RouteTarget, name?: string): Generator<Problem> {
  if (!('serving' in to)) return;
  const { server, tracks } = to.serving;
  const port = portOf(to.serving, name);
  const known = oneOf(tracks[0].container.ports.map((each) => `"${each.name}"`));
  const faults = [
    port === undefined && `${server.name} has no port "${name}"`,
    port?.tls === true && `clients of port "${port.name}" of ${server.name} speak TLS with it, not with a gateway`,
    port?.admin !== undefined &&
      !port.clientPaths &&
      `clients of port "${port.name}" of ${server.name} can ${port.admin}, and clientPaths does not say which calls they need`,
  ];
  for (const fault of faults) if (fault) yield problem('gateway-port', 'port', fault, `use ${known}`);
}

/** Problems of a version that cannot answer what the usual one is asked. */
function* versionProblems(version: RoutedService, usual: RoutedService): Generator<Problem> {
  const [model, asked] = [version.serving?.modelName, usual.serving?.modelName];
  if (version.protocol === usual.protocol && (model === asked || !version.serving || !usual.serving)) return;
  const [answers, questions] = [version, usual].map(
    ({ protocol, serving }) => `${protocol}${serving ? ` for the model "${serving.modelName}"` : ''}`,
  );
  const message = `"${version.name}" answers ${answers}, but clients of "${usual.name}" ask by ${questions}`;
  const fix = `name another version${asked === undefined ? '' : `, or set its modelName to '${asked}'`}`;
  yield problem('gateway-version', 'canary', message, fix);
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
  for (const { versions, signIn } of routes) {
    for (const { serving } of signIn ? [] : versions) if (serving) yield* keyProblems(gateway.exposure.way, serving);
  }
  for (const { name, serving } of servicesOf(gateway)) {
    const other = serving?.pool.cluster;
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

/** True if both take some requests, and neither comes first. */
function takesSame(one: RouteMatch, other: RouteMatch): boolean {
  const headers = Object.entries(one.headers);
  return (
    one.host === other.host &&
    one.path === other.path &&
    headers.length === Object.keys(other.headers).length &&
    headers.every(([name, value]) => (other.headers[name] ?? value) === value)
  );
}

/** Advice about Services that the program does not make. */
export function* serviceAdvice(gateway: ResolvedGateway, root: IConstruct): Generator<Advice> {
  const made = root.node.findAll().filter((each) => ApiObject.isApiObject(each) && isOfKind(each, SERVICE));
  const isMade = ({ name, namespace }: RoutedService) =>
    made.some((each) => ApiObject.isApiObject(each) && each.name === name && namespaceOf(each) === namespace);
  for (const { name, namespace } of servicesOf(gateway).filter((service) => !isMade(service))) {
    const message = `the program makes no Service "${name}" in namespace "${namespace}", and its share of requests fails without one`;
    yield problem(
      'gateway-service',
      'to',
      message,
      'name a Service of the program, or acknowledge this if others make it',
    );
  }
}
