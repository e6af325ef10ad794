import type { ArgoTask, ArgoTemplate } from '../../../kubernetes/kinds/argo';
import type { Kind } from '../../../kubernetes/kinds/kind';
import type { Rendered } from '../../../workload/rendered';
import type { ResolvedStep, TaskWork } from '../../resolved-workflow';
import { applyTemplate, waitTemplate } from './object-template';
import { cacheKey, podTemplate } from './pod-template';
import { inputsOf, inTemplate } from './references';

/** The names that templates and objects of one workflow share. */
export interface ArgoNames {
  /** The base of the workflow's objects. */
  readonly base: string;
  /** The account of the pods that create objects. */
  readonly control: string;
  /** The ConfigMap with kept results. Argo has those of all namespaces in its own. */
  readonly cache: string;
}

/** The templates of a step. The first has the name of the step. */
export function templatesOf(step: ResolvedStep, names: ArgoNames): ArgoTemplate[] {
  const { name, work } = step;
  switch (work.kind) {
    case 'approval':
      return [{ name, suspend: {} }];
    case 'object':
      return objectTemplates(name, names, { main: work.object }, work.of);
    case 'training':
      return objectTemplates(name, names, work.run.workload.rendered, work.run.engine.kind);
    case 'task':
      return taskTemplates(step, names, work);
  }
}

/** What a step refers to, as inputs of its templates. */
export function stepInputs({ work }: ResolvedStep): ReturnType<typeof inputsOf> {
  switch (work.kind) {
    case 'approval':
      return [];
    case 'object':
      return inputsOf(work.object);
    case 'training':
      return inputsOf(work.run.workload.rendered);
    case 'task': {
      const { command, args, env } = work.task.pod;
      return inputsOf([command, args, env, work.options.forEach?.items]);
    }
  }
}

/** An object, and those that stand beside it. */
function objectTemplates(name: string, { control }: ArgoNames, rendered: Rendered, kind: Kind): ArgoTemplate[] {
  const { main, beside = [] } = inTemplate(rendered);
  const inputs = inputsFrom(inputsOf([rendered.main, rendered.beside]));
  const ends = kind.ending?.as;
  if (beside.length === 0 && !ends) return [{ ...applyTemplate(name, control, main, kind), inputs }];
  const parts = [
    ...beside.map((object, index) => applyTemplate(`${name}-beside-${index}`, control, object)),
    applyTemplate(`${name}-create`, control, main, ends ? undefined : kind),
    ...(ends ? [waitTemplate(`${name}-wait`, control, main, ends)] : []),
  ];
  const tasks = parts.map((part, index): ArgoTask => {
    const depends = parts[index - 1]?.name;
    return { name: part.name, template: part.name, depends, arguments: passedOn(inputs) };
  });
  return [{ name, inputs, dag: { tasks } }, ...parts.map((part) => ({ ...part, inputs }))];
}

/**
 * A pod, tried again after preemptions; around it the tries after failures, which count apart; around these the items of a
 * fan-out.
 */
function taskTemplates(step: ResolvedStep, names: ArgoNames, work: TaskWork): ArgoTemplate[] {
  const { name } = step;
  const { forEach, cache } = work.options;
  const inputs = inputsFrom(stepInputs(step));
  const podName = work.retries > 0 || forEach ? `${name}-pod` : name;
  const made = { ...inTemplate(podTemplate(podName, names.base, step, work)), inputs };
  const pod = cache ? { ...made, ...memoized(name, names.cache, made, cache.toSeconds()) } : made;
  const templates: ArgoTemplate[] = [pod];
  if (work.retries > 0) {
    const retryStrategy = { limit: work.retries, retryPolicy: 'Always' as const };
    templates.unshift({ ...graphAround(forEach ? `${name}-tries` : name, pod), retryStrategy });
  }
  if (forEach) {
    const items = inTemplate(forEach.items);
    const loop = typeof items === 'string' ? { withParam: items } : { withItems: items };
    const [inner = pod] = templates;
    const others = inputs?.parameters?.filter((input) => input.name !== 'item') ?? [];
    templates.unshift({
      ...graphAround(name, inner, loop),
      inputs: others.length > 0 ? { parameters: others } : undefined,
      parallelism: forEach.atMost,
    });
  }
  return templates;
}

/** A graph of one task, which passes all inputs and outputs on. */
function graphAround(
  name: string,
  inner: ArgoTemplate,
  loop?: Pick<ArgoTask, 'withItems' | 'withParam'>,
): ArgoTemplate {
  const outputs = inner.outputs?.parameters?.map((output) => ({
    name: output.name,
    valueFrom: { parameter: `{{tasks.run.outputs.parameters.${output.name}}}` },
  }));
  const run = { name: 'run', template: inner.name, ...loop, arguments: passedOn(inner.inputs, loop !== undefined) };
  return { name, inputs: inner.inputs, dag: { tasks: [run] }, outputs: outputs && { parameters: outputs } };
}

function inputsFrom(values: readonly { readonly name: string }[]): ArgoTemplate['inputs'] {
  return values.length > 0 ? { parameters: values.map(({ name }) => ({ name })) } : undefined;
}

/** The inputs of a template, as the arguments of another one inside it. */
function passedOn(inputs: ArgoTemplate['inputs'], isLoop = false): ArgoTask['arguments'] {
  const parameters = inputs?.parameters?.map(({ name }) => ({
    name,
    value: isLoop && name === 'item' ? '{{item}}' : `{{inputs.parameters.${name}}}`,
  }));
  return parameters && { parameters };
}

/** A result is kept with an output, so a step without outputs gets one. */
function memoized(step: string, configMap: string, template: ArgoTemplate, seconds: number): Partial<ArgoTemplate> {
  const { outputs = { parameters: [{ name: 'done', valueFrom: { path: '/tmp/done', default: 'done' } }] } } = template;
  const cache = { configMap: { name: configMap } };
  return { outputs, memoize: { key: cacheKey(step, template), maxAge: `${seconds}s`, cache } };
}
