import type {
  AuthorizationPolicySpec,
  DestinationRuleSpec,
  IstioGatewaySpec,
  MeshTelemetrySpec,
  PeerAuthenticationSpec,
  VirtualServiceSpec,
} from './istio-specs';
import type { Kind } from './kind';

const NETWORKING = { apiVersion: 'networking.istio.io/v1' };
const SECURITY = { apiVersion: 'security.istio.io/v1' };

/** The ports, hosts and certificates of proxies at the edge of a mesh. */
export const ISTIO_GATEWAY: Kind<IstioGatewaySpec> = { ...NETWORKING, kind: 'Gateway', plural: 'gateways' };
/** The routes of some hosts, in the order in which they are tried. */
export const VIRTUAL_SERVICE: Kind<VirtualServiceSpec> = {
  ...{ ...NETWORKING, kind: 'VirtualService', plural: 'virtualservices' },
};
/** The way in which proxies connect to a Service. */
export const DESTINATION_RULE: Kind<DestinationRuleSpec> = {
  ...{ ...NETWORKING, kind: 'DestinationRule', plural: 'destinationrules' },
};
/** The clients that may call pods. */
export const AUTHORIZATION_POLICY: Kind<AuthorizationPolicySpec> = {
  ...{ ...SECURITY, kind: 'AuthorizationPolicy', plural: 'authorizationpolicies' },
};
/** The connections that pods take: in clear, or by mTLS alone. */
export const PEER_AUTHENTICATION: Kind<PeerAuthenticationSpec> = {
  ...{ ...SECURITY, kind: 'PeerAuthentication', plural: 'peerauthentications' },
};
/** The traces, logs and metrics of proxies. */
export const MESH_TELEMETRY: Kind<MeshTelemetrySpec> = {
  ...{ apiVersion: 'telemetry.istio.io/v1', kind: 'Telemetry', plural: 'telemetries' },
};
