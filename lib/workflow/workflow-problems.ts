import { poolKey, poolText } from '../core/contracts/node-pool';
import { groupedBy } from '../core/grouped';
import { nameProblems } from '../core/names/name';
import type { Advice } from '../core/problems/check';
import { problem, type Problem } from '../core/problems/problem';
import { byPool, turnsOf, type PodSet } from '../pods/pod-set';
import { canFit, fewestNodes, planOf } from '../workload/pool-plan';
import { inFull } from '../workload/pool-use';
import type { DataSet } from './data-set';
import { isWrittenBy, type ResolvedStep, type ResolvedWorkflow } from './resolve-workflow';
import { outputText, RunValue, statusText } from './run-value';

/** Problems of steps that do not belong together. */
export function* workflowProblems(workflow: ResolvedWorkflow): Generator<Problem> {
  const { steps, all, parameters } = workflow;
  if (steps.length === 0) yield problem('step-missing', 'steps', 'the workflow has no steps', 'give it one at least');
  const cycle = steps.filter(({ name, before }) => before.has(name)).map(({ name }) => `"${name}"`);
  if (cycle.length > 0) {
    const message = `the steps ${cycle.join(', ')} wait for each other by their data, outputs or after`;
    yield problem(
      'step-cycle',
      'steps',
      message,
      'leave one of these uses out, or say ofEarlierRuns() of a data set that earlier runs left',
    );
  }
  const form = { form: 'letters, digits, "_" and "-"', pattern: /^[\w-]+$/ };
  const rule = { what: 'parameter', property: 'parameters', max: 63, ...form };
  for (const name of Object.keys(parameters)) yield* nameProblems(rule, name);
  for (const step of all) yield* stepProblems(step, workflow);
}

function* stepProblems(step: ResolvedStep, { steps, parameters, onExit }: ResolvedWorkflow): Generator<Problem> {
  const { name, after, reads, references, task } = step;
  for (const other of after.filter((each) => !steps.some((known) => known.name === each))) {
    const message = `step "${name}" comes after step "${other}", which is not a step of this workflow`;
    yield problem('step-unknown', 'after', message, `add "${other}" to steps, or leave it out of after`);
  }
  if (task?.options.cache && references.includes(RunValue.NAME)) {
    const message = `step "${name}" keeps its result for other runs, but uses data or the name of its own run`;
    yield problem('cache-run', 'cache', message, 'leave cache out, or perRun() and RunValue.NAME');
  }
  for (const [variable, data] of Object.entries(reads)) {
    const apart = steps.find((other) => !data.isEarlier && isBeside(data, other));
    if (apart && !isWrittenBy(data, apart)) {
      const message = `step "${name}" reads ${data.folder}, and step "${apart.name}" writes a folder in it or around it, so neither waits for the other`;
      const fix = 'read the data set that the other step writes, or say ofEarlierRuns()';
      yield problem('data-apart', `reads.${variable}`, message, fix);
    }
    if (!data.isPerRun || steps.some((other) => isWrittenBy(data, other))) continue;
    const message = `step "${name}" reads ${data.folder}, of which each run has a folder of its own, but no step writes it`;
    const fix = 'add it to writes of an earlier step, or leave perRun() out if others write the folder';
    yield problem('data-unwritten', `reads.${variable}`, message, fix);
  }
  const outputs = steps.flatMap((other) => [
    statusText(other.name),
    ...Object.keys(other.task?.options.outputs ?? {}).map((output) => outputText(other.name, output)),
  ]);
  const known: readonly string[] = [
    RunValue.NAME,
    ...Object.keys(parameters).map((each) => RunValue.parameter(each)),
    ...(task?.options.forEach ? [RunValue.ITEM] : []),
    // A run may end before the steps that have outputs.
    ...(step === onExit ? [RunValue.STATUS, RunValue.FAILURES] : outputs),
  ];
  for (const reference of references.filter((each) => !known.includes(each))) {
    const message = `step "${name}" uses ${reference}, which it cannot know`;
    const fix =
      'use parameters and outputs of this workflow, RunValue.ITEM with forEach, and in onExit STATUS and FAILURES, but no outputs';
    yield problem('run-value', 'steps', message, fix);
  }
}

function isBeside(data: DataSet, { writes }: ResolvedStep): boolean {
  return Object.values(writes).some((written) => written.overlaps(data));
}

/** Advice about steps that may run at the same time, but for which a pool has no room together. */
export function* widthAdvice(pods: readonly PodSet[]): Generator<Advice> {
  const together = turnsOf(pods)
    .flatMap(byPool)
    .filter(({ demands: [first, ...others] }) => others.some(({ gang }) => gang !== first?.gang));
  const plans = together.flatMap(({ demands }) => planOf(demands.map((set) => inFull(set))) ?? []);
  for (const ofPool of groupedBy(plans, ({ pool }) => poolKey(pool))) {
    const plan = ofPool.reduce((widest, each) => (each.nodes > widest.nodes ? each : widest));
    const names = [...new Set(plan.demands.map(({ gang = '' }) => `"${gang}"`))].join(', ');
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
