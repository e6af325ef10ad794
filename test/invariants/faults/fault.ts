import type { DistributedTrainingJobProps } from '../../../lib/index';
import type { Made, Plan } from '../program';

/** One thing that is wrong with a program. */
export interface Fault {
  readonly name: string;
  /** The changed part: two faults of one program change different parts. */
  readonly slot: string;
  readonly apply: (plan: Plan) => void;
  /** The wrong value, which the message must contain. */
  readonly shows: string;
}

/** Wrong as any name, label, image or address. */
export const TEXTS = ['', ' ', 'ÄÖ-ü', 'A b', '-x-', 'a\nb', '../x', '$(X)', '🦊', 'x'.repeat(300)] as const;

/** Wrong as any count. */
export const COUNTS = [NaN, -1, 0.5, 1e9, Infinity, -Infinity] as const;

/** Wrong as a number of tasks on two nodes of two GPUs. Those of `COUNTS` that take all memory are tried elsewhere. */
export const MANY = [NaN, -1, 0, 0.5, 500, 5000, Infinity, -Infinity] as const;

type Change = (plan: Plan) => void;

type JobChange = (made: Made) => Partial<DistributedTrainingJobProps>;

/** One fault for each wrong text in one place. */
export function text(
  slot: string,
  name: string,
  put: (plan: Plan, value: string) => void,
  values: readonly string[] = TEXTS,
) {
  return values.map((value): Fault => ({
    name: `${name} ${JSON.stringify(value.slice(0, 12))}`,
    slot,
    apply: (plan) => {
      put(plan, value);
    },
    shows: value,
  }));
}

/** One fault for each wrong number in one place. */
export function count(
  slot: string,
  name: string,
  put: (plan: Plan, value: number) => void,
  values: readonly number[] = COUNTS,
) {
  return values.map((value): Fault => ({
    name: `${name} ${value}`,
    slot,
    apply: (plan) => {
      put(plan, value);
    },
    shows: String(value),
  }));
}

export function one(slot: string, name: string, shows: string, apply: Change): Fault[] {
  return [{ name, slot, shows, apply }];
}

export function job(change: JobChange): Change {
  return (plan) => plan.more.push(change);
}

/** Texts but those that are right in some place. */
export function but(...right: readonly string[]): readonly string[] {
  return TEXTS.filter((value) => !right.includes(value));
}

/** A change of the job for each wrong text. */
export function jobWith(
  props: (value: string) => Partial<DistributedTrainingJobProps>,
): (plan: Plan, value: string) => void {
  return (plan, value) => plan.more.push(() => props(value));
}
