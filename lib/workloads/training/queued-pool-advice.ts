import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import type { ResolvedTrainingJob } from './training-job';

const CONSUMES = 'autoscaling.x-k8s.io/consume-provisioning-request';
/** Both autoscaling.x-k8s.io and cluster-autoscaler.kubernetes.io have it. */
const CLASS = '/provisioning-class-name';

/**
 * Advice about jobs on machines that all start together.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/provisioningrequest
 */
export function* queuedPoolAdvice({ roles, pod }: ResolvedTrainingJob): Generator<Advice> {
  const queued = roles.filter(({ pool }) => pool.capacity?.kind === 'queued');
  const annotations = Object.keys(pod.annotations ?? {});
  const names = annotations.includes(CONSUMES) && annotations.some((key) => key.endsWith(CLASS));
  if (queued.length === 0 || names) return;
  const pools = [...new Set(queued.map(({ pool }) => `"${pool.poolName}"`))].join(', ');
  yield problem(
    'queued-pool',
    'annotations',
    `queued pool ${pools} starts nodes only for a ProvisioningRequest (autoscaling.x-k8s.io), and only for pods that name it in the annotations ${CONSUMES} and autoscaling.x-k8s.io${CLASS}, so the job never starts by itself`,
    'make the request and name it and its class in annotations, have Kueue do both, or use Capacity.flexStart, which needs none',
  );
}
