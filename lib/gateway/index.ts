// Gateways: one address for many services, and what passes requests on.
export { Gateway, type GatewayProps } from './gateway';
export type { RoutedPods, ServiceAddress } from '../core/contracts/service-address';
export { SignIn } from './route-options';
export type { ClientLimit, OidcOptions, RouteOptions, RouteShare, RouteTarget } from './route-options';
export { matchesOf } from './resolved-gateway';
export type { ResolvedGateway, ResolvedRoute, RoutedService, RouteMatch } from './resolved-gateway';
export { MeshRoute, type MeshRouteProps } from './mesh-route';
export { Certificate } from './certificate';
export { GatewayBackend } from './gateway-backend';
export type { GatewayApiOptions, GatewayImplementation } from './backends/gateway-api';
export type { IstioOptions } from './backends/istio';
export type { EmissaryOptions } from './backends/emissary';
