import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { pathBelow } from '../core/names/name';
import { refuseValues } from '../core/problems/errors';
import { isStandIn, standIn } from '../core/problems/stand-in';
import { chartOf } from '../kubernetes/enclosing-chart';
import { resolveTask } from '../pods/task';
import { trainingRun } from '../training/training-run';
import { conditionTexts } from './condition';
import { dataKey } from './data-set';
import { inOrder } from './order';
import type { DataUse, Dependency, ResolvedStep, ResolvedWork, ResolvedWorkflow } from './resolved-workflow';
import { RunValue, referencesIn } from './run-value';
import type { Step, StepData, StepWork } from './step';
import { Trigger } from './trigger';
import type { WorkflowBackend } from './workflow-backend';
import type { WorkflowProps } from './workflow-options';
import { cycleProblems, memberProblems } from './workflow-problems';

/** Number of preemptions that a step survives, if it names none. */
const PREEMPTIONS = 5;

/** Fills in the defaults of a workflow. Wrong values are refused. */
export function resolveWorkflow(owner: Construct, backend: WorkflowBackend, props: WorkflowProps): ResolvedWorkflow {
  const { steps, trigger = Trigger.once(), parameters = {}, onExit, timeout, keepFinished, revision } = props;
  const own = pathBelow(chartOf(owner), owner);
  refuseValues(owner, memberProblems(steps, parameters, onExit));
  const resolve = (step: Step<string>) => resolveStep(new Construct(owner, step.name), own, step, steps, backend);
  const resolved = steps.map(resolve);
  if (resolved.some(isStandIn)) return standIn();
  const graph = new Map(resolved.map(({ name, after }) => [name, new Set(after.map(({ step }) => step))]));
  const { order, cycle } = inOrder(graph);
  refuseValues(owner, cycleProblems(cycle));
  return {
    name: revision === undefined ? own : `${own}-${revision}`,
    namespace: Chart.of(owner).namespace ?? 'default',
    steps: order.flatMap((name) => resolved.filter((step) => step.name === name)),
    parameters,
    trigger,
    timeout,
    keepFinished,
    onExit: onExit && resolve(onExit),
  };
}

function resolveStep(
  owner: Construct,
  workflow: string,
  step: Step<string>,
  steps: readonly Step<string>[],
  backend: WorkflowBackend,
): ResolvedStep {
  const { name, when } = step;
  const base = `${workflow}-${name}`;
  const data = dataOf(step.work);
  const work = resolveWork(owner, base, step.work, backend.data(data), backend.added);
  if (isStandIn(work)) return standIn();
  const texts = [textOf(step.work), ...(when ? conditionTexts(when) : [])];
  const used = texts
    .flatMap(referencesIn)
    .flatMap(([kind = '', other = '']) => (['steps', 'status'].includes(kind) ? [other] : []));
  const needed = new Set([...writersOf(data, step, steps), ...used]);
  const after = [...new Set([...needed, ...step.after.map((other) => other.name)])].map((other): Dependency => {
    const found = steps.find((each) => each.name === other)?.work;
    return { step: other, isUsed: needed.has(other), mayFail: found?.kind === 'training' && found.mayFail };
  });
  return { name, base, work, data, after, when };
}

function dataOf(work: StepWork): DataUse[] {
  const { reads = {}, writes = {} }: StepData = work.kind === 'task' || work.kind === 'training' ? work.options : {};
  const usesOf = (data: NonNullable<StepData['reads']>, isWritten: boolean) =>
    Object.entries(data).map(([variable, each]): DataUse => ({ variable, data: each, isWritten }));
  return [...usesOf(reads, false), ...usesOf(writes, true)];
}

/** The steps that write what a step reads. */
function writersOf(data: readonly DataUse[], step: Step<string>, steps: readonly Step<string>[]): string[] {
  const waits = data.filter((use) => !use.isWritten && !use.data.isEarlier);
  const read = new Set(waits.map((use) => dataKey(use.data)));
  return steps
    .filter((other) => other !== step && dataOf(other.work).some((use) => use.isWritten && read.has(dataKey(use.data))))
    .map(({ name }) => name);
}

/** All that may refer to outputs of other steps. */
function textOf(work: StepWork): string {
  if (work.kind === 'approval') return '';
  if (work.kind === 'object') return JSON.stringify(work.options.spec);
  const { command, args, env } = work.options;
  const items = work.kind === 'task' ? work.options.forEach?.items : undefined;
  return JSON.stringify([command, args, env, items]);
}

function resolveWork(
  owner: Construct,
  base: string,
  work: StepWork,
  access: ReturnType<WorkflowBackend['data']>,
  added: WorkflowBackend['added'],
): ResolvedWork {
  switch (work.kind) {
    case 'task': {
      const { outputs, forEach, timeout, cache, retries = 0, preemptions = PREEMPTIONS, ...options } = work.options;
      const task = resolveTask(owner, withData(options, access), added);
      if (isStandIn(task.pod)) return standIn();
      return { kind: 'task', task, options: { outputs, forEach, timeout, cache }, retries, preemptions };
    }
    case 'training': {
      const { options } = work;
      const run = trainingRun(owner, { name: `${RunValue.NAME}-${owner.node.id}`, base }, withData(options, access));
      return isStandIn(run) ? standIn() : { kind: 'training', run };
    }
    case 'object': {
      const { kind, spec } = work.options;
      const metadata = { name: `${RunValue.NAME}-${owner.node.id}` };
      return { kind: 'object', of: kind, object: { apiVersion: kind.apiVersion, kind: kind.kind, metadata, spec } };
    }
    case 'approval':
      return { kind: 'approval' };
  }
}

function withData<T extends { readonly mounts?: readonly unknown[]; readonly env?: object }>(
  options: T,
  { mounts, env }: ReturnType<WorkflowBackend['data']>,
): T {
  // The place of a step in its workflow is no option of its pods.
  const others = { after: undefined, when: undefined, reads: undefined, writes: undefined };
  return { ...options, ...others, mounts: [...(options.mounts ?? []), ...mounts], env: { ...env, ...options.env } };
}
