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
    if (taskText(words)) return `{{inputs.parameters.${inputName(words)}}}`;
    return words[0] === 'item' ? '{{inputs.parameters.item}}' : otherText(words);
  });
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return JSON.parse(text) as T;
}

/** The texts of a task of the main graph. */
function inGraph(text: string): string {
  return withReferences(text, (words) => taskText(words) ?? otherText(words));
}

/** What an earlier step brings, in the main graph. */
function taskText([kind, step = '', output = '']: readonly string[]): string | undefined {
  if (kind === 'status') return `{{tasks.${step}.status}}`;
  return kind === 'steps' ? `{{tasks.${step}.outputs.parameters.${output}}}` : undefined;
}

function otherText(words: readonly string[]): string {
  const name = words.join('.');
  return words[0] === 'parameters' ? `{{workflow.${name}}}` : (GLOBAL[name] ?? `{{${name}}}`);
}

function inputName([kind = '', step = '', output = kind]: readonly string[]): string {
  return `${step}-${output}`;
}

/** The inputs of a template whose texts refer to these, each with its value in the main graph. */
export function inputsOf(value: unknown): { readonly name: string; readonly value: string }[] {
  return referencesIn(JSON.stringify(value)).flatMap((words) => {
    const text = words[0] === 'item' ? '{{item}}' : taskText(words);
    return text === undefined ? [] : [{ name: words[0] === 'item' ? 'item' : inputName(words), value: text }];
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
