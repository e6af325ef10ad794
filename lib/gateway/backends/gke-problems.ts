import type { IGatewayAddress } from '../../core/contracts/gateway-address';
import { regionOf } from '../../core/hardware/location';
import { areOtherNetworks } from '../../core/network/other-networks';
import { problem, type Problem } from '../../core/problems/problem';
import { isSame, namesOf, type ResolvedGateway, type ResolvedRoute } from '../resolved-gateway';

/** Problems of a gateway that GKE does not make, or that it makes without some of its settings. */
export function* gkeProblems(gateway: ResolvedGateway, address: IGatewayAddress): Generator<Problem> {
  yield* addressProblems(gateway, address);
  yield* certificateProblems(gateway, address);
  yield* optionProblems(gateway);
  for (const { name, host, entry = '', signIn } of gateway.routes) {
    if (signIn?.kind !== 'iap' || gateway.hosts[entry]?.kind !== 'none') continue;
    const message = `route "${name}" signs people in by HTTPS alone, but "${host}" has no certificate`;
    yield problem('gateway-certificate', 'signIn', message, 'use Certificate.google() or Certificate.secret(…)');
  }
}

function* addressProblems(
  { cluster, exposure: { way } }: ResolvedGateway,
  address: IGatewayAddress,
): Generator<Problem> {
  const { addressName, reach, region, network, proxyRange } = address;
  const fault = (property: string, message: string, fix: string) =>
    problem('gateway-address', property, `address "${addressName}" ${message}`, fix);
  const exposure =
    reach === 'internal' ? 'internalLoadBalancer()' : "externalLoadBalancer({ sourceRanges: 'everyone' })";
  const isExposed = way.kind === 'loadBalancer' && exposure.startsWith(way.scheme);
  if (!isExposed || way.sourceRanges || way.address !== undefined) {
    const message = `is ${reach} and open to all who reach it, but exposure says otherwise`;
    yield fault('exposure', message, `set exposure to Exposure.${exposure}`);
  }
  const place = regionOf(cluster?.location ?? '');
  if (place !== '' && region !== undefined && place !== region) {
    const message = `is in ${region}, but cluster "${cluster?.clusterName}" in ${cluster?.location}`;
    yield fault('backend', message, `reserve one in ${place}, or a global one`);
  }
  if (network && cluster?.network && areOtherNetworks(network, cluster.network)) {
    const message = `is in another network than cluster "${cluster.clusterName}", whose pods its proxies cannot reach`;
    yield fault('backend', message, 'give the address the network of the cluster');
  }
  if (reach === 'global' || proxyRange !== undefined) return;
  const fix = "set proxyRange of the network, such as '10.2.0.0/23', or use a global address";
  yield fault('backend', `is ${reach}, but its network has no addresses for proxies`, fix);
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

/** Problems of what Google's load balancers do not have, or its report of conformance does not claim. */
function* optionProblems({ routes }: ResolvedGateway): Generator<Problem> {
  for (const { name, protocol, retries, limit, signIn, versions } of routes) {
    const fault = (property: string, message: string, fix: string) =>
      problem(
        'gateway-option',
        property,
        `route "${name}": GKE ${message}`,
        `${fix}, or use GatewayBackend.gatewayApi()`,
      );
    if (protocol === 'grpc')
      yield fault('to', 'has no routes for gRPC', "set port to 'http' if the server speaks HTTP too");
    if (retries !== undefined) yield fault('retries', 'decides itself about retries', 'leave retries out');
    if (limit) yield fault('limit', 'has no limits of clients', 'leave limit out, and use a policy of Cloud Armor');
    if (!signIn) continue;
    if (signIn.kind !== 'iap') yield fault('signIn', `has no sign-in by ${signIn.kind}`, 'use SignIn.iap()');
    const shares = (each: ResolvedRoute) => each.versions.some((one) => versions.some((other) => isSame(one, other)));
    const open = routes.find((each) => !each.signIn && shares(each));
    const message = `asks for sign-in on all routes to a Service, also on "${open?.name}"`;
    if (open) yield fault('signIn', message, 'give both the same signIn');
  }
}
