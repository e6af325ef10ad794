import type { k8s } from 'cdk8s-plus-27';
import { SERVICE } from '../../kubernetes/kinds/core';
import { type JsonOf, objectOf } from '../../kubernetes/kinds/kind';
import { inNamespace, type Manifest, type NamedManifest } from '../../kubernetes/manifest';
import { exposedPorts, type ExposedPort } from '../exposure/exposed-ports';
import { BALANCER_ANNOTATIONS, OUTSIDE, type LoadBalancerWay } from '../exposure/exposure';
import type { ServerPort } from '../model-server';
import { answeringLabels, clientLabels, TRACK_LABEL } from '../server-task';
import type { ResolvedServing, TrackName } from '../serving';

/** The Service for pods of the cluster, and the one that clients outside reach. */
export function servicesOf(serving: ResolvedServing): Manifest[] {
  const { name, exposure, tracks } = serving;
  const [{ container }] = tracks;
  const selector = clientLabels(serving);
  const inside = objectOf(SERVICE, name, { selector, ports: container.ports.map(servicePort) });
  if (exposure.way.kind === 'internal') return [inside];
  return [inside, loadBalancerOf(name, selector, exposure.way, exposedPorts(exposure.way, container))];
}

/** A Service that leads to one version alone. */
export function trackServiceOf(serving: ResolvedServing, track: TrackName, name: string): NamedManifest {
  const selector = { ...answeringLabels(serving), [TRACK_LABEL]: track };
  const service = objectOf(SERVICE, name, { selector, ports: serving.tracks[0].container.ports.map(servicePort) });
  return inNamespace(service, serving.namespace);
}

function loadBalancerOf(
  name: string,
  selector: Record<string, string>,
  way: LoadBalancerWay,
  ports: readonly ExposedPort[],
): Manifest {
  const object = objectOf(SERVICE, `${name}${OUTSIDE}`, {
    type: 'LoadBalancer',
    // Nodes without a replica get nothing, and replicas see the addresses of clients, which the policy needs.
    externalTrafficPolicy: 'Local',
    loadBalancerIP: way.address,
    loadBalancerSourceRanges: way.sourceRanges,
    selector,
    ports: ports.map(({ port, guardPort }) => ({ ...servicePort(port), ...(guardPort && { targetPort: guardPort }) })),
  });
  return { ...object, metadata: { ...object.metadata, annotations: BALANCER_ANNOTATIONS[way.scheme] } };
}

function servicePort({ name, port, protocol }: ServerPort): JsonOf<k8s.ServicePort> {
  return { name, port, targetPort: name, appProtocol: protocol };
}
