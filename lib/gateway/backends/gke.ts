import type { IGatewayAddress } from '../../core/contracts/gateway-address';
import { GCP_BACKEND_POLICY, HEALTH_CHECK_POLICY } from '../../kubernetes/kinds/gateway';
import type { HealthCheckPolicySpec } from '../../kubernetes/kinds/gateway-specs';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { NamedManifest } from '../../kubernetes/manifest';
import { ingressPolicyOf, tcp } from '../../kubernetes/network-policy';
import { Operator } from '../../operators/operator';
import type { GatewayBackend } from '../gateway-backend';
import { isSame, servicesOf, type ResolvedGateway, type RoutedService } from '../resolved-gateway';
import { gatewayApi } from './gateway-api';
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
const SERVING_PORT = { portSpecification: 'USE_SERVING_PORT' } as const;

/** The Gateway API as load balancers of Google Cloud, and the policies of GKE for what the API leaves open. */
export function gke(address: IGatewayAddress): GatewayBackend {
  const { addressName, reach, proxyRange, certificateMap } = address;
  const implementation = {
    name: 'gateway of GKE',
    kind: GCP_BACKEND_POLICY,
    operator: Operator.GKE_GATEWAY,
    controller: 'networking.gke.io/gateway',
    proxies: peersOf(proxyRange === undefined ? FRONT_ENDS : [...FRONT_ENDS, proxyRange]),
    timesRequests: true,
    further: ({ hosts }: ResolvedGateway) => ({
      annotations:
        certificateMap && Object.values(hosts).some(({ kind }) => kind === 'google')
          ? { 'networking.gke.io/certmap': certificateMap.name }
          : undefined,
      addresses: [{ type: 'NamedAddress', value: addressName }],
    }),
    problems: (gateway: ResolvedGateway) => gkeProblems(gateway, address),
    policies: policiesOf,
  };
  return gatewayApi(implementation, CLASSES[reach]);
}

function peersOf(ranges: readonly string[]) {
  return ranges.map((cidr) => ({ ipBlock: { cidr } }));
}

/** The policies of each Service, which hold for all routes to it. */
function policiesOf(gateway: ResolvedGateway): NamedManifest[] {
  const services = servicesOf(gateway);
  const isFirst = (service: RoutedService, index: number) =>
    services.findIndex((each) => isSame(each, service)) === index;
  return services.filter(isFirst).flatMap((service) => {
    const { name, namespace } = service;
    const routes = gateway.routes.filter((route) =>
      servicesOf({ routes: [route] }).some((each) => isSame(each, service)),
    );
    const seconds = Math.max(...routes.map(({ timeout }) => timeout.toSeconds()));
    const signIn = routes.find(({ versions }) => versions.some((each) => isSame(each, service)))?.signIn;
    const client = signIn?.kind === 'iap' ? signIn.client : undefined;
    const oauth2ClientSecret = client && { name: client.secretName };
    const iap = signIn && { enabled: true, clientID: client?.clientId, oauth2ClientSecret };
    const connectionDraining = { drainingTimeoutSec: Math.min(seconds, LONGEST_DRAIN) };
    const config = checkOf(service);
    const checked = config?.httpHealthCheck?.port ?? config?.grpcHealthCheck?.port ?? service.port;
    const targetRef = { group: '', kind: 'Service', name };
    const policies = [
      objectOf(GCP_BACKEND_POLICY, name, { targetRef, default: { timeoutSec: seconds, connectionDraining, iap } }),
      ...(config ? [objectOf(HEALTH_CHECK_POLICY, name, { targetRef, default: { config } })] : []),
      ...(checked === service.port ? [] : [checksOf(name, checked)]),
    ];
    return policies.map((policy) => ({ ...policy, metadata: { ...policy.metadata, namespace } }));
  });
}

type Config = NonNullable<NonNullable<HealthCheckPolicySpec['default']>['config']>;

/** The check of a model server, or of a Service that names a path. Without one, the load balancer asks for `/`. */
function checkOf({ serving, healthPath, port }: RoutedService): Config | undefined {
  const http = (requestPath: string, place: object): Config => ({
    type: 'HTTP',
    httpHealthCheck: { ...place, requestPath },
  });
  if (!serving) return healthPath === undefined ? undefined : http(healthPath, SERVING_PORT);
  const { ready, ports } = serving.tracks[0].container;
  const { httpGet, grpc } = ready;
  const asked: unknown = httpGet?.port.value;
  const number = typeof asked === 'number' ? asked : (ports.find(({ name }) => name === asked)?.port ?? port);
  // Pods of several versions answer during a roll-out.
  if (httpGet?.path !== undefined) return http(httpGet.path.replace(/\/versions\/\d+/, ''), fixed(number));
  if (!grpc) return { type: 'TCP', tcpHealthCheck: SERVING_PORT };
  return { type: 'GRPC', grpcHealthCheck: { ...fixed(grpc.port), grpcServiceName: grpc.service } };
}

function fixed(port: number) {
  return { portSpecification: 'USE_FIXED_PORT' as const, port };
}

/** Lets health checks reach a port of a model server that no route leads to. */
function checksOf(name: string, port: number): NamedManifest {
  const policy = ingressPolicyOf(name, [{ from: peersOf(FRONT_ENDS), ports: [tcp(port)] }]);
  return { ...policy, metadata: { name: `${name}-${port}-health` } };
}
