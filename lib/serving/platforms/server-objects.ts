import { POD_DISRUPTION_BUDGET } from '../../kubernetes/kinds/core';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { Manifest } from '../../kubernetes/manifest';
import { workloadLabel } from '../../kubernetes/workload-label';
import type { Rendered } from '../../workload/rendered';
import type { ResolvedServing, Track } from '../serving';
import { servicesOf } from './kubernetes-services';
import { networkPolicyOf } from './server-network-policy';

/** The objects around the pods of a server, whatever runs them: they find the pods by the labels of `serverTask`. */
export function serverObjects(serving: ResolvedServing): Manifest[] {
  return [...servicesOf(serving), networkPolicyOf(serving), ...disruptionBudget(serving)];
}

/** The same, with an object for each version by which Kubernetes or an operator runs its pods. */
export function renderedBy(
  runnerOf: (serving: ResolvedServing, track: Track) => Manifest,
  serving: ResolvedServing,
): Rendered {
  const [stable, ...others] = serving.tracks;
  const beside = others.map((track) => runnerOf(serving, track));
  return { before: serverObjects(serving), main: runnerOf(serving, stable), beside };
}

/** A budget of one replica at a time. Replicas that are not ready hold up no drain. */
function disruptionBudget({ name, scaling }: ResolvedServing): Manifest[] {
  if (scaling.most < 2) return [];
  const selector = { matchLabels: workloadLabel(name) };
  return [
    objectOf(POD_DISRUPTION_BUDGET, name, { maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector }),
  ];
}
