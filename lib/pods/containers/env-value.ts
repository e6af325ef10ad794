import type { k8s } from 'cdk8s-plus-27';
import { isDataKey, objectNameProblems } from '../../core/names/kubernetes-name';
import { accepted, problem, type Problem } from '../../core/problems';

/** @see https://kubernetes.io/docs/concepts/workloads/pods/downward-api/#available-fields */
const FIELD =
  /^(metadata\.(name|namespace|uid|(labels|annotations)\['[-A-Za-z0-9_./]+'\])|spec\.(nodeName|serviceAccountName)|status\.(hostIPs?|podIPs?))$/;
const RESOURCE = /^(limits|requests)\.(cpu|memory|ephemeral-storage|hugepages-[A-Za-z0-9]+)$/;

const FIELD_FIX =
  "use metadata.name, .namespace, .uid, .labels['…'] or .annotations['…'], spec.nodeName, spec.serviceAccountName, status.hostIP or status.podIP";
const RESOURCE_FIX = 'use requests or limits of cpu, memory or ephemeral-storage, such as "limits.cpu"';
const KEY_FIX = 'use letters, digits, "-", "_" and "." only, 253 at most';

/** The value of an environment variable that is known only in the cluster. */
export class EnvValue {
  declare readonly '~type': 'EnvValue';

  /** One key of a Secret of the workload's namespace. The Secret is not made here. */
  static fromSecret(secretName: string, key: string): EnvValue {
    const checks = [objectNameProblems('Secret', 'secretName', secretName), keyProblems(key)];
    const make = () => new EnvValue({ secretKeyRef: { name: secretName, key } });
    return accepted('EnvValue.fromSecret', checks, make);
  }

  /** One key of a ConfigMap of the workload's namespace. */
  static fromConfigMap(configMapName: string, key: string): EnvValue {
    const name = objectNameProblems('ConfigMap', 'configMapName', configMapName);
    const make = () => new EnvValue({ configMapKeyRef: { name: configMapName, key } });
    return accepted('EnvValue.fromConfigMap', [name, keyProblems(key)], make);
  }

  /**
   * A field of the pod itself, such as `metadata.name`, `status.podIP`, `metadata.labels['x']`.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/downward-api/
   */
  static fromField(fieldPath: string): EnvValue {
    const form = formProblems('fieldPath', fieldPath, FIELD, FIELD_FIX);
    return accepted('EnvValue.fromField', [form], () => new EnvValue({ fieldRef: { fieldPath } }));
  }

  /** A request or a limit of the main container, such as `requests.cpu` or `limits.memory`. */
  static fromResource(resource: string): EnvValue {
    const form = formProblems('resource', resource, RESOURCE, RESOURCE_FIX);
    return accepted('EnvValue.fromResource', [form], () => new EnvValue({ resourceFieldRef: { resource } }));
  }

  private constructor(
    /** The source in the form of Kubernetes. */
    readonly source: k8s.EnvVarSource,
  ) {}
}

function* keyProblems(key: string): Generator<Problem> {
  if (!isDataKey(key)) yield sourceProblem('key', key, KEY_FIX);
}

function* formProblems(property: string, value: string, form: RegExp, fix: string): Generator<Problem> {
  if (!form.test(value)) yield sourceProblem(property, value, fix);
}

function sourceProblem(property: string, value: string, fix: string): Problem {
  const message = `${property} ${JSON.stringify(value)} cannot be the source of a variable`;
  return problem('env-source', property, message, fix);
}

/** A variable in the form of Kubernetes. */
export function envVar(name: string, value: string | EnvValue): k8s.EnvVar {
  return typeof value === 'string' ? { name, value } : { name, valueFrom: value.source };
}
