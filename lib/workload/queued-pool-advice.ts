import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { problem, type Advice } from '../core/problems';
import { clusterOf, objectsIn } from '../kubernetes/chart-cluster';
import { partAt } from '../kubernetes/manifest';
import { QUEUE_LABEL } from '../operators/known/kueue';
import { byPool, type PodSet } from '../pods/pod-set';

const CONSUMES = 'autoscaling.x-k8s.io/consume-provisioning-request';
/** Both autoscaling.x-k8s.io and cluster-autoscaler.kubernetes.io have an annotation of this name. */
const CLASS = '/provisioning-class-name';
/** The controller of an AdmissionCheck by which Kueue makes requests, and writes the annotations. */
const BY_KUEUE = 'kueue.x-k8s.io/provisioning-request';

/** True if a queue starts the pods of an object. Call it at synthesis. */
export function isQueued(object: ApiObject | undefined): boolean {
  return object?.metadata.getLabel(QUEUE_LABEL) !== undefined;
}

/**
 * Advice about pods on machines that all start together. Patches of their object count, and so does the AdmissionCheck of a queue.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/provisioningrequest
 * @see https://kueue.sigs.k8s.io/docs/concepts/admission_check/provisioning_request/
 */
export function* queuedPoolAdvice(
  owner: IConstruct,
  pods: readonly PodSet[],
  object: ApiObject | undefined,
): Generator<Advice> {
  const waiting = pods.filter(({ pool, pod }) => pool.provisioningModel?.kind === 'queued' && !asks(pod.annotations));
  if (waiting.length === 0 || isAskedFor(owner, object)) return;
  const pools = byPool(waiting).map(({ pool }) => `"${pool.poolName}"`);
  yield problem(
    'queued-pool',
    'annotations',
    `queued pool ${pools.join(', ')} starts nodes only for a ProvisioningRequest (autoscaling.x-k8s.io), and only for pods that name it in the annotations ${CONSUMES} and autoscaling.x-k8s.io${CLASS}, so the pods never start by themselves`,
    'make the request and name it and its class in annotations, have Kueue do both, or use ProvisioningModel.flexStart, which needs none',
  );
}

function asks(annotations: Readonly<Record<string, string>> = {}): boolean {
  const keys = Object.keys(annotations);
  return keys.includes(CONSUMES) && keys.some((key) => key.endsWith(CLASS));
}

function isAskedFor(owner: IConstruct, object: ApiObject | undefined): boolean {
  const text = JSON.stringify(object?.toJson() ?? {});
  if (text.includes(`"${CONSUMES}"`) && text.includes(`${CLASS}"`)) return true;
  return isQueued(object) && objectsIn(clusterOf(owner), owner, makesRequests).length > 0;
}

function makesRequests(object: ApiObject): boolean {
  return object.kind === 'AdmissionCheck' && partAt(object.toJson(), ['spec'])['controllerName'] === BY_KUEUE;
}
