import type { k8s } from 'cdk8s-plus-27';
import { SERVICE } from '../../kubernetes/kinds/core';
import { type JsonOf, objectOf } from '../../kubernetes/kinds/kind';
import { inNamespace, type Manifest, type NamedManifest } from '../../kubernetes/manifest';
import { exposedPorts } from '../exposure/exposed-ports';
import { BALANCER_ANNOTATIONS, balancerFields, OUTSIDE } from '../exposure/exposure';
import type { ServerPort } from '../model-server';
import { answeringLabels, clientLabels, TRACK_LABEL } from '../server-task';
import type { ResolvedServing, TrackName } from '../serving';

/** The Service for pods of the cluster, and the one that clients outside reach. */
export function servicesOf(serving: ResolvedServing): Manifest[] {
  const { name, exposure, tracks } = serving;
  const { way } = exposure;
  const [{ container }] = tracks;
  const selector = clientLabels(serving);
  const inside = objectOf(SERVICE, name, { selector, ports: container.ports.map(servicePort) });
  if (way.kind === 'internal') return [inside];
  const ports = exposedPorts(way, container).map(({ port, guardPort }) => ({
    ...servicePort(port),
    ...(guardPort && { targetPort: guardPort }),
  }));
  const outside = objectOf(SERVICE, `${name}${OUTSIDE}`, {
    ...balancerFields(way),
    // Nodes without a replica get nothing, and replicas see the addresses of clients, which the policy needs.
    externalTrafficPolicy: 'Local',
    selector,
    ports,
  });
  return [inside, { ...outside, metadata: { ...outside.metadata, annotations: BALANCER_ANNOTATIONS[way.scheme] } }];
}

/** A Service that leads to one version alone. */
export function trackServiceOf(serving: ResolvedServing, track: TrackName, name: string): NamedManifest {
  const selector = { ...answeringLabels(serving), [TRACK_LABEL]: track };
  const service = objectOf(SERVICE, name, { selector, ports: serving.tracks[0].container.ports.map(servicePort) });
  return inNamespace(service, serving.namespace);
}

function servicePort({ name, port, protocol }: ServerPort): JsonOf<k8s.ServicePort> {
  return { name, port, targetPort: name, appProtocol: protocol };
}
