import type { k8s } from 'cdk8s-plus-27';
import { SERVICE } from '../../kubernetes/kinds/core';
import { INFERENCE_POOL } from '../../kubernetes/kinds/inference';
import { type JsonOf, objectOf } from '../../kubernetes/kinds/kind';
import type { Manifest } from '../../kubernetes/manifest';
import { exposedPorts, type ExposedPort } from '../exposure/exposed-ports';
import { OUTSIDE, type LoadBalancerWay } from '../exposure/exposure';
import type { ServerPort } from '../model-server';
import { answeringLabels, TRACK_LABEL } from '../server-task';
import type { ResolvedServing } from '../serving';

/** The port of endpoint pickers. */
const PICKER_PORT = 9002;

/** The Service for pods of the cluster, the one that clients outside reach, and the pods for an endpoint picker. */
export function servicesOf(serving: ResolvedServing): Manifest[] {
  const { name, exposure, tracks } = serving;
  const [{ container }] = tracks;
  const selector = selectorOf(serving);
  const inside = objectOf(SERVICE, name, { selector, ports: container.ports.map(servicePort) });
  const objects = [inside, ...inferencePool(serving, selector)];
  if (exposure.way.kind === 'internal') return objects;
  return [...objects, loadBalancerOf(name, selector, exposure.way, exposedPorts(exposure.way, container))];
}

/** If the endpoint picker does not answer, the gateway chooses. */
function inferencePool(
  { name, endpointPicker, tracks }: ResolvedServing,
  matchLabels: Record<string, string>,
): Manifest[] {
  if (endpointPicker === undefined) return [];
  const targetPorts = [{ number: tracks[0].container.ports[0].port }];
  const endpointPickerRef = { name: endpointPicker, port: { number: PICKER_PORT }, failureMode: 'FailOpen' } as const;
  return [objectOf(INFERENCE_POOL, name, { selector: { matchLabels }, targetPorts, endpointPickerRef })];
}

/** The pods that get requests: those of all versions, or of the live color. */
function selectorOf(serving: ResolvedServing): Record<string, string> {
  const { way } = serving.rollout;
  return { ...answeringLabels(serving), ...(way.kind === 'blueGreen' && { [TRACK_LABEL]: way.live }) };
}

function loadBalancerOf(
  name: string,
  selector: Record<string, string>,
  way: LoadBalancerWay,
  ports: readonly ExposedPort[],
): Manifest {
  const annotations: Record<string, string> =
    way.scheme === 'internal'
      ? { 'networking.gke.io/load-balancer-type': 'Internal' }
      : // It lets connections end when a node leaves. Without it GKE may still make the older kind, which does not.
        { 'cloud.google.com/l4-rbs': 'enabled' };
  const object = objectOf(SERVICE, `${name}${OUTSIDE}`, {
    type: 'LoadBalancer',
    // Nodes without a replica get nothing, and replicas see the addresses of clients, which the policy needs.
    externalTrafficPolicy: 'Local',
    loadBalancerIP: way.address,
    loadBalancerSourceRanges: way.sourceRanges,
    selector,
    ports: ports.map(({ port, guardPort }) => ({ ...servicePort(port), ...(guardPort && { targetPort: guardPort }) })),
  });
  return { ...object, metadata: { ...object.metadata, annotations } };
}

function servicePort({ name, port, protocol }: ServerPort): JsonOf<k8s.ServicePort> {
  return { name, port, targetPort: name, appProtocol: protocol };
}
