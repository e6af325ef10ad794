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
