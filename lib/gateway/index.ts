// Gateways: one address for many services, and what passes requests on.
export { Gateway, type GatewayProps } from './gateway';
export type { ServiceAddress } from '../core/contracts/service-address';
export type { ClientLimit, RouteOptions, RouteShare, RouteTarget } from './route-options';
export {
  matchesOf,
  type ResolvedGateway,
  type ResolvedRoute,
  type RoutedService,
  type RouteMatch,
} from './resolved-gateway';
export { MeshRoute, type MeshRouteProps } from './mesh-route';
export { Certificate } from './certificate';
export { SignIn, type OidcOptions } from './sign-in';
export { GatewayBackend } from './gateway-backend';
export type { GatewayApiOptions, GatewayImplementation } from './backends/gateway-api';
export type { IstioOptions } from './backends/istio';
export type { EmissaryOptions } from './backends/emissary';
