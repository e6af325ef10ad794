import { POD_DISRUPTION_BUDGET } from './kinds/core';
import { objectOf } from './kinds/kind';
import type { NamedManifest } from './manifest';
import { workloadLabel } from './workload-label';

/** A budget of one replica at a time, for the workload of its name. Replicas that are not ready hold up no drain. */
export function disruptionBudgetOf(name: string): NamedManifest {
  const selector = { matchLabels: workloadLabel(name) };
  return objectOf(POD_DISRUPTION_BUDGET, name, {
    maxUnavailable: 1,
    unhealthyPodEvictionPolicy: 'AlwaysAllow',
    selector,
  });
}
