/** The origin of a host's certificate. */
export type Certificate =
  | { readonly kind: 'secret'; readonly name: string }
  | { readonly kind: 'certManager'; readonly issuer: string }
  | { readonly kind: 'google' | 'none' };

/** The origins of certificates. */
export const Certificate = {
  /** A Secret of the type `kubernetes.io/tls` in the gateway's namespace. */
  secret: (name: string): Certificate => ({ kind: 'secret', name }),
  /** cert-manager, which renews it too. @param issuer the name of a ClusterIssuer, which has to prove the host by DNS */
  certManager: (issuer: string): Certificate => ({ kind: 'certManager', issuer }),
  /** Google Cloud, which renews it too. Only gateways of Google have it. */
  google: (): Certificate => ({ kind: 'google' }),
  /** No certificate: clients speak in clear, at port 80. */
  none: (): Certificate => ({ kind: 'none' }),
};
