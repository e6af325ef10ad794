import type { Manifest } from '../kubernetes/manifest';
import { ingressPolicyOf, peersOf } from '../kubernetes/network-policy';
import { workloadLabel } from '../kubernetes/workload-label';
import type { ResolvedTrainingJob } from './training-job';

/**
 * Lets only the job's own pods connect to its pods, at any port: programs take ports of their own choice for data. Without it
 * every pod of the cluster could give a TensorFlow server graphs to run.
 */
export function networkPolicyOf({ base, reachableFrom }: ResolvedTrainingJob): Manifest {
  const own = { podSelector: { matchLabels: workloadLabel(base) } };
  return ingressPolicyOf(base, [{ from: [own, ...peersOf(reachableFrom)] }]);
}
