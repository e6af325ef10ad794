import { problem, type Problem } from '../problems';
import { nameProblems } from './name';

const OBJECT = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const OBJECT_FORM = 'up to 253 lower-case letters, digits, "-" and ".", beginning and ending with a letter or digit';
const LABEL_NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const DATA_KEY = /^(?!\.\.|\.$)[-._a-zA-Z0-9]{1,253}$/;

/** The form of most objects' names, such as service accounts. */
export const DNS_SUBDOMAIN = { max: 253, pattern: OBJECT, form: OBJECT_FORM.replace('up to 253 ', '') };

/** The form of the names of namespaces and containers. */
export const DNS_LABEL = {
  max: 63,
  pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  form: 'lower-case letters, digits and hyphens, not beginning or ending with a hyphen',
};

const VALUE_FIX = 'use up to 63 letters, digits, "-", "_" and ".", beginning and ending with a letter or digit';
/** The fix for a label or a taint of another form. */
export const LABEL_FIX = {
  key: `${VALUE_FIX}; before them may stand a domain in lower case and "/"`,
  value: VALUE_FIX,
};

/**
 * Problems of the name of an existing object of Kubernetes, such as a Secret.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
export function* objectNameProblems(what: string, property: string, name: string): Generator<Problem> {
  if (isObjectName(name)) return;
  const message = `${JSON.stringify(name)} cannot be the name of a ${what}`;
  yield problem('name', property, message, `use its name as Kubernetes has it: ${OBJECT_FORM}`);
}

interface AccountName {
  readonly namespace: string;
  readonly serviceAccountName: string;
}

/** Problems of the names of a service account and its namespace. @param at a prefix of the names of the props */
export function* accountNameProblems({ namespace, serviceAccountName }: AccountName, at = ''): Generator<Problem> {
  const account = { what: 'Kubernetes service account', property: `${at}serviceAccountName`, ...DNS_SUBDOMAIN };
  yield* nameProblems({ what: 'namespace', property: `${at}namespace`, ...DNS_LABEL }, namespace);
  yield* nameProblems(account, serviceAccountName);
}

/**
 * True if a text can be the key of a label, an annotation or a taint: a name, or a prefix, "/" and a name.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export function isLabelKey(key: string): boolean {
  const slash = key.indexOf('/');
  return (slash === -1 || isObjectName(key.slice(0, slash))) && LABEL_NAME.test(key.slice(slash + 1));
}

/** True if a text can be the value of a label or a taint. */
export function isLabelValue(value: string): boolean {
  return value === '' || LABEL_NAME.test(value);
}

/** Problems of labels: their keys and their values. */
export function* labelProblems(property: string, labels: Readonly<Record<string, string>>): Generator<Problem> {
  for (const [key, value] of Object.entries(labels)) {
    if (!isLabelKey(key)) yield labelForm(property, 'key', key);
    if (!isLabelValue(value)) yield labelForm(property, 'value', value);
  }
}

/** Problems of annotations: their keys alone. */
export function* annotationProblems(
  property: string,
  annotations: Readonly<Record<string, string>>,
): Generator<Problem> {
  for (const key of Object.keys(annotations)) if (!isLabelKey(key)) yield labelForm(property, 'key', key);
}

/** True if a text can be a key of a ConfigMap or a Secret. */
export function isDataKey(key: string): boolean {
  return DATA_KEY.test(key);
}

function isObjectName(name: string): boolean {
  return OBJECT.test(name) && name.length <= 253;
}

function labelForm(property: string, part: 'key' | 'value', label: string): Problem {
  const message = `${JSON.stringify(label)} is not of the form that Kubernetes takes in ${property}`;
  return problem('label-form', property, message, LABEL_FIX[part]);
}
