import type { k8s } from 'cdk8s-plus-27';

/** The value of an environment variable that is known only in the cluster. */
export class EnvValue {
  /** One key of a Secret of the workload's namespace. The Secret is not made here. */
  static fromSecret(secretName: string, key: string): EnvValue {
    return new EnvValue({ secretKeyRef: { name: secretName, key } });
  }

  /** One key of a ConfigMap of the workload's namespace. */
  static fromConfigMap(configMapName: string, key: string): EnvValue {
    return new EnvValue({ configMapKeyRef: { name: configMapName, key } });
  }

  /**
   * A field of the pod itself, such as `metadata.name`, `status.podIP`, `metadata.labels['x']`.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/downward-api/
   */
  static fromField(fieldPath: string): EnvValue {
    return new EnvValue({ fieldRef: { fieldPath } });
  }

  /** What the main container asks for or is limited to, such as `requests.cpu`, `limits.memory`. */
  static fromResource(resource: string): EnvValue {
    return new EnvValue({ resourceFieldRef: { resource } });
  }

  private constructor(
    /** As Kubernetes has it. */
    readonly source: k8s.EnvVarSource,
  ) {}
}

/** One variable, as Kubernetes has it. */
export function envVar(name: string, value: string | EnvValue): k8s.EnvVar {
  return typeof value === 'string' ? { name, value } : { name, valueFrom: value.source };
}
