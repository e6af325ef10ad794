import type { IGatewayAddress } from '../../core/contracts/gateway-address';
import { regionOf } from '../../core/hardware/location';
import { problem, type Problem } from '../../core/problems/problem';
import { isSame, type ResolvedGateway } from '../resolved-gateway';

/** Problems of a gateway that GKE does not make, or that it makes without some of its settings. */
export function* gkeProblems(gateway: ResolvedGateway, address: IGatewayAddress): Generator<Problem> {
  yield* addressProblems(gateway, address);
  yield* certificateProblems(gateway, address);
  yield* optionProblems(gateway);
}

function* addressProblems({ cluster, exposure }: ResolvedGateway, address: IGatewayAddress): Generator<Problem> {
  const { addressName, reach, region, proxyRange } = address;
  const scheme = reach === 'internal' ? 'internal' : 'external';
  const { way } = exposure;
  if (way.kind !== 'loadBalancer' || way.scheme !== scheme || way.sourceRanges || way.address !== undefined) {
    const message = `address "${addressName}" is ${reach} and admits all who reach it, but exposure is ${way.kind === 'internal' ? 'for pods of the cluster alone' : 'another one'}`;
    const expression = scheme === 'internal' ? '' : "{ sourceRanges: 'everyone' }";
    yield problem(
      'gateway-address',
      'exposure',
      message,
      `set exposure to Exposure.${scheme}LoadBalancer(${expression})`,
    );
  }
  if (reach === 'global') return;
  const place = cluster?.location === undefined ? undefined : regionOf(cluster.location);
  if (place !== undefined && region !== undefined && place !== region) {
    const message = `address "${addressName}" is in ${region}, but cluster "${cluster?.clusterName}" is in ${place}`;
    yield problem('gateway-address', 'backend', message, `reserve an address in ${place}, or a global one`);
  }
  if (proxyRange !== undefined) return;
  const message = `address "${addressName}" is ${reach}, but its network has no addresses for proxies`;
  const fix = "set proxyRange of the network, such as '10.2.0.0/23', or use a global address";
  yield problem('gateway-address', 'backend', message, fix);
}

/** Problems of certificates of Google. With a map of them, a load balancer reads no Secret. */
function* certificateProblems({ hosts }: ResolvedGateway, address: IGatewayAddress): Generator<Problem> {
  const kinds = Object.entries(hosts);
  const [google] = kinds.find(([, { kind }]) => kind === 'google') ?? [];
  if (google === undefined) return;
  const { addressName, certificateMap } = address;
  for (const [host, { kind }] of kinds.filter(([, each]) => each.kind !== 'none')) {
    const isMapped = kind === 'google' && certificateMap?.hosts.includes(host);
    if (isMapped) continue;
    const message =
      kind === 'google'
        ? `address "${addressName}" has no certificate of Google for "${host}"`
        : `GKE reads no Secret of "${host}" beside the certificate of Google for "${google}"`;
    const fix =
      address.reach === 'global'
        ? `add "${host}" to hosts of its dns, and use Certificate.google()`
        : `use Certificate.secret(…), as only global addresses have certificates of Google`;
    yield problem('gateway-certificate', 'hosts', message, fix);
  }
}

/** Problems of what Google's load balancers, or its report of conformance, do not have. */
function* optionProblems({ routes }: ResolvedGateway): Generator<Problem> {
  for (const { name, protocol, retries, limit, signIn, versions } of routes) {
    const missing = {
      to: protocol === 'grpc' && (['gRPC', "set port to 'http' if the server speaks HTTP too"] as const),
      retries: retries !== undefined && (['a number of retries', 'leave retries out'] as const),
      limit: limit && (['limits of clients', 'leave limit out, and give its Service a policy of Cloud Armor'] as const),
      signIn: signIn && signIn.kind !== 'iap' && ([`sign-in by ${signIn.kind}`, 'use SignIn.iap()'] as const),
    };
    for (const [property, fault] of Object.entries(missing)) {
      if (!fault) continue;
      const [what, fix] = fault;
      const message = `a gateway of GKE does not have ${what}, which route "${name}" asks for`;
      yield problem('gateway-option', property, message, `${fix}, or use GatewayBackend.gatewayApi()`);
    }
    const open = routes.find(
      (each) => !each.signIn && versions.some((one) => each.versions.some((other) => isSame(one, other))),
    );
    if (!signIn || !open) continue;
    const message = `route "${name}" asks people to sign in, and route "${open.name}" leads to the same Service without, but GKE asks for all routes to a Service or for none`;
    yield problem('gateway-option', 'signIn', message, 'give both the same signIn, or another Service');
  }
}
