import { textProblems, textRecordProblems } from './given';
import type { Problem } from './problem';

const OBJECT = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const OBJECT_FORM = 'up to 253 lower-case letters, digits, "-" and ".", beginning and ending with a letter or digit';
const LABEL = /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;
const LABEL_TEXTS = 'give texts by their names, such as { team: "vision" }, and leave out what has none';
const DATA_KEY = /^(?!\.\.|\.$)[-._a-zA-Z0-9]{1,253}$/;

/**
 * What is wrong with the name of an object of Kubernetes that something else makes, such as a Secret.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
export function objectNameProblems(what: string, property: string, name: string): Problem[] {
  const noText = textProblems(property, name, `give the name of the ${what}`);
  if (noText.length > 0 || (OBJECT.test(name) && name.length <= 253)) return noText;
  return [
    {
      code: 'name',
      property,
      message: `${JSON.stringify(name)} cannot be the name of a ${what}`,
      fix: `use its name as Kubernetes has it: ${OBJECT_FORM}`,
    },
  ];
}

/** What is wrong with labels: their keys and their values. */
export function labelProblems(property: string, labels: Readonly<Record<string, string>>): Problem[] {
  const noTexts = textRecordProblems(property, labels, LABEL_TEXTS);
  if (noTexts.length > 0) return noTexts;
  return Object.entries(labels).flatMap(([key, value]) => [
    ...(LABEL.test(key) ? [] : [labelForm(property, key)]),
    ...(LABEL_VALUE.test(value) ? [] : [labelForm(property, value)]),
  ]);
}

/** What is wrong with annotations: their keys alone. */
export function annotationProblems(property: string, annotations: Readonly<Record<string, string>>): Problem[] {
  const noTexts = textRecordProblems(property, annotations, LABEL_TEXTS);
  if (noTexts.length > 0) return noTexts;
  return Object.keys(annotations).flatMap((key) => (LABEL.test(key) ? [] : [labelForm(property, key)]));
}

/** Whether a text can be a key of a ConfigMap or a Secret. */
export function isDataKey(key: string): boolean {
  return DATA_KEY.test(key);
}

function labelForm(property: string, text: string): Problem {
  return {
    code: 'label-form',
    property,
    message: `${JSON.stringify(text)} is not of the form that Kubernetes takes in ${property}`,
    fix: 'use up to 63 letters, digits, "-", "_" and ".", beginning and ending with a letter or digit',
  };
}
