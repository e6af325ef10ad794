import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import type { PodOptions } from './pod-options';
import type { PodDemand } from './pool-demand';

/** Advice about pods that plan to take longer to stop than their machines give them. @param isServer whether requests are what they may lose */
export function* graceAdvice(
  { terminationGracePeriod }: PodOptions,
  demands: readonly PodDemand[],
  isServer = false,
): Generator<Advice> {
  const wanted = terminationGracePeriod?.toSeconds({ integral: false }) ?? 0;
  for (const { name, pool } of demands) {
    const given = pool.capacity?.graceSeconds;
    if (given === undefined || wanted <= given) continue;
    if (isServer) {
      yield problem(
        'spot-grace',
        'drain',
        `each ${name} goes on for drain and longestRequest, ${wanted} s together, but a machine of spot pool "${pool.poolName}" that is taken back gives pods ${given} s`,
        `shorten the two to ${given} s together, or acknowledge this if clients try again`,
      );
      return;
    }
    yield problem(
      'spot-grace',
      'terminationGracePeriod',
      `each ${name} has ${wanted} s to stop, but a machine of spot pool "${pool.poolName}" that is taken back gives pods ${given} s`,
      `save in ${given} s and set terminationGracePeriod to Duration.seconds(${given}), or acknowledge this if the pool's kubelet has a longer shutdownGracePeriodSeconds`,
    );
    return;
  }
}
