import { disruptionBudgetOf } from '../../kubernetes/disruption-budget';
import type { Manifest } from '../../kubernetes/manifest';
import type { Rendered } from '../../workload/rendered';
import type { ResolvedServing, Track } from '../serving';
import { servicesOf } from './kubernetes-services';
import { networkPolicyOf } from './server-network-policy';

/** The objects around the pods of a server, whatever runs them: they find the pods by the labels of `serverTask`. */
export function serverObjects(serving: ResolvedServing): Manifest[] {
  return [
    ...servicesOf(serving),
    networkPolicyOf(serving),
    ...(serving.scaling.most > 1 ? [disruptionBudgetOf(serving.name)] : []),
  ];
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
