import type { Duration } from 'cdk8s';
import { optionalProblems } from './given';
import { KINDS } from './kinds';
import type { Problem } from './problem';

/** What is wrong with what should be a time, if it is there. */
export function durationProblems(property: string, duration: unknown): Problem[] {
  return optionalProblems({ [property]: duration }, { [property]: KINDS.duration });
}

/** What is wrong with a time that is written down in whole seconds. */
export function secondsProblems(property: string, duration: Duration | undefined, atLeast: number): Problem[] {
  const noDuration = durationProblems(property, duration);
  if (duration === undefined || noDuration.length > 0) return noDuration;
  const seconds = duration.toSeconds({ integral: false });
  if (Number.isInteger(seconds) && seconds >= atLeast) return [];
  return [
    {
      code: 'whole-seconds',
      property,
      message: `${property} is ${String(seconds)} s`,
      fix: `use whole seconds, ${String(atLeast)} or more`,
    },
  ];
}
