import { LocalCluster } from '../../core/contracts/local-cluster';
import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import type { ResolvedTrainingJob } from './training-job';

/**
 * Advice about jobs that may hold GPU nodes for ever: with an image that cannot be pulled, or with tasks that wait for
 * each other. The autoscaler does not remove nodes with such pods.
 */
export function* timeLimitAdvice({ roles, timeLimit }: ResolvedTrainingJob): Generator<Advice> {
  if (timeLimit !== undefined) return;
  const holding = roles.filter(({ pool, resolved }) => resolved.gpus > 0 && !LocalCluster.isLocalCluster(pool.cluster));
  if (holding.length === 0) return;
  const pools = [...new Set(holding.map(({ pool }) => `"${pool.poolName}"`))].join(', ');
  yield problem(
    'time-limit',
    'timeLimit',
    `the job has no time limit, so if it hangs or its image cannot be pulled, it holds GPU nodes of pool ${pools} until somebody deletes it`,
    'set timeLimit to more than the job takes, with the wait for machines, such as Duration.hours(12)',
  );
}
