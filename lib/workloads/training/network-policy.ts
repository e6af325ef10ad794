import type { k8s } from 'cdk8s-plus-27';
import { toJson_NetworkPolicySpec } from '../k8s';
import { NETWORK_POLICY } from '../kinds/core';
import { objectOf } from '../kinds/kind';
import type { JsonObject, Manifest } from '../manifest';
import { workloadLabel } from '../pod/workload-label';
import type { ResolvedTrainingJob } from './training-job';

/**
 * Lets only the job's own pods connect to its pods, at any port: programs take ports of their own choice for data. Without it
 * every pod of the cluster could give a TensorFlow server graphs to run.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export function networkPolicyOf({ base, reachableFrom = [] }: ResolvedTrainingJob): Manifest {
  const own = { matchLabels: workloadLabel(base) };
  const spec = {
    podSelector: own,
    policyTypes: ['Ingress'],
    ingress: [{ from: [{ podSelector: own }, ...reachableFrom] }],
  };
  return objectOf(NETWORK_POLICY, base, plain(spec));
}

/** The edge to generated code, which returns JSON but has no type for it. */
function plain(spec: k8s.NetworkPolicySpec): JsonObject {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return JSON.parse(JSON.stringify(toJson_NetworkPolicySpec(spec))) as JsonObject;
}
