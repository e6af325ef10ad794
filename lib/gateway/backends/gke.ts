import type { IGatewayAddress } from '../../core/contracts/gateway-address';
import { GCP_BACKEND_POLICY, HEALTH_CHECK_POLICY } from '../../kubernetes/kinds/gateway';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { NamedManifest } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import type { GatewayBackend } from '../gateway-backend';
import { distinctServicesOf, isSame, servicesOf, type ResolvedGateway, type RoutedService } from '../resolved-gateway';
import { gatewayApi, placeOf } from './gateway-api';
import { gkeProblems } from './gke-problems';

/** The GatewayClasses, which GKE makes itself. */
const CLASSES = {
  global: 'gke-l7-global-external-managed',
  regional: 'gke-l7-regional-external-managed',
  internal: 'gke-l7-rilb',
};
/** Google's health checks, and its global proxies. */
const FRONT_ENDS = ['35.191.0.0/16', '130.211.0.0/22'];
const LONGEST_DRAIN = 3600;

/** The Gateway API as load balancers of Google Cloud, and the policies of GKE for what the API leaves open. */
export function gke(address: IGatewayAddress): GatewayBackend {
  const { addressName, reach, proxyRange = [], certificateMap } = address;
  // GKE has no InferencePools behind global load balancers.
  const picksEndpoints = reach !== 'global';
  const implementation = {
    name: 'gateway of GKE',
    kind: GCP_BACKEND_POLICY,
    operator: Operator.GKE_GATEWAY,
    controller: 'networking.gke.io/gateway',
    proxies: FRONT_ENDS.concat(proxyRange).map((cidr) => ({ ipBlock: { cidr } })),
    sharing: 'lead to each Service by one gateway of GKE',
    timesRequests: true,
    picksEndpoints,
    addresses: [{ type: 'NamedAddress', value: addressName }],
    annotations: certificateMap && { 'networking.gke.io/certmap': certificateMap.name },
    problems: (gateway: ResolvedGateway) => gkeProblems(gateway, address),
    policies: (gateway: ResolvedGateway) => policiesOf(gateway, picksEndpoints),
  };
  return { ...gatewayApi(implementation, CLASSES[reach]), address: addressName };
}

/** The policies of each Service, which hold for all routes to it. */
function policiesOf({ routes }: ResolvedGateway, picksEndpoints: boolean): NamedManifest[] {
  const services = servicesOf({ routes });
  return distinctServicesOf({ routes }).flatMap((service) => {
    const { name, namespace } = service;
    const isHere = (each: RoutedService) => isSame(each, service);
    const leading = routes.filter((route) => servicesOf({ routes: [route] }).some(isHere));
    const timeoutSec = Math.max(...leading.map(({ timeout }) => timeout.toSeconds()));
    const limits = { timeoutSec, connectionDraining: { drainingTimeoutSec: Math.min(timeoutSec, LONGEST_DRAIN) } };
    const isSignedIn = leading.some(({ versions, signIn }) => signIn && versions.some(isHere));
    const iap = isSignedIn ? { enabled: true } : undefined;
    const healthPath = services.find((each) => isHere(each) && each.healthPath !== undefined)?.healthPath;
    const targetRef = placeOf(service, { picksEndpoints });
    return [
      objectOf(GCP_BACKEND_POLICY, name, { targetRef, default: { ...limits, iap } }),
      objectOf(HEALTH_CHECK_POLICY, name, { targetRef, default: { config: checkOf({ ...service, healthPath }) } }),
    ].map((policy) => ({ ...policy, metadata: { name, namespace } }));
  });
}

/** The check of a Service at its own port. GKE takes no checks from pods. */
function checkOf({ serving, healthPath = '/', port }: RoutedService) {
  const http = (requestPath: string) => ({ type: 'HTTP' as const, httpHealthCheck: { requestPath } });
  if (!serving) return http(healthPath);
  const { ready, ports } = serving.tracks[0].container;
  const asked: unknown = ready.httpGet?.port.value;
  const isAsked = ports.some((each) => each.port === port && (asked === port || asked === each.name));
  // Two versions answer during a roll-out.
  if (isAsked) return http((ready.httpGet?.path ?? '/').replace(/\/versions\/\d+/, ''));
  return { type: 'TCP' as const, tcpHealthCheck: { portSpecification: 'USE_SERVING_PORT' as const } };
}
