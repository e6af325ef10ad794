import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { nameProblems, pathBelow } from '../core/names/name';
import { isStandIn, ownId, refuseValues, secondsProblems, standIn } from '../core/problems';
import { moments } from '../fit/moments';
import { chartOf } from '../kubernetes/enclosing-chart';
import type { DataSet } from './data-set';
import { OUTPUTS, referencesIn } from './run-value';
import type { Step } from './step';
import type { StepPlace } from './step-work';
import { Trigger } from './trigger';
import type { WorkflowProps } from './workflow';
import type { Supplier } from './workflow-backend';

/** A workflow with all defaults filled in: the input of backends. */
export type ResolvedWorkflow = ReturnType<typeof resolveWorkflow>;

/** A step with all steps before it, directly or not. */
export type ResolvedStep = LinkedStep & { readonly before: ReadonlySet<string> };
type LinkedStep = ReturnType<typeof resolveStep>;

/** Fills in the defaults of a workflow. Wrong values are refused. */
export function resolveWorkflow(owner: Construct, backend: Supplier, props: WorkflowProps) {
  const { onExit: last, parameters = {}, trigger = Trigger.once(), timeout, keepFinished } = props;
  refuseValues(owner, secondsProblems({ timeout, keepFinished }, { least: 1 }));
  // The beginning of the names of its objects.
  const base = pathBelow(chartOf(owner), owner);
  const name = trigger.revision === undefined ? base : `${base}-${trigger.revision}`;
  // Runs of a schedule or a template have the time in seconds, or letters, at the end of their names.
  const run = trigger.kind === 'once' ? name : `${name}-${'9'.repeat(10)}`;
  const given = [...props.steps, ...(last ? [last] : [])];
  const found = given.map((step) => resolveStep(step, props.steps, { owner, workflow: base, run }, backend));
  if (found.some(isStandIn)) return standIn();
  const isLast = (step: LinkedStep) => step.name === last?.name;
  const others = new Set(found.filter((step) => !isLast(step)).map((step) => step.name));
  const linked = found.map((step) =>
    isLast(step) ? { ...step, uses: [], after: [], before: others } : { ...step, before: allBefore(step.name, found) },
  );
  const all = withTurns(linked.sort((a, b) => a.before.size - b.before.size));
  const steps = all.filter((step) => !isLast(step));
  const namespace = Chart.of(owner).namespace ?? 'default';
  // Each step stands after those that it follows.
  return { name, base, namespace, parameters, trigger, timeout, keepFinished, steps, onExit: all.find(isLast), all };
}

type Place = Pick<StepPlace, 'owner' | 'workflow' | 'run'>;

function resolveStep(step: Step<string>, all: readonly Step<string>[], place: Place, backend: Supplier) {
  const { name, options } = step;
  const owner = new Construct(place.owner, ownId(place.owner, name));
  refuseValues(owner, nameProblems({ what: 'step', max: 40, property: 'name' }, name));
  if (isStandIn(options)) return standIn();
  const { reads = {}, writes = {}, when } = options;
  const base = `${place.workflow}-${name}`;
  const work = step.resolve({ ...place, ...backend.supply(name, reads, writes), owner, name, base });
  if (isStandIn(work)) return standIn();
  const { task, created } = work;
  const text = JSON.stringify([task?.parts, task?.options.forEach, created?.main, created?.beside, when?.text]);
  const outputs = [...text.matchAll(OUTPUTS)].map(([, other = '']) => other);
  const awaited = Object.values(reads).filter(({ isEarlier }) => !isEarlier);
  const isAwaited = (data: DataSet) => awaited.some((each) => each.overlaps(data));
  const writers = all.filter((other) => other !== step && Object.values(other.options.writes ?? {}).some(isAwaited));
  // The steps whose data or outputs it uses. A run without one of them leaves it out.
  const uses = [...new Set([...writers.map((other) => other.name), ...outputs])];
  // The other steps that end before it starts.
  const after = (options.after ?? []).map((other) => other.name).filter((other) => !uses.includes(other));
  return { ...work, name, base, reads, writes, when, references: referencesIn(text), uses, after };
}

function allBefore(name: string, steps: readonly LinkedStep[]): Set<string> {
  const direct = new Map(steps.map((step) => [step.name, [...step.uses, ...step.after]]));
  const all = new Set(direct.get(name));
  // A loop over a set goes on with what it adds.
  for (const each of all) for (const other of direct.get(each) ?? []) all.add(other);
  return all;
}

/** The steps, whose pods have a turn in common if they may run at the same time. */
function withTurns(steps: readonly ResolvedStep[]): ResolvedStep[] {
  const running = steps.filter(({ pods }) => pods.length > 0);
  const atOnce = moments(running, (a, b) => !a.before.has(b.name) && !b.before.has(a.name));
  return steps.map((step) => {
    const turns = atOnce.flatMap((moment, turn) => (moment.includes(step) ? [String(turn)] : []));
    return { ...step, pods: step.pods.map((set) => ({ ...set, gang: step.name, turns })) };
  });
}
