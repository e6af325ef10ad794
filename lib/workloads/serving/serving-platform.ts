import type { Problem } from '../../core/problems/problem';
import type { Manifest } from '../manifest';
import type { ResolvedServing } from './serving';

/** Who runs the pods of a server in the cluster. Pure: from a resolved serving to manifests. */
export interface ServingPlatform {
  /** Problems of a serving for this platform. */
  problems(serving: ResolvedServing): Iterable<Problem>;
  render(serving: ResolvedServing): RenderedServing;
}

/** The objects that a platform makes of a serving. */
export interface RenderedServing {
  /** Objects before the one that runs the pods, such as a Service. */
  readonly needs?: readonly Manifest[];
  /** The object that runs the pods. */
  readonly object: Manifest;
  /** Further objects that run pods, such as those of a canary, and those that act on them. */
  readonly beside?: readonly Manifest[];
}
