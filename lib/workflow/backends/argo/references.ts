import type { Condition } from '../../condition';
import { referencesIn, withReferences } from '../../run-value';

// The references of this library in the words of Argo.

const GLOBAL: Readonly<Record<string, string>> = {
  'run.name': '{{workflow.name}}',
  'run.status': '{{workflow.status}}',
  'run.failures': '{{workflow.failures}}',
};

/** A value with its texts as they stand inside a template, which gets outputs of other steps and the item as its inputs. */
export function inTemplate<T>(value: T): T {
  const text = withReferences(JSON.stringify(value), (words) => {
    const [kind, first = '', second = ''] = words;
    if (kind === 'steps') return `{{inputs.parameters.${inputName(first, second)}}}`;
    if (kind === 'item') return '{{inputs.parameters.item}}';
    return otherText(words);
  });
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return JSON.parse(text) as T;
}

/** The texts of a task of the main graph. */
function inGraph(text: string): string {
  return withReferences(text, (words) => {
    const [kind, first = '', second = ''] = words;
    return kind === 'steps' ? `{{tasks.${first}.outputs.parameters.${second}}}` : otherText(words);
  });
}

function otherText(words: readonly string[]): string {
  const name = words.join('.');
  return words[0] === 'parameters' ? `{{workflow.${name}}}` : (GLOBAL[name] ?? `{{${name}}}`);
}

function inputName(step: string, output: string): string {
  return `${step}-${output}`;
}

/** The inputs of a template whose texts refer to these, each with its value in the main graph. */
export function inputsOf(value: unknown): { readonly name: string; readonly value: string }[] {
  return referencesIn(JSON.stringify(value)).flatMap(([kind, first = '', second = '']) => {
    if (kind === 'item') return [{ name: 'item', value: '{{item}}' }];
    if (kind !== 'steps') return [];
    return [{ name: inputName(first, second), value: `{{tasks.${first}.outputs.parameters.${second}}}` }];
  });
}

/** A condition as Argo evaluates it. Numbers stand bare, and texts in quotes. */
export function whenOf({ test }: Condition): string {
  if (test.kind !== 'compare') {
    return test.conditions.map((each) => `(${whenOf(each)})`).join(test.kind === 'all' ? ' && ' : ' || ');
  }
  const quote = test.operator === '==' ? "'" : '';
  const [left, right] = [test.left, test.right].map((text) => `${quote}${inGraph(text)}${quote}`);
  return `${left} ${test.operator} ${right}`;
}
