import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import type { PodOptions } from './pod-options';
import type { PodDemand } from './pool-demand';

/** Advice about pods that plan to take longer to stop than their machines give them. */
export function* graceAdvice({ terminationGracePeriod }: PodOptions, demands: readonly PodDemand[]): Generator<Advice> {
  const wanted = terminationGracePeriod?.toSeconds({ integral: false }) ?? 0;
  for (const { name, pool } of demands) {
    const given = pool.capacity?.graceSeconds;
    if (given === undefined || wanted <= given) continue;
    yield problem(
      'spot-grace',
      'terminationGracePeriod',
      `each ${name} has ${wanted} s to stop, but a machine of spot pool "${pool.poolName}" that is taken back gives pods ${given} s`,
      `save in ${given} s and set terminationGracePeriod to Duration.seconds(${given}), or acknowledge this if the pool's kubelet has a longer shutdownGracePeriodSeconds`,
    );
    return;
  }
}
