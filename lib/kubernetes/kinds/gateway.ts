import type {
  BackendTrafficPolicySpec,
  CertificateSpec,
  ClientTrafficPolicySpec,
  EnvoyProxySpec,
  GatewayClassSpec,
  GatewaySpec,
  GrpcRouteSpec,
  HttpRouteSpec,
  ReferenceGrantSpec,
  SecurityPolicySpec,
} from './gateway-specs';
import type { Kind } from './kind';

const GATEWAY_API = { apiVersion: 'gateway.networking.k8s.io/v1' };
const ENVOY_GATEWAY = { apiVersion: 'gateway.envoyproxy.io/v1alpha1' };

export const GATEWAY_CLASS: Kind<GatewayClassSpec> = {
  ...{ ...GATEWAY_API, kind: 'GatewayClass', plural: 'gatewayclasses' },
  scope: 'Cluster',
};
/** The listeners of a gateway: ports, hosts and certificates. */
export const GATEWAY: Kind<GatewaySpec> = { ...GATEWAY_API, kind: 'Gateway', plural: 'gateways' };
export const HTTP_ROUTE: Kind<HttpRouteSpec> = { ...GATEWAY_API, kind: 'HTTPRoute', plural: 'httproutes' };
export const GRPC_ROUTE: Kind<GrpcRouteSpec> = { ...GATEWAY_API, kind: 'GRPCRoute', plural: 'grpcroutes' };
/** The right of routes of other namespaces to lead to Services of its own. */
export const REFERENCE_GRANT: Kind<ReferenceGrantSpec> = {
  ...{ ...GATEWAY_API, kind: 'ReferenceGrant', plural: 'referencegrants' },
};

/** The pods and the Service of one gateway's proxies. */
export const ENVOY_PROXY: Kind<EnvoyProxySpec> = { ...ENVOY_GATEWAY, kind: 'EnvoyProxy', plural: 'envoyproxies' };
export const CLIENT_TRAFFIC_POLICY: Kind<ClientTrafficPolicySpec> = {
  ...{ ...ENVOY_GATEWAY, kind: 'ClientTrafficPolicy', plural: 'clienttrafficpolicies' },
};
export const BACKEND_TRAFFIC_POLICY: Kind<BackendTrafficPolicySpec> = {
  ...{ ...ENVOY_GATEWAY, kind: 'BackendTrafficPolicy', plural: 'backendtrafficpolicies' },
};
export const SECURITY_POLICY: Kind<SecurityPolicySpec> = {
  ...{ ...ENVOY_GATEWAY, kind: 'SecurityPolicy', plural: 'securitypolicies' },
};

/** A certificate that cert-manager gets and renews in a Secret. */
export const CERTIFICATE: Kind<CertificateSpec> = {
  ...{ apiVersion: 'cert-manager.io/v1', kind: 'Certificate', plural: 'certificates' },
};
