import { k8sCode } from '../kubernetes/k8s';
import { NETWORK_POLICY } from '../kubernetes/kinds/core';
import { objectOf } from '../kubernetes/kinds/kind';
import type { JsonObject, Manifest } from '../kubernetes/manifest';
import { workloadLabel } from '../kubernetes/workload-label';
import type { ResolvedTrainingJob } from './training-job';

/**
 * Lets only the job's own pods connect to its pods, at any port: programs take ports of their own choice for data. Without it
 * every pod of the cluster could give a TensorFlow server graphs to run.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export function networkPolicyOf({ base, reachableFrom = [] }: ResolvedTrainingJob): Manifest {
  const own = { matchLabels: workloadLabel(base) };
  const peers = reachableFrom.map((peer): JsonObject => ({ ...k8sCode().toJson_NetworkPolicyPeer(peer) }));
  return objectOf(NETWORK_POLICY, base, {
    podSelector: own,
    policyTypes: ['Ingress'],
    ingress: [{ from: [{ podSelector: own }, ...peers] }],
  });
}
