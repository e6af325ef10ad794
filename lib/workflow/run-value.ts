/** A value of the run alone, as conditions compare it. */
export type RunText = `{{workflow.${string}}}` | `{{inputs.parameters.${string}_${string}}}`;

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
  /** The item of a fan-out that the step works on. A condition has none: it is asked once, before all items. */
  ITEM: '{{inputs.parameters.item}}',
  /** The end of the run: `Succeeded`, `Failed` or `Error`. For the step `onExit` alone. */
  STATUS: '{{workflow.status}}',
  /** The failed steps of the run, as a list in JSON. For the step `onExit` alone. */
  FAILURES: '{{workflow.failures}}',
  /** A parameter of the workflow. */
  parameter: (name: string): RunText => `{{workflow.parameters.${name}}}`,
} as const;

/** The rule for the names of parameters and outputs. */
export const VALUE_NAME = { max: 63, form: 'letters, digits, "-" and "_", the first no "_"', pattern: /^(?!_)[\w-]+$/ };

// All are in the words of Argo's templates. An output of a step is an input of the steps that use it.

/** The name of the end of a step, which is an input like an output. No output has this name. */
export const END = '_';

export function outputText(step: string, output: string): RunText {
  return `{{inputs.parameters.${step}_${output}}}`;
}

/** The outputs that a text uses, each as its step and its name. No step has "_" in its name. */
export const OUTPUTS = /\{\{inputs\.parameters\.([a-z0-9-]+)_([\w-]+)\}\}/g;

/** A text of a template as it stands in the graph of all steps. */
export function inGraph(text: string): string {
  const inTasks = (_: string, step: string, output: string) =>
    `{{tasks.${step}.${output === END ? 'status' : `outputs.parameters.${output}`}}}`;
  return text.replace(OUTPUTS, inTasks);
}

/** All that Argo would fill in, or fail at because it does not know it. */
const REFERENCE = /\{\{ *((?:inputs|outputs|workflow|tasks|steps|item|pod|node)\.[\w.-]+|item(?=\}\})) *\}\}/g;

/** A text whose references are those of an expression of Argo, where a name may be no word. */
export function inExpression(text: string): string {
  const named = (_: string, reference: string) =>
    reference.replace(/^tasks\.([\w-]+)/, "tasks['$1']").replace(/(workflow|parameters)\.([\w-]+)$/, "$1['$2']");
  return text.replace(REFERENCE, named);
}

/** The references in a text, each once. */
export function referencesIn(text: string): string[] {
  return [...new Set(text.match(REFERENCE))];
}
