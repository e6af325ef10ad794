import type { ArgoTask, ArgoTemplate, WorkflowSpec } from '../../../kubernetes/kinds/argo-specs';
import type { ResolvedStep, ResolvedWorkflow } from '../../resolve-workflow';
import { inExpression, inGraph } from '../../run-value';
import { objectTemplates, stopTemplates } from './object-template';
import { parameters, taskTemplates } from './pod-template';

/** For tasks at the end of a run that failed or was stopped. A failure of one is no failure of the others. */
const UNLESS_GOOD = { when: '{{workflow.status}} != Succeeded', continueOn: { error: true, failed: true } };

/** @param control the account of the pods that create objects. Other pods name their own. */
export function specOf(workflow: ResolvedWorkflow, control: string): WorkflowSpec {
  const { steps, onExit, all, timeout, keepFinished } = workflow;
  const templates = steps.map((step) => templatesOf(step, cacheOf(workflow)));
  const mayFail = new Set(steps.flatMap((step) => (step.mayFail === true ? [step.name] : [])));
  const stops = steps.flatMap(({ name, created }) => (created ? stopTemplates(`stop-${name}`, created) : []));
  const stopping = stops.map(({ name = '' }): ArgoTask => ({ name, template: name, ...UNLESS_GOOD }));
  const last = onExit ? templatesOf(onExit, cacheOf(workflow)) : [];
  const atEnd = [...stopping, ...(onExit ? [taskOf(onExit, mayFail, last[0])] : [])];
  return {
    entrypoint: 'main',
    onExit: atEnd.length > 0 ? 'at-end' : undefined,
    serviceAccountName: all.some(({ created }) => created) ? control : undefined,
    // The token by which Argo's containers report results. A template can only leave it out.
    podSpecPatch: JSON.stringify({ automountServiceAccountToken: true, enableServiceLinks: false }),
    arguments: parameters(Object.entries(workflow.parameters).map(([name, value]) => ({ name, value }))),
    activeDeadlineSeconds: timeout?.toSeconds(),
    ttlStrategy: keepFinished && { secondsAfterCompletion: keepFinished.toSeconds() },
    templates: [
      { name: 'main', dag: { tasks: steps.map((step, index) => taskOf(step, mayFail, templates[index]?.[0])) } },
      ...templates.flat(),
      ...(atEnd.length > 0 ? [{ name: 'at-end', dag: { tasks: atEnd } }] : []),
      ...stops,
      ...last,
    ],
  };
}

/** The ConfigMap with kept results. Argo has those of all namespaces in its own. */
export function cacheOf({ namespace, base }: ResolvedWorkflow): string {
  return `${namespace}-${base}-cache`;
}

/**
 * A step in the main graph. One whose results are used must succeed; one that only comes before may have been left out.
 *
 * @param mayFail the steps after whose failure the run goes on
 */
function taskOf(step: ResolvedStep, mayFail: ReadonlySet<string>, template?: ArgoTemplate): ArgoTask {
  const { name, uses, after, when } = step;
  const ends = (other: string, ...others: readonly string[]) => {
    const all = ['Succeeded', ...(mayFail.has(other) ? ['Skipped', 'Omitted', 'Failed', 'Errored'] : others)];
    const text = all.map((end) => `${other}.${end}`).join(' || ');
    return all.length > 1 ? `(${text})` : text;
  };
  const depends = [...uses.map((other) => ends(other)), ...after.map((other) => ends(other, 'Skipped', 'Omitted'))];
  const given = template?.inputs?.parameters?.map(({ name: input }) => {
    return { name: input, value: inGraph(`{{inputs.parameters.${input}}}`) };
  });
  return {
    name,
    template: name,
    depends: depends.join(' && ') || undefined,
    when: when && inExpression(inGraph(when.text)),
    arguments: parameters(given),
  };
}

/** The templates of a step. Values of other steps that they use are their inputs. The first has the name of the step. */
function templatesOf({ name, task, created }: ResolvedStep, cache: string): ArgoTemplate[] {
  const ofObjects = created ? objectTemplates(name, created) : [{ name, suspend: {} }];
  const templates = task ? taskTemplates(name, task, cache) : ofObjects;
  const used = JSON.stringify(templates).matchAll(/\{\{inputs\.parameters\.([\w-]+)\}\}/g);
  const inputs = [...new Set([...used].map(([, input = '']) => input))];
  return templates.map((template) => withInputs(template, inputs));
}

/** A template with inputs, which a graph hands on. A loop has the item of its own. */
function withInputs(template: ArgoTemplate, names: readonly string[]): ArgoTemplate {
  const { dag, parallelism } = template;
  const isOwn = (name: string) => name === 'item' && parallelism !== undefined;
  const given = names.map((name) => ({ name, value: isOwn(name) ? '{{item}}' : `{{inputs.parameters.${name}}}` }));
  const tasks = dag?.tasks.map((task): ArgoTask => ({ ...task, arguments: parameters(given) }));
  const inputs = names.filter((name) => !isOwn(name)).map((name) => ({ name }));
  return { ...template, inputs: parameters(inputs), dag: tasks && { tasks } };
}
