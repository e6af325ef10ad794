/**
 * Texts of a workflow that are known only when it runs. They stand in arguments, in variables and in conditions, alone or
 * within a longer text.
 *
 * @example
 * const args = [`--epochs=${RunValue.parameter('epochs')}`];
 */
export const RunValue = {
  /** The name of the run, which no other run of the namespace has. */
  NAME: '{{run.name}}',
  /** The item of a fan-out that the step works on. */
  ITEM: '{{item}}',
  /** The end of the run: `Succeeded`, `Failed` or `Error`. For the step `onExit` alone. */
  STATUS: '{{run.status}}',
  /** The failed steps of the run, as a list in JSON. For the step `onExit` alone. */
  FAILURES: '{{run.failures}}',
  /** A parameter of the workflow. */
  parameter: (name: string): string => `{{parameters.${name}}}`,
} as const;

/** A reference in a text: `{{steps.train.accuracy}}` has the words `steps`, `train` and `accuracy`. */
const REFERENCE = /\{\{([\w-]+(?:\.[\w-]+)*)\}\}/g;

export function statusText(step: string): string {
  return `{{status.${step}}}`;
}

export function outputText(step: string, output: string): string {
  return `{{steps.${step}.${output}}}`;
}

/** The references in a text, each as its words. */
export function referencesIn(text: string): string[][] {
  const found = [...text.matchAll(REFERENCE)].map(([, words = '']) => words);
  return [...new Set(found)].map((words) => words.split('.'));
}

/** A text with its references in the words of a backend. */
export function withReferences(text: string, write: (words: readonly string[]) => string): string {
  return text.replace(REFERENCE, (_, words: string) => write(words.split('.')));
}
