import type { Advice } from '../../core/check';
import type { ResolvedTrainingJob } from './training-job';

const CONSUMES = 'autoscaling.x-k8s.io/consume-provisioning-request';

/**
 * What a job on machines that start all together should have.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/provisioningrequest
 */
export function queuedAdvice({ roles, pod }: ResolvedTrainingJob): Advice[] {
  const queued = roles.filter(({ pool }) => pool.capacity?.kind === 'queued');
  if (queued.length === 0 || CONSUMES in (pod.annotations ?? {})) return [];
  const pools = [...new Set(queued.map(({ pool }) => `"${pool.poolName}"`))].join(', ');
  return [
    {
      code: 'queued-pool',
      property: 'annotations',
      message: `queued pool ${pools} starts nodes only for a ProvisioningRequest (autoscaling.x-k8s.io) that asks for them and for pods that carry its annotation ${CONSUMES}, so by itself the job never starts`,
      fix: 'make the request and name it in annotations, have Kueue do both, or use Capacity.flexStart, which needs none',
    },
  ];
}
