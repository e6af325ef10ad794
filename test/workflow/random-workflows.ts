import { Duration } from 'cdk8s';
import {
  array,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  nat,
  record,
  tuple,
  uniqueArray,
  type Arbitrary,
} from 'fast-check';
import type { IBucket } from '../../lib/core/contracts/bucket';
import type { IWorkloadIdentity } from '../../lib/core/contracts/identity';
import type { INodePool } from '../../lib/core/contracts/node-pool';
import { JOB } from '../../lib/kubernetes/kinds/batch';
import { Mount } from '../../lib/pods/mounts/mount';
import { Plain } from '../../lib/training/strategies/plain/plain';
import { TrainingEngine } from '../../lib/training/training-engines';
import { Condition, DataSet, RunValue, Step, type WorkflowProps } from '../../lib/workflow';

// Random workflows as data. Steps stand in an order that is right; what is built from them is shuffled.

export interface StepPlan {
  readonly kind: 'task' | 'training' | 'object' | 'approval';
  /** A number for each earlier step: this step comes after it if the number is small. */
  readonly after: readonly number[];
  /** The same for the use of an output of an earlier step. */
  readonly uses: readonly number[];
  /** The same for a condition on an output of an earlier step. */
  readonly asks: readonly number[];
  readonly outputs: number;
  readonly fanOut: { readonly items: number; readonly atMost: number } | undefined;
  readonly retries: number;
  readonly preemptions: number;
  readonly cached: boolean;
  /** A condition on a parameter, which holds or not. */
  readonly when: boolean | undefined;
  readonly rank: number;
}

export interface DataPlan {
  readonly inBucket: boolean;
  readonly perRun: boolean;
  /** Steps before this share of all write the data, and the others read it. */
  readonly pivot: number;
  /** A number for each step: it uses the data if the number is small. */
  readonly uses: readonly number[];
}

export interface WorkflowPlan {
  readonly steps: readonly StepPlan[];
  readonly data: readonly DataPlan[];
}

export interface PlanOptions {
  readonly kinds: readonly StepPlan['kind'][];
  readonly steps: { readonly min: number; readonly max: number };
  /** Results that steps hand on by the controller of the workflow. */
  readonly outputs: boolean;
  readonly buckets: boolean;
}

const MOST = 12;
const perStep = array(double({ min: 0, max: 1, noNaN: true }), { minLength: MOST, maxLength: MOST });
const chance = (of: number) => double({ min: 0, max: 1, noNaN: true }).map((number) => number < of);
/** A value with this chance. */
const maybe = <T>(of: number, value: Arbitrary<T>): Arbitrary<T | undefined> =>
  tuple(chance(of), value).map(([has, chosen]) => (has ? chosen : undefined));

export function workflowPlans({ kinds, steps, outputs, buckets }: PlanOptions): Arbitrary<WorkflowPlan> {
  const step: Arbitrary<StepPlan> = record({
    kind: constantFrom(...kinds),
    after: perStep,
    uses: perStep,
    asks: perStep,
    outputs: outputs ? integer({ min: 0, max: 2 }) : constant(0),
    fanOut: maybe(0.4, record({ items: integer({ min: 1, max: 5 }), atMost: integer({ min: 1, max: 3 }) })),
    retries: integer({ min: 0, max: 2 }),
    preemptions: constantFrom(5, 5, 0),
    cached: outputs ? chance(0.2) : constant(false),
    when: maybe(0.25, boolean()),
    rank: nat(1000),
  });
  const data: Arbitrary<DataPlan> = record({
    inBucket: buckets ? boolean() : constant(false),
    perRun: boolean(),
    pivot: double({ min: 0, max: 1, noNaN: true }),
    uses: perStep,
  });
  return record({
    steps: uniqueArray(step, { minLength: steps.min, maxLength: steps.max, selector: ({ rank }) => rank }),
    data: array(data, { maxLength: 3 }),
  });
}

export const stepName = (index: number) => `s${index}`;
/** The variable of a data set. */
export const dataVariable = (data: number) => `DATA_${data}`;

/** True if a program runs in the step. */
const isTask = (step: StepPlan | undefined) => step?.kind === 'task';
const hasPods = (step: StepPlan) => step.kind === 'task' || step.kind === 'training';

/** The steps that use a data set, by their numbers. Without a writer nobody reads the folder of a run. */
export function usersOf({ steps }: WorkflowPlan, { pivot, uses, perRun }: DataPlan) {
  const limit = Math.round(pivot * steps.length);
  const users = steps.flatMap((step, index) => (hasPods(step) && (uses[index] ?? 1) < 0.5 ? [index] : []));
  const writers = users.filter((index) => index < limit);
  const readers = perRun && writers.length === 0 ? [] : users.filter((index) => index >= limit);
  return { writers, readers };
}

const chosen = (numbers: readonly number[], index: number, below: number) =>
  numbers.slice(0, index).flatMap((number, other) => (number < below ? [other] : []));

/** The earlier steps of which a step uses an output. */
function usedBy({ steps }: WorkflowPlan, index: number): number[] {
  const step = steps[index];
  if (!step || step.kind === 'approval') return [];
  return chosen(step.uses, index, 0.25).filter((other) => isTask(steps[other]) && (steps[other]?.outputs ?? 0) > 0);
}

/** The earlier steps on whose outputs the condition of a step is. Outputs of a fan-out are lists. */
function askedBy({ steps }: WorkflowPlan, index: number): number[] {
  return chosen(steps[index]?.asks ?? [], index, 0.1).filter((other) => {
    const step = steps[other];
    return step && isTask(step) && step.outputs > 0 && !step.fanOut;
  });
}

/** The pairs of steps of which the first ends before the second starts, as the description says: not as the library finds them. */
export function orderOf(plan: WorkflowPlan): [number, number][] {
  const pairs = plan.steps.flatMap((step, index) =>
    [...chosen(step.after, index, 0.2), ...usedBy(plan, index), ...askedBy(plan, index)].map(
      (other): [number, number] => [other, index],
    ),
  );
  const flows = plan.data.flatMap((data): [number, number][] => {
    const { writers, readers } = usersOf(plan, data);
    return writers.flatMap((writer) => readers.map((reader): [number, number] => [writer, reader]));
  });
  return [...pairs, ...flows];
}

/** What the plans of one test have in common. */
export interface Surroundings {
  readonly pool: INodePool;
  readonly image: string;
  readonly bucket?: IBucket;
  readonly identity?: IWorkloadIdentity;
  /** Further options of tasks. */
  readonly task?: Partial<Parameters<typeof Step.task>[1]>;
}

export const CLAIM = 'shared';
const VOLUME = {
  claimName: CLAIM,
  at: (path: string, options = {}) => Mount.persistentVolumeClaim(CLAIM, path, options),
};

/** The workflow of a plan. */
export function workflowOf(plan: WorkflowPlan, around: Surroundings): WorkflowProps {
  const sets = plan.data.map((data, index) => {
    const set =
      data.inBucket && around.bucket
        ? DataSet.bucket(around.bucket, `d/${index}`)
        : DataSet.volume(VOLUME, `d/${index}`);
    return data.perRun ? set.perRun() : set;
  });
  const steps: Step<string>[] = [];
  plan.steps.forEach((_, index) => steps.push(stepOf(plan, index, steps, sets, around)));
  const shuffled = steps
    .map((step, index) => ({ step, rank: plan.steps[index]?.rank ?? 0 }))
    .sort((a, b) => a.rank - b.rank);
  return { steps: shuffled.map(({ step }) => step), parameters: { holds: 'yes' } };
}

function stepOf(
  plan: WorkflowPlan,
  index: number,
  earlier: readonly Step<string>[],
  sets: readonly DataSet[],
  { pool, image, identity, task = {} }: Surroundings,
): Step<string> {
  const own = plan.steps[index];
  if (!own) throw new Error(`no step ${index}`);
  const steps = (numbers: readonly number[]) => numbers.flatMap((number) => earlier[number] ?? []);
  const after = steps(chosen(own.after, index, 0.2));
  const conditions = [
    ...(own.when === undefined ? [] : [Condition.equals(RunValue.parameter('holds'), own.when ? 'yes' : 'no')]),
    ...steps(askedBy(plan, index)).map((other) => Condition.above(other.output('o0'), 0.5)),
  ];
  const [first, ...others] = conditions;
  const when = first && Condition.all(first, ...others);
  const values = steps(usedBy(plan, index)).map((other) => other.output('o0'));
  const used = (choose: (users: ReturnType<typeof usersOf>) => readonly number[]) =>
    Object.fromEntries(
      plan.data.flatMap((data, number) => {
        const set = sets[number];
        return set && choose(usersOf(plan, data)).includes(index) ? [[dataVariable(number), set] as const] : [];
      }),
    );
  const reads = used(({ readers }) => readers);
  const writes = used(({ writers }) => writers);
  const name = stepName(index);
  switch (own.kind) {
    case 'approval':
      return Step.approval(name, { after, when });
    case 'object':
      return Step.object(name, {
        after,
        when,
        kind: JOB,
        spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image, args: values }] } } },
      });
    case 'training':
      return Step.training(name, {
        ...{ after, when, reads, writes, image, pool, identity, args: ['train', ...values] },
        strategy: Plain.indexedTasks(),
        engine: TrainingEngine.job(),
        command: ['python'],
        workers: 1,
      });
    case 'task': {
      const { fanOut, retries, preemptions, cached, outputs } = own;
      const items = Array.from({ length: fanOut?.items ?? 0 }, (_, item) => `i${item}`);
      return Step.task(name, {
        ...{ after, when, reads, writes, image, pool, identity, retries, preemptions },
        command: ['sh', '-c', 'true'],
        args: [...values, ...(fanOut ? [RunValue.ITEM] : [])],
        env: { HOLDS: RunValue.parameter('holds') },
        outputs: Object.fromEntries(Array.from({ length: outputs }, (_, output) => [`o${output}`, `/tmp/o${output}`])),
        forEach: fanOut && { items, atMost: fanOut.atMost },
        // A result that depends on its run is not kept.
        cache:
          cached && ![...Object.values(reads), ...Object.values(writes)].some((data) => data.isPerRun)
            ? Duration.days(1)
            : undefined,
        ...task,
      });
    }
  }
}
