import { Duration } from 'cdk8s';
import { nameProblems } from '../../core/names/name';
import type { Problem } from '../../core/problems/problem';
import { secondsProblems } from '../../core/problems/seconds-problems';
import { OUTSIDE } from './exposure/exposure';
import { plannedTracks } from './rollout/planned-tracks';
import type { ServingOptions } from './serving-options';

/** Services have the strictest names. */
export function* serverNameProblems(name: string, options: ServingOptions): Generator<Problem> {
  const suffixes = plannedTracks(options).map(({ suffix }) => suffix);
  const ends = [...suffixes, ...(options.exposure?.way.kind === 'loadBalancer' ? [OUTSIDE] : [])];
  const longest = Math.max(...ends.map(({ length }) => length));
  yield* nameProblems({ what: 'serving', max: 63 - longest, property: 'servingName' }, name);
}

/** Kubernetes keeps sums of them in 32 bits. */
const TIME = { code: 'whole-seconds', atMost: Duration.days(365).toSeconds() };

export function* timeProblems(times: Readonly<Record<string, Duration | undefined>>): Generator<Problem> {
  for (const [property, time] of Object.entries(times)) if (time) yield* secondsProblems(property, time, 1, TIME);
}
