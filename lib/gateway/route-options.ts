import type { Duration } from 'cdk8s';
import type { ServiceAddress } from '../core/contracts/service-address';
import type { InferenceGraph } from '../serving/graph/inference-graph';
import type { ServingDeployment } from '../serving/serving-deployment';

/** A model server or a graph of models, of which clients reach the inference calls alone, or any other Service. */
export type RouteTarget = ServingDeployment | InferenceGraph<string> | ServiceAddress;

/** A second place for requests. */
export interface RouteShare {
  readonly to: RouteTarget;
  /** The percent of requests. Refused: anything but whole numbers from 0 to 100. */
  readonly percent: number;
}

/** The most requests of one client, told by its address. Each proxy of the gateway counts for itself. */
export interface ClientLimit {
  readonly requests: number;
  readonly per: 'second' | 'minute' | 'hour';
}

export interface OidcOptions {
  /** The address of the provider, such as `https://accounts.google.com`. */
  readonly issuer: string;
  /** The id under which the provider knows the gateway. */
  readonly clientId: string;
  /** The name of a Secret in the gateway's namespace, with the client's secret in `client-secret`. */
  readonly secretName: string;
}

/** The way in which people show who they are, before a request is passed on. */
export type SignIn =
  | { readonly kind: 'iap' }
  | { readonly kind: 'basic'; readonly secretName: string }
  | ({ readonly kind: 'oidc' } & OidcOptions);

/** The ways to sign in. */
export const SignIn = {
  /** The Identity-Aware Proxy of Google Cloud. */
  iap: (): SignIn => ({ kind: 'iap' }),
  /** A provider of OpenID Connect. It has to know the address of the route with `/oauth2/callback` at its end. */
  oidc: (options: OidcOptions): SignIn => ({ kind: 'oidc', ...options }),
  /** A name and a password. @param secretName a Secret in the gateway's namespace, with lines of `htpasswd -s` in `.htpasswd` */
  basic: (secretName: string): SignIn => ({ kind: 'basic', secretName }),
};

export interface RouteOptions {
  /** The place that answers. Refused: a server or a graph of Seldon Core 2, whose own gateway tells them apart by a header. */
  readonly to: RouteTarget;
  /** The name of a model server's port. @default - its first port */
  readonly port?: string;
  /** One of the gateway's hosts, or a host that one with `*` covers. @default - the gateway's first host */
  readonly host?: string;
  /**
   * The beginning of the paths, up to a `/`; for gRPC `/package.Service/` or `/package.Service/Call`. Targets see whole paths.
   * Refused if a model server or a graph has no inference call there.
   *
   * @default - all inference calls of a model server or a graph; all paths of another Service
   */
  readonly path?: string;
  /** Headers that requests must have, with their values. @default {} */
  readonly headers?: Readonly<Record<string, string>>;
  /** Another version, and its share of the requests. A number is the percent for the model server's own `canary`. @default - none */
  readonly canary?: RouteShare | number;
  /** A place that gets copies of requests. Its answers are thrown away. @default - none */
  readonly mirror?: RouteShare;
  /** The longest time of a request or of a WebSocket. Whole seconds, up to a day. @default - `requestTimeout` of the target: a day for notebooks and hubs, 30 s for another Service that says none */
  readonly timeout?: Duration;
  /** The number of further tries of requests that no server has begun to answer. Others are never tried again. @default 2, but for GKE, which decides itself */
  readonly retries?: number;
  /** @default - none: whoever reaches the gateway comes in */
  readonly signIn?: SignIn;
  /** @default - none: one client can take all replicas */
  readonly limit?: ClientLimit;
}
