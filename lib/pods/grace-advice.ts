import { problem, type Advice } from '../core/problems';
import type { PodSet } from './pod-set';

/** Advice about termination grace periods that are longer than the machine gives. */
export function* graceAdvice(sets: readonly PodSet[]): Generator<Advice> {
  for (const { name, pod, pool, drains = false } of sets) {
    const wanted = pod.terminationGracePeriod?.toSeconds({ integral: false }) ?? 0;
    const given = pool.provisioningModel?.graceSeconds;
    if (given === undefined || wanted <= given) continue;
    if (drains) {
      yield problem(
        'spot-grace',
        'preStopDelay',
        `each ${name} goes on for preStopDelay and requestTimeout, ${wanted} s together, but a machine of spot pool "${pool.poolName}" that is taken back gives pods ${given} s`,
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
