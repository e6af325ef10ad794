import type { Duration } from 'cdk8s';
import { problem, type Problem } from './problem';

interface SecondsRule {
  readonly code: string;
  /** In seconds. @default - any time */
  readonly atMost?: number;
}

/** Problems of a time that is written down in whole seconds. */
export function* secondsProblems(
  property: string,
  duration: Duration | undefined,
  atLeast: number,
  { code, atMost = Infinity }: SecondsRule = { code: 'whole-seconds' },
): Generator<Problem> {
  if (duration === undefined) return;
  const seconds = duration.toSeconds({ integral: false });
  if (Number.isInteger(seconds) && seconds >= atLeast && seconds <= atMost) return;
  const less = `use ${Math.floor(atMost / 86_400)} days (${atMost} s) or less`;
  const fix = seconds > atMost ? less : `use whole seconds, ${atLeast} or more`;
  yield problem(code, property, `${property} is ${seconds} s`, fix);
}
