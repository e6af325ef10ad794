import { poolText } from '../core/contracts/node-pool';
import { nameProblems } from '../core/names/name';
import { nearestTo, problem, type Advice, type Problem } from '../core/problems';
import { byPool, turnsOf, type PodSet } from '../pods/pod-set';
import { operatorProblems } from '../workload/backend';
import { canFit, fewestNodes, planOf } from '../workload/pool-plan';
import { mayWaitText } from '../workload/pool-texts';
import { inFull } from '../workload/pool-use';
import type { ResolvedStep, ResolvedWorkflow } from './resolve-workflow';
import { END, OUTPUTS, outputText, RunValue, VALUE_NAME } from './run-value';
import type { WorkflowBackend } from './workflow-backend';

const OTHER_VALUES = 'add it to parameters, or use ITEM with forEach, and STATUS and FAILURES in onExit';

const stepsOf = (sets: readonly PodSet[]) => [...new Set(sets.map(({ gang = '' }) => `"${gang}"`))];

/** Problems of steps that do not belong together, or not to their backend. */
export function* workflowProblems(workflow: ResolvedWorkflow, backend: WorkflowBackend): Generator<Problem> {
  const { steps, all, parameters } = workflow;
  const cycle = steps.filter(({ name, before }) => before.has(name)).map(({ name }) => `"${name}"`);
  if (cycle.length > 0) {
    const message = `the steps ${cycle.join(', ')} wait for each other by their data, outputs or after`;
    yield problem('step-cycle', 'steps', message, 'leave one of these uses out, or read data ofEarlierRuns()');
  }
  const rule = { ...VALUE_NAME, what: 'parameter', property: 'parameters' };
  for (const name of Object.keys(parameters)) yield* nameProblems(rule, name);
  for (const step of all) yield* stepProblems(step, workflow);
  const [set] = all.flatMap(({ pods }) => pods);
  if (set) yield* operatorProblems('backend', backend, set.pool.cluster);
  yield* backend.problems?.(workflow) ?? [];
}

function* stepProblems(step: ResolvedStep, { steps, parameters, onExit }: ResolvedWorkflow): Generator<Problem> {
  const { name, after, reads, writes, references, task, when } = step;
  const isNeeded = (text: string) => when?.text.includes(text) === true && !when.text.includes(' || ');
  for (const other of steps.filter(({ mayFail }) => mayFail !== true)) {
    if (!isNeeded(`${outputText(other.name, END)} == "Failed"`)) continue;
    const message = `step "${name}" waits for step "${other.name}" to fail, which ends the run without it`;
    yield problem('step-status', 'when', message, 'set mayFail of a training step, or use onExit of the workflow');
  }
  for (const other of after.filter((each) => !steps.some((known) => known.name === each))) {
    const message = `step "${name}" comes after step "${other}", which is not a step of this workflow`;
    yield problem('step-unknown', 'after', message, `add "${other}" to steps, or leave it out of after`);
  }
  const written = steps.flatMap((other) => Object.values(other.writes));
  for (const [variable, data] of Object.entries(reads)) {
    if (![undefined, data].includes(writes[variable]))
      yield problem('step-option', 'writes', `step "${name}" has two data sets as ${variable}`, 'rename one of them');
    const isOfRuns = written.some((each) => each.isPerRun && each.overlaps(data));
    if (data.isEarlier || isOfRuns === data.isPerRun) continue;
    const fault = data.isPerRun ? 'of its run, but no step writes it' : 'of all runs, but a step writes it perRun()';
    const fix = 'give one data set to the steps that write it and to those that read it, or say ofEarlierRuns()';
    yield problem('data-unwritten', `reads.${variable}`, `step "${name}" reads ${data.folder} ${fault}`, fix);
  }
  const outputs = steps.flatMap((other) =>
    [END, ...Object.keys(other.task?.options.outputs ?? {})].map((output) => outputText(other.name, output)),
  );
  const known: readonly string[] = [
    ...['name', 'uid', 'namespace', 'creationTimestamp'].map((each) => `{{workflow.${each}}}`),
    ...Object.keys(parameters).map((each) => RunValue.parameter(each)),
    ...(task?.options.forEach ? [RunValue.ITEM] : []),
    // A run may end before the steps that have outputs.
    ...(step === onExit ? [RunValue.STATUS, RunValue.FAILURES] : outputs),
  ];
  for (const reference of references.filter((each) => !known.includes(each.replaceAll(' ', '')))) {
    const [, other, output] = [...reference.matchAll(OUTPUTS)][0] ?? [];
    const what =
      other === undefined ? reference : `${output === END ? 'the status' : `output "${output}"`} of step "${other}"`;
    const fix =
      other === undefined
        ? valueFix(reference, parameters)
        : `add step "${other}" with its output; onExit uses no outputs`;
    yield problem('run-value', 'steps', `step "${name}" uses ${what}, which it cannot know`, fix);
  }
}

/**
 * Advice about steps on machines that can be taken back, which then end the run.
 *
 * @see https://argo-workflows.readthedocs.io/en/latest/retries/
 */
export function* preemptionAdvice({ all }: ResolvedWorkflow): Generator<Advice> {
  for (const { name, task } of all) {
    if (!task?.pool.provisioningModel?.interruptible) continue;
    const { preemptions, retries = 0 } = task.options;
    if (preemptions !== 0 || retries > 0) continue;
    const message = `preemptions is 0, so step "${name}" fails when a machine of spot pool "${task.pool.poolName}" is taken back`;
    const fix = 'leave preemptions out, which allows 5, or use a pool of on-demand machines';
    yield problem('spot-restarts', 'preemptions', message, fix);
  }
}

/** The parameter that a misspelt reference means, or what a step can use. */
function valueFix(reference: string, parameters: ResolvedWorkflow['parameters']): string {
  const [, name = ''] = /workflow\.parameters\.([\w-]+)/.exec(reference) ?? [];
  const near = nearestTo(name, Object.keys(parameters));
  return near === undefined ? OTHER_VALUES : `write RunValue.parameter('${near}'), or add "${name}" to parameters`;
}

/**
 * Advice about steps that may run at the same time, but for which a pool has no room together.
 *
 * @param fewer the change by which fewer run at the same time
 */
export function* widthAdvice(
  pods: readonly PodSet[],
  fewer = 'let one of the steps come after another',
): Generator<Advice> {
  for (const { demands } of byPool(pods)) {
    const moments = turnsOf(demands.map((set) => inFull(set))).map((sets) => ({ sets, steps: stepsOf(sets) }));
    const plans = moments.flatMap(({ sets, steps }) => (steps.length > 1 ? (planOf(sets) ?? []) : []));
    const [plan] = plans.sort((a, b) => b.nodes - a.nodes);
    if (!plan) continue;
    const who = `steps ${stepsOf(plan.demands).join(', ')}, which may run at the same time,`;
    const shortage = canFit(plan)
      ? mayWaitText(plan, who)
      : `${who} need ${fewestNodes(plan)} nodes of ${poolText(plan.pool)}, but it grows to ${plan.limit}`;
    const message = `${shortage}, so some wait, and jobs of several pods may wait for each other`;
    const fix = `raise nodes to ${plan.nodes}, ${fewer}, or acknowledge this`;
    yield problem('workflow-width', 'steps', message, fix);
  }
}
