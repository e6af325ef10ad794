import { SERVICE } from '../../kubernetes/kinds/core';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { NamedManifest } from '../../kubernetes/manifest';
import { BALANCER_ANNOTATIONS } from '../../serving/exposure/exposure';
import type { ResolvedGateway } from '../resolved-gateway';

/** The reason of all programs that do not run at Google Cloud. */
export const ELSEWHERE = 'it is not of Google Cloud';
const BESIDE = 'it leaves that to another program';
/** The features that shared proxies lack. */
export const SHARED_LACKS = { google: ELSEWHERE, iap: ELSEWHERE, oidc: BESIDE, basic: BESIDE, limit: BESIDE };

/** Proxies that their operator runs, for all gateways of a cluster. */
export interface SharedProxies {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The ports of a pod for requests in clear and for those by TLS. */
  readonly ports: { readonly http: number; readonly https: number };
}

/** The fields of a Service that let in whom a gateway is open to. */
export function entryFields({ exposure: { way } }: ResolvedGateway) {
  if (way.kind === 'internal') return { type: 'ClusterIP' } as const;
  const { address: loadBalancerIP, sourceRanges: loadBalancerSourceRanges } = way;
  return { type: 'LoadBalancer', loadBalancerIP, loadBalancerSourceRanges } as const;
}

/** The annotations of such a Service. */
export function entryAnnotations({ exposure: { way } }: ResolvedGateway): Record<string, string> | undefined {
  return way.kind === 'internal' ? undefined : BALANCER_ANNOTATIONS[way.scheme];
}

const nameOf = ({ name, namespace }: ResolvedGateway) => `${namespace}-${name}`;

/** The Service by which clients reach shared proxies. */
export function entranceOf(gateway: ResolvedGateway, { namespace, labels, ports }: SharedProxies): NamedManifest {
  const numbers = { http: 80, https: 443 } as const;
  const spec = {
    ...entryFields(gateway),
    selector: labels,
    ports: (['http', 'https'] as const).map((name) => ({ name, port: numbers[name], targetPort: ports[name] })),
  };
  const metadata = { name: nameOf(gateway), namespace, annotations: entryAnnotations(gateway) };
  return { ...objectOf(SERVICE, metadata.name, spec), metadata };
}

/** The command that prints the address of such a Service. */
export function entranceAddress(gateway: ResolvedGateway, { namespace }: SharedProxies): string {
  const path = gateway.exposure.way.kind === 'internal' ? 'spec.clusterIP' : 'status.loadBalancer.ingress[0].ip';
  return `kubectl -n ${namespace} get service ${nameOf(gateway)} -o jsonpath='{.${path}}{"\\n"}'`;
}
