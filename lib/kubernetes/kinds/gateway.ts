import type {
  BackendTrafficPolicySpec,
  CertificateSpec,
  ClientTrafficPolicySpec,
  EnvoyProxySpec,
  GatewayClassSpec,
  GatewaySpec,
  GcpBackendPolicySpec,
  GrpcRouteSpec,
  HealthCheckPolicySpec,
  HttpRouteSpec,
  ReferenceGrantSpec,
  SecurityPolicySpec,
} from './gateway-specs';
import type { Kind } from './kind';

const GATEWAY_API = { apiVersion: 'gateway.networking.k8s.io/v1' };
const GKE = { apiVersion: 'networking.gke.io/v1' };
const ENVOY_GATEWAY = { apiVersion: 'gateway.envoyproxy.io/v1alpha1' };

export const GATEWAY_CLASS: Kind<GatewayClassSpec> = {
  ...{ ...GATEWAY_API, kind: 'GatewayClass', plural: 'gatewayclasses' },
  scope: 'Cluster',
};
/** The listeners of a gateway: ports, hosts and certificates. */
export const GATEWAY: Kind<GatewaySpec> = { ...GATEWAY_API, kind: 'Gateway', plural: 'gateways' };
export const HTTP_ROUTE: Kind<HttpRouteSpec> = { ...GATEWAY_API, kind: 'HTTPRoute', plural: 'httproutes' };
export const GRPC_ROUTE: Kind<GrpcRouteSpec> = { ...GATEWAY_API, kind: 'GRPCRoute', plural: 'grpcroutes' };
/** The right of routes of other namespaces to lead to Services of its own. GKE serves `v1` from 1.35 only. */
export const REFERENCE_GRANT: Kind<ReferenceGrantSpec> = {
  ...{ apiVersion: 'gateway.networking.k8s.io/v1beta1', kind: 'ReferenceGrant', plural: 'referencegrants' },
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

/** The check by which a load balancer of Google Cloud knows that a Service works. */
export const HEALTH_CHECK_POLICY: Kind<HealthCheckPolicySpec> = {
  ...{ ...GKE, kind: 'HealthCheckPolicy', plural: 'healthcheckpolicies' },
};
/** The time limits of a Service behind a load balancer of Google Cloud, and its sign-in. */
export const GCP_BACKEND_POLICY: Kind<GcpBackendPolicySpec> = {
  ...{ ...GKE, kind: 'GCPBackendPolicy', plural: 'gcpbackendpolicies' },
};

/** A certificate that cert-manager gets and renews in a Secret. */
export const CERTIFICATE: Kind<CertificateSpec> = {
  ...{ apiVersion: 'cert-manager.io/v1', kind: 'Certificate', plural: 'certificates' },
};
