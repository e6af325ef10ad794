import type { k8s } from 'cdk8s-plus-27';
import type { Caller } from '../core/contracts/mesh';
import type { Problem } from '../core/problems';
import type { NamedManifest } from '../kubernetes/manifest';
import type { Backend } from '../workload/backend';
import { emissary } from './backends/emissary';
import { ENVOY_GATEWAY } from './backends/envoy-gateway';
import { gatewayApi, type GatewayApiOptions } from './backends/gateway-api';
import { gke } from './backends/gke';
import { istio } from './backends/istio';
import type { Certificate } from './certificate';
import type { ResolvedGateway } from './resolved-gateway';
import type { SignIn } from './route-options';

/** Something that a host or a route asks for, as programs of users write it. */
export type GatewayFeature =
  `Certificate.${Certificate['kind']}` | `SignIn.${SignIn['kind']}` | 'http' | 'grpc' | 'limit' | 'retries';

/** A program in the cluster that passes requests on. Pure: from a resolved gateway to objects. */
export interface GatewayBackend extends Pick<Backend<ResolvedGateway>, 'name' | 'kind' | 'operator'> {
  /** The features that it lacks, each with the reason. A gateway that needs one is refused. @default {} */
  readonly lacks?: Readonly<Partial<Record<GatewayFeature, string>>>;
  /** Further problems of a gateway. @default - none */
  problems?(gateway: ResolvedGateway): Iterable<Problem>;
  /** The clients that servers see: its proxies. */
  readonly proxies: readonly k8s.NetworkPolicyPeer[];
  /** Its proxies as callers of servers in a mesh. @default - they are in no mesh */
  readonly caller?: Caller;
  /** The namespace of the Secrets with certificates. @default - the gateway's */
  readonly secrets?: string;
  /** Its proxies, if other gateways of the cluster may have the same. @default - each gateway has its own */
  readonly sharedProxies?: string;
  /** True if it asks the endpoint picker of a server, by its InferencePool. @default false */
  readonly picksEndpoints?: boolean;
  /** True if it asks each Service at its `healthPath` before it gives it requests. @default false */
  readonly asksHealth?: boolean;
  /** The way out if two gateways need the same object, such as a policy of a Service. @default - all objects are a gateway's own */
  readonly sharing?: string;
  /** The command that prints the address to which the records of the hosts lead. */
  addressCommand(gateway: ResolvedGateway): string;
  /** All objects. One that it renders for some routes, it renders for more of them too, under the same name. */
  render(gateway: ResolvedGateway): readonly NamedManifest[];
}

/** The programs that pass requests on. */
export const GatewayBackend = {
  /** Objects of the Gateway API, for Envoy Gateway or another program that serves them. */
  gatewayApi: ({ implementation = ENVOY_GATEWAY, className }: GatewayApiOptions = {}): GatewayBackend =>
    gatewayApi(implementation, className),
  /**
   * Load balancers of Google Cloud, made by GKE. The class follows from the reach of the address.
   *
   * @param address a GatewayAddress of a stack, or the result of `GatewayAddress.fromAttributes`
   */
  gke,
  /** Istio's own objects, for the proxies of `Operator.ISTIO`. Secrets with certificates are in their namespace. */
  istio,
  /** Objects of Emissary-ingress, which was Ambassador. One Emissary serves one gateway. */
  emissary,
};
