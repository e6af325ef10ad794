import { RUN_NAME } from '../../../kubernetes/kinds/argo';
import type { ArgoTemplate } from '../../../kubernetes/kinds/argo-specs';
import type { Kind } from '../../../kubernetes/kinds/kind';
import { objectIn, type JsonObject, type Manifest } from '../../../kubernetes/manifest';
import type { CreatedObjects } from '../../step-work';
import { OBJECT_PATCH, preempted } from './pod-template';

/** An object after those that stand beside it. If Argo cannot read its end, a further step waits for another object's. */
export function objectTemplates(name: string, { main, beside = [], kind }: CreatedObjects): ArgoTemplate[] {
  const other = kind.ending?.as;
  const parts = [
    ...beside.map((object, index) => applyTemplate(`${name}-beside-${index}`, object)),
    applyTemplate(beside.length > 0 || other ? `${name}-create` : name, main, other ? undefined : kind),
    ...(other ? [waitTemplate(`${name}-wait`, main, other)] : []),
  ];
  if (parts.length === 1) return parts;
  const tasks = parts.map(({ name: part = '' }, index) => {
    return { name: part, template: part, depends: parts[index - 1]?.name };
  });
  return [{ name, dag: { tasks } }, ...parts];
}

/** A template that creates an object and waits for its end. A second try finds the object of the first. */
function applyTemplate(name: string, object: Manifest, kind?: Kind): ArgoTemplate {
  const labels = { ...objectIn(object.metadata, 'labels'), [RUN_NAME]: '{{workflow.name}}' };
  const manifest = JSON.stringify({ ...object, metadata: { ...object.metadata, labels } }, undefined, 2);
  const resource = { setOwnerReference: true, manifest, ...(kind && endOf(kind)) };
  return { name, resource: { action: 'apply', ...resource }, podSpecPatch: OBJECT_PATCH, retryStrategy: preempted(5) };
}

/** A template that waits for an object of another kind with the same name, which its operator makes. */
function waitTemplate(name: string, object: Manifest, kind: Kind): ArgoTemplate {
  const resource = { action: 'get' as const, manifest: namedAs(object, kind), ...endOf(kind) };
  return { name, resource, podSpecPatch: OBJECT_PATCH, retryStrategy: preempted(10, 'not found') };
}

/** A template that stops the pods of an object of a run that ended before it; none for a kind that cannot be stopped. */
export function stopTemplates(name: string, { main, kind }: CreatedObjects): ArgoTemplate[] {
  if (kind.suspend === undefined) return [];
  const [last = '', ...path] = kind.suspend.split('.').reverse();
  const stop = path.reduce<JsonObject>((inner, field) => ({ [field]: inner }), { [last]: true });
  const resource = { action: 'patch' as const, mergeStrategy: 'merge' as const, manifest: namedAs(main, kind, stop) };
  return [{ name, resource, podSpecPatch: OBJECT_PATCH }];
}

function namedAs({ metadata: { name } }: Manifest, { apiVersion, kind }: Kind, further?: JsonObject): string {
  return JSON.stringify({ apiVersion, kind, metadata: { name }, ...further });
}

/**
 * The end of an object, in plain paths, which alone Argo reads. It looks for a failure first, and one that matches is enough.
 *
 * @see https://argo-workflows.readthedocs.io/en/latest/walk-through/kubernetes-resources/
 */
function endOf({ ending }: Kind): Pick<NonNullable<ArgoTemplate['resource']>, 'successCondition' | 'failureCondition'> {
  if (!ending) return {};
  const { state, time, bad } = ending;
  // Objects of the training kinds have eight conditions at most.
  const failures = state
    ? bad.split(' ').map((text) => `${state.path} == ${text}`)
    : [0, 1, 2, 3, 4, 5, 6, 7].map((index) => `status.conditions.${index}.type == ${bad}`);
  return { successCondition: state ? `${state.path} == ${state.good}` : time, failureCondition: failures.join(', ') };
}
