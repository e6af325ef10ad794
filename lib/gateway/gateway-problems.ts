import type { IConstruct } from 'constructs';
import { inspect } from 'node:util';
import { isSameCluster } from '../core/contracts/cluster';
import { DNS_LABEL } from '../core/names/kubernetes-name';
import { nameProblems } from '../core/names/name';
import { boundsProblems, oneOf, problem, secondsProblems, type Problem } from '../core/problems';
import { objectsIn } from '../kubernetes/chart-cluster';
import { portNameProblems, proxiedPortProblems } from '../serving/exposure/exposed-ports';
import { keyProblems } from '../serving/exposure/exposure-problems';
import { isMeshed } from '../serving/exposure/mesh-policies';
import { ServingDeployment } from '../serving/serving-deployment';
import { operatorProblems } from '../workload/backend';
import { ELSEWHERE } from './backends/entrance';
import type { GatewayBackend, GatewayFeature } from './gateway-backend';
import { hostOf, matchesOf, servicesOf } from './resolved-gateway';
import type { ResolvedGateway, RoutedService, RouteMatch } from './resolved-gateway';
import { pathsOf, placesOf, portOf, shareOf, targetOf } from './resolve-route';
import type { RouteOptions, RouteTarget } from './route-options';

/** Problems of a route's options by themselves. */
export function* routeProblems(options: RouteOptions): Generator<Problem> {
  const { to, port, path, canary, mirror, timeout, limit } = options;
  const percents = { canary: typeof canary === 'number' ? canary : canary?.percent, mirror: mirror?.percent };
  yield* boundsProblems('gateway-percent', percents, { most: 100 });
  yield* boundsProblems('gateway-limit', { 'limit.requests': limit?.requests }, { least: 1 });
  yield* secondsProblems({ timeout }, { least: 1, most: 86_400 });
  const usual = shareOf({ to, percent: 100 }, port);
  for (const { to: place } of [options, ...placesOf(options)]) yield* targetProblems(place, port);
  const paths = pathsOf(usual, path);
  for (const other of placesOf(options)) yield* versionProblems(shareOf(other, port), usual, paths);
  if (typeof canary === 'number' && !usual.serving?.tracks.some(({ name }) => name === 'canary')) {
    const fix = `give the ServingDeployment one, or name another version, such as { to: next, percent: ${canary} }`;
    yield problem('gateway-version', 'canary', `"${usual.name}" has no canary of its own`, fix);
  }
  if (paths.length > 0) return;
  const message = `path "${path}" has none of the calls of "${usual.name}", which are ${pathsOf(usual).join(', ')}`;
  yield problem('gateway-path', 'path', message, 'leave path out, or give one of these');
}

/** Problems of a port of which clients reach more than inference calls, and of a target that they reach by its platform's gateway. */
function* targetProblems(to: RouteTarget, portName?: string): Generator<Problem> {
  if ('serving' in to) {
    const { server, tracks } = to.serving;
    const port = portOf(to.serving, portName);
    if (port) yield* proxiedPortProblems('port', server.name, port);
    else yield* portNameProblems('port', server.name, tracks[0].container.ports, [portName ?? '']);
  }
  const { name, namespace, entry } = { entry: undefined, ...targetOf(to) };
  if (!entry?.headers) return;
  const place = `to: { name: '${entry.name}', namespace: '${namespace}', port: ${entry.port} }, path: '${entry.path}'`;
  const message = `"${name}" has no Service: its platform has one gateway for all, "${entry.name}", which tells them apart by a header`;
  const fix = `use ${place} and headers: ${inspect(entry.headers)}, which clients then send`;
  yield problem('gateway-server', 'to', message, fix);
}

/** Problems of a version that cannot answer what the usual one is asked, or that answers more than inference calls then. */
function* versionProblems(version: RoutedService, usual: RoutedService, paths: string[]): Generator<Problem> {
  const [answers, asked] = [version, usual].map(({ protocol, serving }) =>
    serving ? `${protocol} for the model "${serving.modelName}"` : protocol,
  );
  if (version.protocol !== usual.protocol || (version.serving && usual.serving && answers !== asked)) {
    const message = `"${version.name}" answers ${answers}, but clients of "${usual.name}" ask by ${asked}`;
    yield problem('gateway-version', 'to', message, 'name another version, or give both the same modelName');
    return;
  }
  // Two versions of a server differ in the numbers of their calls alone.
  const isCall = (path: string) => pathsOf(version, path).includes(path);
  const other = paths.find((path) => !isCall(path) && !isCall(path.replace(/\/versions\/\d+/, '')));
  if (other === undefined) return;
  const calls = pathsOf(version).join(', ');
  const message = `the route passes on "${other}", but clients of "${version.name}" reach its calls alone, which are ${calls}`;
  yield problem('gateway-path', 'path', message, 'set path to one of these, or name another version');
}

/** Problems of routes that do not belong together, or not to their gateway, its program and its cluster. */
export function* gatewayProblems(
  gateway: ResolvedGateway,
  backend: GatewayBackend,
  owner: IConstruct,
): Generator<Problem> {
  // Proxies have it as the value of a label.
  yield* nameProblems({ what: 'gateway', property: 'id', ...DNS_LABEL }, gateway.name);
  for (const { service } of servicesOf(gateway))
    if (service) yield* nameProblems({ what: 'Service', property: 'id', ...DNS_LABEL }, service.metadata.name);
  if (gateway.cluster) yield* operatorProblems('backend', backend, gateway.cluster);
  yield* lackProblems(gateway, backend);
  yield* backend.problems?.(gateway) ?? [];
  yield* serviceProblems(gateway, backend, owner);
  const { hosts, routes } = gateway;
  const known = oneOf(Object.keys(hosts).map((host) => `"${host}"`));
  for (const { name, host } of routes.filter(({ entry }) => entry === undefined)) {
    const message = `route "${name}" is for "${host}", of which the gateway has no certificate`;
    yield problem('gateway-host', 'host', message, `add it to hosts of the gateway, or use ${known}`);
  }
  const matches = matchesOf(gateway);
  for (const [index, match] of matches.entries()) {
    const other = matches.slice(0, index).find((each) => takesSame(each, match));
    if (!other) continue;
    const message = `routes "${other.route.name}" and "${match.route.name}" both take ${match.path} of "${match.route.host}"`;
    yield problem('gateway-overlap', 'path', message, 'give one of them another host, another path or more headers');
  }
}

/** True if both take some requests, and neither comes first. */
function takesSame({ path, route: one }: RouteMatch, { path: otherPath, route: other }: RouteMatch): boolean {
  const headers = Object.entries(one.headers);
  const others = new Map(Object.entries(other.headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (
    one.host === other.host &&
    path === otherPath &&
    headers.length === others.size &&
    headers.every(([name, value]) => (others.get(name.toLowerCase()) ?? value) === value)
  );
}

/** Problems of Services to which no request comes, or more requests than should. */
function* serviceProblems(gateway: ResolvedGateway, backend: GatewayBackend, owner: IConstruct): Generator<Problem> {
  const { cluster, exposure, routes } = gateway;
  const objects = objectsIn(cluster, owner, ({ node }) => node.scope instanceof ServingDeployment);
  const makers = objects.map(({ node }) => node.scope);
  const closed = makers.flatMap((each) => (each instanceof ServingDeployment ? [hostOf(each.serving)] : []));
  for (const service of servicesOf(gateway)) {
    const { name, pods, serving } = service;
    if (!serving && closed.includes(hostOf(service))) {
      const message = `"${name}" is the Service of a model server, whose ports are closed to gateways or open with all of its calls`;
      yield problem('gateway-server', 'to', message, `give the ServingDeployment "${name}" itself`);
    }
    if (cluster && pods?.cluster && !isSameCluster(cluster, pods.cluster)) {
      const message = `"${name}" is in cluster "${pods.cluster.clusterName}", which a gateway in cluster "${cluster.clusterName}" does not reach`;
      yield problem('gateway-cluster', 'to', message, 'make a gateway in a chart of its cluster');
    }
    if (serving && !backend.caller && isMeshed(serving)) {
      const message = `"${name}" is in the mesh of its cluster, and the proxies of ${backend.name} are not, so it refuses them`;
      yield problem('mesh-gateway', 'backend', message, "use GatewayBackend.istio(), or set mesh: 'out' of the server");
    }
  }
  for (const { versions, signIn } of routes)
    for (const { serving } of signIn ? [] : versions) if (serving) yield* keyProblems(exposure.way, serving);
}

/** Ways out for props that should not be left out. */
const INSTEAD: Readonly<Record<string, string>> = {
  hosts: 'use Certificate.certManager(…) or Certificate.secret(…), or ',
  to: "set port to 'http' if the server speaks HTTP too, or ",
  signIn: '',
};

/** Problems of features that the program behind a gateway does not have. */
function* lackProblems(gateway: ResolvedGateway, { name, lacks = {} }: GatewayBackend): Generator<Problem> {
  for (const [property, feature, where] of featuresOf(gateway)) {
    const reason = lacks[feature];
    if (reason === undefined) continue;
    const other = feature in ELSEWHERE ? 'gke(…)' : 'gatewayApi()';
    const fix = `${INSTEAD[property] ?? `leave ${property} out, or `}use GatewayBackend.${other}`;
    yield problem('gateway-option', property, `${name} has no ${feature} for ${where}, because ${reason}`, fix);
  }
}

/** The features that hosts and routes ask for, each with its prop. */
function* featuresOf({ hosts, routes }: ResolvedGateway): Generator<readonly [string, GatewayFeature, string]> {
  for (const [host, { kind }] of Object.entries(hosts)) yield ['hosts', `Certificate.${kind}`, `"${host}"`];
  for (const { name, protocol, signIn, limit, retries } of routes) {
    const where = `route "${name}"`;
    yield ['to', protocol, where];
    if (signIn) yield ['signIn', `SignIn.${signIn.kind}`, where];
    if (limit) yield ['limit', 'limit', where];
    if (retries !== undefined) yield ['retries', 'retries', where];
  }
}
