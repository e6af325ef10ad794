import { poolKey, poolText } from '../core/contracts/node-pool';
import { groupedBy } from '../core/grouped';
import type { Advice } from '../core/problems/check';
import { problem, type Problem } from '../core/problems/problem';
import type { PodSet } from '../pods/pod-set';
import { turnsOf } from '../pods/pod-set';
import { canFit, fewestNodes, planOf } from '../workload/pool-plan';
import { inFull } from '../workload/pool-use';
import { conditionTexts } from './condition';
import { dataKey } from './data-set';
import type { ResolvedStep, ResolvedWorkflow } from './resolved-workflow';
import { referencesIn } from './run-value';
import type { Step } from './step';

/** Problems of steps that do not belong together. */
export function* memberProblems(
  steps: readonly Step<string>[],
  parameters: Readonly<Record<string, string>>,
  onExit: Step<string> | undefined,
): Generator<Problem> {
  if (steps.length === 0) {
    yield problem('step-missing', 'steps', 'the workflow has no steps', 'give it one at least');
  }
  for (const name of repeated([...steps, ...(onExit ? [onExit] : [])].map((step) => step.name))) {
    yield problem('step-name', 'steps', `two steps are called "${name}"`, 'give each step a name of its own');
  }
  for (const step of [...steps, ...(onExit ? [onExit] : [])]) {
    for (const other of step.after) {
      if (steps.includes(other)) continue;
      const message = `step "${step.name}" comes after step "${other.name}", which is not a step of this workflow`;
      yield problem('step-unknown', 'after', message, `add "${other.name}" to steps, or leave it out of after`);
    }
  }
  for (const name of Object.keys(parameters)) {
    if (/^[A-Za-z][\w-]*$/.test(name)) continue;
    const message = `${JSON.stringify(name)} cannot be the name of a parameter`;
    yield problem('parameter-name', 'parameters', message, 'use letters, digits, "_" and "-", beginning with a letter');
  }
}

export function* cycleProblems(cycle: readonly string[] | undefined): Generator<Problem> {
  if (!cycle) return;
  const [first = ''] = cycle;
  const path = [...cycle, first].map((name) => `"${name}"`).join(' → ');
  const message = `the steps wait for each other by their data, outputs or after: ${path}`;
  yield problem('step-cycle', 'steps', message, 'let one of them write another data set, or use none of the others');
}

/** Problems of references and data that no step brings. */
export function* flowProblems(workflow: ResolvedWorkflow, textOf: (step: ResolvedStep) => string): Generator<Problem> {
  const { steps, onExit } = workflow;
  for (const step of [...steps, ...(onExit ? [onExit] : [])]) {
    const texts = [textOf(step), ...(step.when ? conditionTexts(step.when) : [])];
    for (const words of texts.flatMap(referencesIn)) yield* referenceProblems(step, words, workflow, step === onExit);
    for (const { data, isWritten, variable } of step.data) {
      if (isWritten || !data.isPerRun || steps.some((other) => writes(other, dataKey(data)))) continue;
      const message = `step "${step.name}" reads ${data.place.folder}, of which each run has a folder of its own, but no step writes it`;
      const fix = 'add it to writes of an earlier step, or leave perRun() out if others write the folder';
      yield problem('data-unwritten', `reads.${variable}`, message, fix);
    }
  }
}

function* referenceProblems(
  { name, work }: ResolvedStep,
  [kind, first = '', second = '']: readonly string[],
  { steps, parameters }: ResolvedWorkflow,
  isExit: boolean,
): Generator<Problem> {
  if (kind === 'steps' || kind === 'status') {
    const other = steps.find((each) => each.name === first);
    const outputs = other?.work.kind === 'task' ? Object.keys(other.work.options.outputs ?? {}) : [];
    if (other && !isExit && (kind === 'status' || outputs.includes(second))) return;
    const why = !other
      ? `step "${first}" is not a step of this workflow`
      : isExit
        ? 'a run may end before that step'
        : `step "${first}" has ${outputs.length === 0 ? 'no outputs' : `the outputs ${outputs.join(', ')}`}`;
    const fix = isExit ? 'read the result from a data set' : `add "${first}" with that output to steps`;
    const what = kind === 'status' ? 'the status' : `output ${second}`;
    yield problem('output-unknown', 'steps', `step "${name}" uses ${what} of "${first}", but ${why}`, fix);
  }
  if (kind === 'parameters' && !(first in parameters)) {
    const message = `step "${name}" uses parameter "${first}", which the workflow does not have`;
    yield problem('parameter-unknown', 'parameters', message, `add "${first}" to parameters, with its default`);
  }
  const isFanOut = work.kind === 'task' && work.options.forEach !== undefined;
  if (kind === 'item' && !isFanOut) {
    const message = `step "${name}" uses RunValue.ITEM, but runs once`;
    yield problem('item-unknown', 'forEach', message, 'give the step forEach, or leave the item out');
  }
  if (kind === 'run' && first !== 'name' && !isExit) {
    const message = `step "${name}" uses the ${first} of the run, which is known at its end`;
    yield problem('status-unknown', 'steps', message, 'use it in the step onExit');
  }
}

function writes({ data }: ResolvedStep, key: string): boolean {
  return data.some((use) => use.isWritten && dataKey(use.data) === key);
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** Advice about steps that may run at the same time, but for which a pool has no room together. */
export function* widthAdvice(pods: readonly PodSet[]): Generator<Advice> {
  const turns = turnsOf(pods).flatMap((turn) => groupedBy(turn, ({ pool }) => poolKey(pool)));
  const plans = turns.flatMap((sets) => {
    const gangs = new Set(sets.map(({ gang }) => gang));
    const plan = gangs.size > 1 ? planOf(sets.map((set) => inFull(set))) : undefined;
    return plan ? [{ plan, gangs }] : [];
  });
  for (const sameSteps of groupedBy(plans, ({ plan }) => poolKey(plan.pool))) {
    const [widest] = sameSteps.sort((a, b) => b.plan.nodes - a.plan.nodes);
    if (!widest) continue;
    const { plan, gangs } = widest;
    const names = [...gangs].map((name) => `"${name ?? ''}"`).join(', ');
    const needs = canFit(plan)
      ? `may need ${plan.nodes} nodes of ${poolText(plan.pool)}, as the scheduler places them,`
      : `need ${fewestNodes(plan)} nodes of ${poolText(plan.pool)}`;
    yield problem(
      'workflow-width',
      'steps',
      `steps ${names} may run at the same time and ${needs}, but it grows to ${plan.limit}, so some wait for others, and jobs of several pods may wait for each other`,
      `raise nodes to ${plan.nodes}, let one of the steps come after another, or acknowledge this`,
    );
  }
}
