import { Duration } from 'cdk8s';
import { nameProblems } from '../../core/names/name';
import type { Problem } from '../../core/problems/problem';
import { secondsProblems } from '../../core/problems/seconds-problems';
import { OUTSIDE, type Exposure } from './exposure';
import { plannedTracks } from './planned-tracks';
import type { ResolvedServing, ServingOptions } from './serving';

/** Services have the strictest names. */
export function* serverNameProblems(name: string, options: ServingOptions): Generator<Problem> {
  const suffixes = plannedTracks(options).map(({ suffix }) => suffix);
  const ends = [...suffixes, ...(options.exposure?.way.kind === 'loadBalancer' ? [OUTSIDE] : [])];
  const longest = Math.max(...ends.map(({ length }) => length));
  yield* nameProblems({ what: 'serving', max: 63 - longest, property: 'servingName' }, name);
}

/** Load balancers ask nodes every 8 s, and take no for an answer at the third. */
export function defaultDrain(exposure?: Exposure): Duration {
  return Duration.seconds(exposure?.way.kind === 'loadBalancer' ? 30 : 15);
}

export function* timeProblems(
  times: Pick<ResolvedServing, 'drain' | 'longestRequest' | 'loadTime'>,
): Generator<Problem> {
  for (const [property, time] of Object.entries(times)) yield* secondsProblems(property, time, 1);
}
