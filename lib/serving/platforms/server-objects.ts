import { POD_DISRUPTION_BUDGET } from '../../kubernetes/kinds/core';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { Manifest } from '../../kubernetes/manifest';
import { workloadLabel } from '../../kubernetes/workload-label';
import type { ResolvedServing } from '../serving';
import { servicesOf } from './kubernetes-services';
import { networkPolicyOf } from './server-network-policy';

/** The objects around the pods of a server, whatever runs them: they find the pods by the labels of `serverTask`. */
export function serverObjects(serving: ResolvedServing): Manifest[] {
  return [...servicesOf(serving), networkPolicyOf(serving), ...disruptionBudget(serving)];
}

/** A budget of one replica at a time. Replicas that are not ready hold up no drain. */
function disruptionBudget({ name, scaling }: ResolvedServing): Manifest[] {
  if (scaling.most < 2) return [];
  const selector = { matchLabels: workloadLabel(name) };
  return [
    objectOf(POD_DISRUPTION_BUDGET, name, { maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector }),
  ];
}
