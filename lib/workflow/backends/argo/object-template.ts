import { groupOf, type Kind } from '../../../kubernetes/kinds/kind';
import { RUN_NAME, type ArgoTemplate } from '../../../kubernetes/kinds/argo';
import { objectIn, type JsonObject, type Manifest } from '../../../kubernetes/manifest';
import { preempted, TAKEN_AWAY, WITH_TOKEN } from './pod-template';

/** A template that creates an object and waits for its end. A second try finds the object of the first. */
export function applyTemplate(name: string, account: string, object: Manifest, kind?: Kind): ArgoTemplate {
  const labels = { ...objectIn(object.metadata, 'labels'), [RUN_NAME]: '{{workflow.name}}' };
  const manifest = JSON.stringify({ ...object, metadata: { ...object.metadata, labels } }, undefined, 2);
  return {
    ...controlPod(name, account),
    resource: { action: 'apply', setOwnerReference: true, manifest, ...(kind ? endOf(kind) : {}) },
    retryStrategy: preempted(5),
  };
}

/** A template that waits for an object of another kind with the same name, which its operator makes. */
export function waitTemplate(name: string, account: string, { metadata }: Manifest, kind: Kind): ArgoTemplate {
  const { apiVersion, kind: kindName } = kind;
  const manifest = JSON.stringify({ apiVersion, kind: kindName, metadata: { name: metadata.name } });
  return {
    ...controlPod(name, account),
    resource: { action: 'get', manifest, ...endOf(kind) },
    retryStrategy: preempted(10, `not found|${TAKEN_AWAY}`),
  };
}

/** A template that stops the pods of an object of a run that ended before it. */
export function stopTemplate(name: string, account: string, { metadata }: Manifest, kind: Kind): ArgoTemplate {
  const { apiVersion, kind: kindName, suspend = '' } = kind;
  const stop = suspend.split('.').reduceRight<JsonObject | true>((value, field) => ({ [field]: value }), true);
  const manifest = JSON.stringify({ apiVersion, kind: kindName, metadata: { name: metadata.name }, ...Object(stop) });
  return { ...controlPod(name, account), resource: { action: 'patch', mergeStrategy: 'merge', manifest } };
}

function controlPod(name: string, account: string): ArgoTemplate {
  return { name, serviceAccountName: account, podSpecPatch: JSON.stringify(WITH_TOKEN) };
}

/** Most conditions that an object of the training kinds has. */
const CONDITIONS = [0, 1, 2, 3, 4, 5, 6, 7];

/**
 * The end of an object, in plain paths, which alone Argo reads. It looks for a failure first, and one that matches is enough.
 *
 * @see https://argo-workflows.readthedocs.io/en/latest/walk-through/kubernetes-resources/
 */
function endOf({ ending }: Kind): Pick<NonNullable<ArgoTemplate['resource']>, 'successCondition' | 'failureCondition'> {
  if (!ending) return {};
  const { state, time, bad } = ending;
  if (state) {
    const failures = bad.split(' ').map((text) => `${state.path} == ${text}`);
    return { successCondition: `${state.path} == ${state.good}`, failureCondition: failures.join(', ') };
  }
  const failureCondition = CONDITIONS.map((index) => `status.conditions.${index}.type == ${bad}`).join(', ');
  return { successCondition: time, failureCondition };
}

/** The rights to create objects of a kind and to follow them. */
export function rightsOn(kind: Kind): JsonObject {
  return { apiGroups: [groupOf(kind)], resources: [kind.plural], verbs: ['create', 'get', 'patch'] };
}
