import type { k8s } from 'cdk8s-plus-27';
import { textProblems } from '../../core/problems/given';
import { isDataKey, objectNameProblems } from '../../core/names/kubernetes-name';
import { refuse } from '../../core/problems/errors';
import type { Problem } from '../../core/problems/problem';

const FIELD =
  /^(metadata\.(name|namespace|uid|(labels|annotations)\['[-A-Za-z0-9_./]+'\])|spec\.(nodeName|serviceAccountName)|status\.(hostIPs?|podIPs?))$/;
const RESOURCE = /^(limits|requests)\.(cpu|memory|ephemeral-storage|hugepages-[A-Za-z0-9]+)$/;

/** The value of an environment variable that is known only in the cluster. */
export class EnvValue {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'EnvValue';

  /** One key of a Secret of the workload's namespace. The Secret is not made here. */
  static fromSecret(secretName: string, key: string): EnvValue {
    refuse('EnvValue.fromSecret', [...objectNameProblems('Secret', 'secretName', secretName), ...keyProblems(key)]);
    return new EnvValue({ secretKeyRef: { name: secretName, key } });
  }

  /** One key of a ConfigMap of the workload's namespace. */
  static fromConfigMap(configMapName: string, key: string): EnvValue {
    refuse('EnvValue.fromConfigMap', [
      ...objectNameProblems('ConfigMap', 'configMapName', configMapName),
      ...keyProblems(key),
    ]);
    return new EnvValue({ configMapKeyRef: { name: configMapName, key } });
  }

  /**
   * A field of the pod itself, such as `metadata.name`, `status.podIP`, `metadata.labels['x']`.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/downward-api/
   */
  static fromField(fieldPath: string): EnvValue {
    refuse(
      'EnvValue.fromField',
      FIELD.test(fieldPath)
        ? []
        : [
            source(
              'fieldPath',
              fieldPath,
              "use metadata.name, .namespace, .uid, .labels['…'] or .annotations['…'], spec.nodeName, spec.serviceAccountName, status.hostIP or status.podIP",
            ),
          ],
    );
    return new EnvValue({ fieldRef: { fieldPath } });
  }

  /** What the main container asks for or is limited to, such as `requests.cpu`, `limits.memory`. */
  static fromResource(resource: string): EnvValue {
    refuse(
      'EnvValue.fromResource',
      RESOURCE.test(resource)
        ? []
        : [
            source(
              'resource',
              resource,
              'use requests or limits of cpu, memory or ephemeral-storage, such as "limits.cpu"',
            ),
          ],
    );
    return new EnvValue({ resourceFieldRef: { resource } });
  }

  private constructor(
    /** As Kubernetes has it. */
    readonly source: k8s.EnvVarSource,
  ) {}
}

function keyProblems(key: string): Problem[] {
  const noText = textProblems('key', key, 'name the key');
  return noText.length > 0 || isDataKey(key)
    ? noText
    : [source('key', key, 'use letters, digits, "-", "_" and "." only, 253 at most')];
}

function source(property: string, value: string, fix: string): Problem {
  return {
    code: 'env-source',
    property,
    message: `${property} ${JSON.stringify(value)} is nothing that a variable can be taken from`,
    fix,
  };
}

/** One variable, as Kubernetes has it. */
export function envVar(name: string, value: string | EnvValue): k8s.EnvVar {
  return typeof value === 'string' ? { name, value } : { name, valueFrom: value.source };
}
