import { CERTIFICATE } from '../kubernetes/kinds/gateway';
import { objectOf } from '../kubernetes/kinds/kind';
import { inNamespace, type NamedManifest } from '../kubernetes/manifest';
import type { ResolvedGateway } from './resolved-gateway';

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

/** A host as a part of names. */
export const listenerName = (host: string) => host.replace('*', 'all');

/** The Secret with the certificate of a host. cert-manager writes it if nobody names one. */
export function secretOf(host: string, { name, hosts }: ResolvedGateway): string {
  const certificate = hosts[host];
  return certificate?.kind === 'secret' ? certificate.name : `${name}-${listenerName(host)}`;
}

/** The requests to cert-manager for certificates. @param namespace that of the Secrets */
export function certificatesOf(gateway: ResolvedGateway, namespace = gateway.namespace): NamedManifest[] {
  return Object.entries(gateway.hosts).flatMap(([host, certificate]) => {
    if (certificate.kind !== 'certManager') return [];
    const secretName = secretOf(host, gateway);
    const issuerRef = { kind: 'ClusterIssuer', name: certificate.issuer };
    const object = objectOf(CERTIFICATE, secretName, { secretName, dnsNames: [host], issuerRef });
    return [namespace === gateway.namespace ? object : inNamespace(object, namespace)];
  });
}
