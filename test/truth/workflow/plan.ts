import { array, boolean, constantFrom, integer, nat, option, record, type Arbitrary } from 'fast-check';
import { pool, type Asks, type PoolPlan } from '../serving/plan';

// A random workflow as data.

export interface StepPlan {
  readonly kind: 'task' | 'fanOut' | 'training';
  /** The index of its pool, modulo the number of pools. */
  readonly pool: number;
  readonly asks: Asks;
  /** The items of a fan-out, or the workers. */
  readonly pods: number;
  readonly atMost: number;
  readonly engine: 'job' | 'jobSet';
  /** Numbers for the earlier steps: the step comes after those whose number is 0. */
  readonly after: readonly number[];
}

export interface WorkflowPlan {
  readonly pools: readonly PoolPlan[];
  readonly steps: readonly StepPlan[];
  /** True if the steps are listed from the last to the first. */
  readonly reversed: boolean;
}

const MOST = 6;

const asks: Arbitrary<Asks> = record({
  cpus: option(constantFrom(1, 1 / 2, 1 / 3, 1 / 4, 0.07, 0.22, 0.41, 0.58), { freq: 3, nil: undefined }),
  gpus: option(constantFrom(1, 1, 2, 4, 0), { freq: 2, nil: undefined }),
});

const step: Arbitrary<StepPlan> = record({
  kind: constantFrom('task', 'fanOut', 'training', 'training'),
  pool: nat(1),
  asks,
  pods: integer({ min: 1, max: 4 }),
  atMost: integer({ min: 1, max: 4 }),
  engine: constantFrom('job', 'jobSet'),
  after: array(nat(2), { minLength: MOST, maxLength: MOST }),
});

/** Programs with pools and one workflow. */
export const workflowPlans: Arbitrary<WorkflowPlan> = record({
  pools: array(pool, { minLength: 1, maxLength: 2 }),
  steps: array(step, { minLength: 2, maxLength: MOST }),
  reversed: boolean(),
});

export const stepName = (index: number) => `s${index}`;

/** The earlier steps that a step names. */
export function afterOf({ after }: StepPlan, index: number): number[] {
  return after.slice(0, index).flatMap((number, other) => (number === 0 ? [other] : []));
}

/** The largest sets of steps that may run at one moment, from all sets of steps. */
export function momentsOf({ steps }: WorkflowPlan): number[][] {
  const before = steps.reduce<Set<number>[]>((known, step, index) => {
    const direct = afterOf(step, index);
    return [...known, new Set(direct.flatMap((other) => [other, ...(known[other] ?? [])]))];
  }, []);
  const all = Array.from({ length: 2 ** steps.length }, (_, set) =>
    steps.flatMap((__, index) => ((set >> index) & 1 ? [index] : [])),
  );
  const free = all.filter((set) => set.every((index) => set.every((other) => !before[index]?.has(other))));
  return free.filter(
    (set) => !free.some((other) => other.length > set.length && set.every((index) => other.includes(index))),
  );
}
