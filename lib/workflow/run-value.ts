/**
 * Texts of a workflow that are known only when it runs. They stand in arguments, in variables and in conditions, alone or
 * within a longer text.
 *
 * @example
 * const args = [`--epochs=${RunValue.parameter('epochs')}`];
 */
export const RunValue = {
  /** The name of the run, which no other run of the namespace has. */
  NAME: '{{workflow.name}}',
  /** The item of a fan-out that the step works on. */
  ITEM: '{{inputs.parameters.item}}',
  /** The end of the run: `Succeeded`, `Failed` or `Error`. For the step `onExit` alone. */
  STATUS: '{{workflow.status}}',
  /** The failed steps of the run, as a list in JSON. For the step `onExit` alone. */
  FAILURES: '{{workflow.failures}}',
  /** A parameter of the workflow. */
  parameter: (name: string): string => `{{workflow.parameters.${name}}}`,
} as const;

// All are in the words of Argo's templates. An output of a step is an input of the steps that use it.

/** The end of a step, which is an input like an output, with a name that no output has. */
export function statusText(step: string): string {
  return `{{inputs.parameters.${step}__}}`;
}

export function outputText(step: string, output: string): string {
  return `{{inputs.parameters.${step}_${output}}}`;
}

/** The outputs that a text uses, each as its step and its name. No step has "_" in its name. */
export const OUTPUTS = /\{\{inputs\.parameters\.([a-z0-9-]+)_([\w-]+)\}\}/g;

/** A text of a template as it stands in the graph of all steps. */
export function inGraph(text: string): string {
  return text
    .replace(/\{\{inputs\.parameters\.([a-z0-9-]+)__\}\}/g, '{{tasks.$1.status}}')
    .replace(/inputs\.parameters\['([a-z0-9-]+)__'\]/g, "tasks['$1'].status")
    .replace(OUTPUTS, '{{tasks.$1.outputs.parameters.$2}}')
    .replace(/inputs\.parameters\['([a-z0-9-]+)_([\w-]+)'\]/g, "tasks['$1'].outputs.parameters['$2']");
}

/** All that Argo would fill in, or fail at because it does not know it. */
const REFERENCE = /\{\{(?:inputs|outputs|workflow|tasks|steps|item|pod|node)\b[\w.-]*\}\}/g;

/** A text that is one reference, as an expression of Argo has it. @default - it is another text */
export function expressionOf(text: string): string | undefined {
  const [, owner, name = ''] = /^\{\{(.+)\.([\w-]+)\}\}$/.exec(text) ?? [];
  return owner === undefined ? undefined : `${owner}['${name}']`;
}

/** The references in a text, each once. */
export function referencesIn(text: string): string[] {
  return [...new Set(text.match(REFERENCE))];
}
