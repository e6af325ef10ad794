import { SERVICE } from '../../kubernetes/kinds/core';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { NamedManifest } from '../../kubernetes/manifest';
import { podsOfNamespaces } from '../../kubernetes/network-policy';
import { BALANCER_ANNOTATIONS, balancerFields } from '../../serving/exposure/exposure';
import type { ResolvedGateway } from '../resolved-gateway';

const OTHER = 'it is not of Google Cloud';
/** The features that only Google Cloud has. */
export const ELSEWHERE = { 'Certificate.google': OTHER, 'SignIn.iap': OTHER };
const BESIDE = 'it leaves that to another program';

/** The type and the annotations of a Service that lets in whom a gateway is open to. */
export function entryOf({ exposure: { way } }: ResolvedGateway) {
  if (way.kind === 'internal') return { fields: { type: 'ClusterIP' } } as const;
  return { fields: balancerFields(way), annotations: BALANCER_ANNOTATIONS[way.scheme] };
}

const nameOf = ({ name, namespace }: ResolvedGateway) => `${namespace}-${name}`;

/**
 * The part of a backend that follows from proxies which their operator runs, for all gateways of a cluster. Their pods have a port for
 * requests in clear, and one for those by TLS.
 *
 * @param selector the labels of the pods
 */
export function behind(namespace: string, selector: Record<string, string>, [http, https]: readonly [number, number]) {
  const ports = [
    { name: 'http', port: 80, targetPort: http },
    { name: 'https', port: 443, targetPort: https },
  ];
  return {
    proxies: [podsOfNamespaces(namespace)],
    lacks: { ...ELSEWHERE, 'SignIn.oidc': BESIDE, 'SignIn.basic': BESIDE, limit: BESIDE },
    addressCommand: (gateway: ResolvedGateway) => {
      const path = gateway.exposure.way.kind === 'internal' ? 'spec.clusterIP' : 'status.loadBalancer.ingress[0].ip';
      return `kubectl -n ${namespace} get service ${nameOf(gateway)} -o jsonpath='{.${path}}{"\\n"}'`;
    },
    /** The Service by which clients reach the proxies. */
    entranceOf: (gateway: ResolvedGateway): NamedManifest => {
      const { fields, annotations } = entryOf(gateway);
      const object = objectOf(SERVICE, nameOf(gateway), { ...fields, selector, ports });
      return { ...object, metadata: { ...object.metadata, namespace, annotations } };
    },
  };
}
