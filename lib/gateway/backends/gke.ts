import type { IGatewayAddress } from '../../core/contracts/gateway-address';
import { groupedBy } from '../../core/grouped';
import { regionOf } from '../../core/hardware/location';
import { areOtherNetworks } from '../../core/network/other-networks';
import { problem, type Problem } from '../../core/problems';
import { GCP_BACKEND_POLICY, HEALTH_CHECK_POLICY } from '../../kubernetes/kinds/gateway';
import { objectOf } from '../../kubernetes/kinds/kind';
import { inNamespace, type NamedManifest } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import type { GatewayBackend } from '../gateway-backend';
import {
  drainSeconds,
  hostOf,
  namesOf,
  servicesOf,
  type ResolvedGateway,
  type RoutedService,
} from '../resolved-gateway';
import { gatewayApi, placeOf, type GatewayImplementation } from './gateway-api';

/** Google's health checks, and its global proxies. */
const FRONT_ENDS = ['35.191.0.0/16', '130.211.0.0/22'];
const BY_GOOGLE = 'people sign in by SignIn.iap() there';

/** The Gateway API as load balancers of Google Cloud, and the policies of GKE for what the API leaves open. */
export function gke(address: IGatewayAddress): GatewayBackend {
  const { addressName, reach, proxyRange = [], certificateMap } = address;
  // GKE has no InferencePools behind global load balancers.
  const picksEndpoints = reach !== 'global';
  const implementation: GatewayImplementation = {
    name: 'gateway of GKE',
    kind: GCP_BACKEND_POLICY,
    operator: Operator.GKE_GATEWAY,
    controller: 'networking.gke.io/gateway',
    proxies: FRONT_ENDS.concat(proxyRange).map((cidr) => ({ ipBlock: { cidr } })),
    sharing: 'lead to each Service by one gateway of GKE',
    timesRequests: true,
    picksEndpoints,
    asksHealth: true,
    addresses: [{ type: 'NamedAddress', value: addressName }],
    annotations: certificateMap && { 'networking.gke.io/certmap': certificateMap.name },
    lacks: {
      grpc: 'its report of conformance claims none',
      retries: 'it decides itself',
      limit: 'a policy of Cloud Armor has it',
      'SignIn.oidc': BY_GOOGLE,
      'SignIn.basic': BY_GOOGLE,
    },
    problems: (gateway) => [...addressProblems(gateway, address), ...certificateProblems(gateway, address)],
    policies: (gateway) => policiesOf(gateway, { picksEndpoints }),
  };
  // GKE makes the classes itself.
  return gatewayApi(implementation, reach === 'internal' ? 'gke-l7-rilb' : `gke-l7-${reach}-external-managed`);
}

/** The policies of each Service, which hold for all routes to it. */
function policiesOf({ routes }: ResolvedGateway, backend: Pick<GatewayBackend, 'picksEndpoints'>): NamedManifest[] {
  const uses = routes.flatMap((route) => servicesOf({ routes: [route] }).map((service) => ({ route, service })));
  return groupedBy(uses, ({ service }) => hostOf(service)).flatMap((all) => {
    const [{ service }] = all;
    const timeoutSec = Math.max(...all.map(({ route }) => route.timeout.toSeconds()));
    const drainingTimeoutSec = drainSeconds(all.map(({ route }) => route));
    const limits = { timeoutSec, connectionDraining: { drainingTimeoutSec } };
    const isSignedIn = all.some(({ route, service: each }) => route.signIn && each !== route.mirror);
    const iap = isSignedIn ? { enabled: true } : undefined;
    const healthPath = all.find((use) => use.service.healthPath !== undefined)?.service.healthPath;
    const config = checkOf({ ...service, healthPath });
    const targetRef = placeOf(service, backend);
    return [
      objectOf(GCP_BACKEND_POLICY, service.name, { targetRef, default: { ...limits, iap } }),
      objectOf(HEALTH_CHECK_POLICY, service.name, { targetRef, default: { config } }),
    ].map((policy) => inNamespace(policy, service.namespace));
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

/** Problems of an address that is not where the cluster is, or for other clients than `exposure` says. */
function* addressProblems(gateway: ResolvedGateway, address: IGatewayAddress): Generator<Problem> {
  const { way } = gateway.exposure;
  const { addressName, reach, region, network } = address;
  const exposure =
    reach === 'internal' ? 'internalLoadBalancer()' : "externalLoadBalancer({ sourceRanges: 'everyone' })";
  const isExposed = way.kind === 'loadBalancer' && exposure.startsWith(way.scheme);
  if (!isExposed || way.sourceRanges || way.address !== undefined) {
    const message = `address "${addressName}" is ${reach} and open to all who reach it, but exposure says otherwise`;
    yield problem('gateway-address', 'exposure', message, `set exposure to Exposure.${exposure}`);
  }
  const { cluster } = gateway;
  if (!cluster) return;
  const { clusterName, location = region ?? '' } = cluster;
  const isFar = region !== undefined && regionOf(location) !== region;
  if (!isFar && !(network && cluster.network && areOtherNetworks(network, cluster.network))) return;
  const message = `address "${addressName}" is in another ${isFar ? 'region' : 'network'} than cluster "${clusterName}", whose pods its proxies cannot reach`;
  yield problem('gateway-address', 'backend', message, 'reserve one where the cluster is');
}

/** Problems of certificates of Google. Beside them, GKE reads no Secret. */
function* certificateProblems({ hosts }: ResolvedGateway, address: IGatewayAddress): Generator<Problem> {
  const { addressName, reach, certificateMap } = address;
  const encrypted = Object.entries(hosts).filter(([, { kind }]) => kind !== 'none');
  if (!encrypted.some(([, { kind }]) => kind === 'google')) return;
  for (const [host, { kind }] of encrypted) {
    const isKnown = namesOf(host).some((each) => certificateMap?.hosts.includes(each));
    if (kind === 'google' && isKnown) continue;
    const message = `the gateway has certificates of Google, but "${host}" has none of address "${addressName}"`;
    const fix =
      reach === 'global'
        ? `add "${host}" to dns.hosts of the address, and use Certificate.google()`
        : 'use Certificate.secret(…): only global addresses have certificates of Google';
    yield problem('gateway-certificate', 'hosts', message, fix);
  }
}
