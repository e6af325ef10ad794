import type { IConstruct } from 'constructs';
import { problem, type Advice } from '../core/problems';
import { objectsIn } from '../kubernetes/chart-cluster';
import { namespaceOf } from '../kubernetes/cluster-scoped';
import { SERVICE } from '../kubernetes/kinds/core';
import { isOfKind } from '../kubernetes/kinds/kind';
import { adapterAdvice } from '../serving/exposure/adapter-calls';
import type { GatewayBackend } from './gateway-backend';
import { asksPicker, hostOf, servicesOf, type ResolvedGateway, type ResolvedRoute } from './resolved-gateway';

/** Advice about Services that the program does not make. */
export function* serviceAdvice(gateway: ResolvedGateway, owner: IConstruct): Generator<Advice> {
  const services = objectsIn(gateway.cluster, owner, (each) => isOfKind(each, SERVICE));
  const made = services.map((each) => hostOf({ name: each.name, namespace: namespaceOf(each) ?? 'default' }));
  for (const service of servicesOf(gateway)) {
    if (service.operated === true || made.includes(hostOf(service))) continue;
    const message = `the program makes no Service "${service.name}" in namespace "${service.namespace}", and its share of requests fails without one`;
    const fix = 'name a Service of the program, or acknowledge this if others make it';
    yield problem('gateway-service', 'to', message, fix);
  }
}

/** Advice about requests that may take longer than pods of a server wait for them when they end. */
export function* timeoutAdvice({ routes }: ResolvedGateway): Generator<Advice> {
  for (const { name, timeout, versions } of routes) {
    const most = timeout.toSeconds();
    const short = versions.find(({ serving }) => serving && serving.requestTimeout.toSeconds() < most);
    if (!short?.serving) continue;
    const waits = short.serving.requestTimeout.toSeconds();
    const message = `requests of route "${name}" may take ${most} s, but pods of "${short.name}" that end wait ${waits} s for them`;
    const fix = `set requestTimeout of the server to ${most} s, or lower timeout`;
    yield problem('gateway-timeout', 'timeout', message, fix);
  }
}

/** Advice about gateways of the same proxies, which are as open as the one that is most open. */
export function* exposureAdvice(gateway: ResolvedGateway, sharing: readonly ResolvedGateway[]): Generator<Advice> {
  const wayOf = ({ exposure: { way } }: ResolvedGateway) => JSON.stringify(way);
  const other = sharing.find((each) => wayOf(each) !== wayOf(gateway));
  if (!other) return;
  const message = `gateways "${gateway.name}" and "${other.name}" have the same proxies but another exposure, so whoever reaches one of them reaches the hosts of both`;
  const fix =
    'give both one exposure, name other proxies by GatewayBackend.istio({ namespace, labels }), or acknowledge this';
  yield problem('gateway-exposure', 'exposure', message, fix);
}

/** Advice about one route. @param gateway all routes, of which another one may say more of the same Service */
export function* routeAdvice(
  route: ResolvedRoute,
  gateway: Pick<ResolvedGateway, 'routes'>,
  backend: GatewayBackend,
): Generator<Advice> {
  for (const service of servicesOf({ routes: [route] })) {
    const { serving, name } = service;
    const isAsked = (other: typeof service) => hostOf(other) === hostOf(service) && other.healthPath !== undefined;
    if (backend.asksHealth === true && !serving && !servicesOf(gateway).some(isAsked)) {
      const message = `the load balancer asks Service "${name}" at "/", and gives it requests only while that is answered with 200, but nothing says that it is`;
      const fix = `set healthPath of "${name}" to a path that it answers with 200 without sign-in, such as { name: '${name}', port: ${service.port}, healthPath: '/health' }, or to '/' if that is one`;
      yield problem('gateway-health', 'to', message, fix);
    }
    if (!serving) continue;
    if (serving.endpointPicker !== undefined && !asksPicker(service, backend)) {
      const message = `"${name}" has the endpoint picker "${serving.endpointPicker}", but ${backend.name} does not ask it for route "${route.name}", and chooses replicas itself`;
      const fix = `leave endpointPicker of "${serving.name}" out, or use GatewayBackend.gke(…) with a regional or internal address and no percent for its own canary, or acknowledge this if others ask it`;
      yield problem('gateway-picker', 'to', message, fix);
    }
    const ways = "lead clients to their calls alone, such as by path: '/v1/chat'";
    yield* adapterAdvice(serving, ['to', `route "${route.name}"`], route.paths, ways);
  }
}
