import type { Duration } from 'cdk8s';
import { optionalProblems } from './given';
import { KINDS } from './kinds';
import type { Problem } from './problem';

interface SecondsRule {
  readonly code: string;
  /** In seconds. @default - any time */
  readonly atMost?: number;
}

/** What is wrong with a time that is written down in whole seconds. */
export function secondsProblems(
  property: string,
  duration: Duration | undefined,
  atLeast: number,
  { code, atMost = Infinity }: SecondsRule = { code: 'whole-seconds' },
): Problem[] {
  const noDuration = optionalProblems({ [property]: duration }, { [property]: KINDS.duration });
  if (duration === undefined || noDuration.length > 0) return noDuration;
  const seconds = duration.toSeconds({ integral: false });
  if (Number.isInteger(seconds) && seconds >= atLeast && seconds <= atMost) return [];
  return [
    {
      code,
      property,
      message: `${property} is ${seconds} s`,
      fix:
        seconds > atMost
          ? `use ${Math.floor(atMost / 86_400)} days (${atMost} s) or less`
          : `use whole seconds, ${atLeast} or more`,
    },
  ];
}
