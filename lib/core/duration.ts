import type { Duration } from 'cdk8s';
import type { Problem } from './problem';

/** What is wrong with a time that is written down in whole seconds. */
export function secondsProblems(property: string, duration: Duration | undefined, atLeast: number): Problem[] {
  if (duration === undefined) return [];
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
