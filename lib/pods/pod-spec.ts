import type { k8s } from 'cdk8s-plus-27';
import { k8sCode } from '../kubernetes/k8s';
import type { JsonObject } from '../kubernetes/manifest';

/**
 * Fields of a pod that no other prop sets, in Kubernetes' own words. Node selectors and tolerations add to those of the
 * pool.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#PodSpec
 */
export type PodSpecFields = Pick<
  k8s.PodSpec,
  | 'affinity'
  | 'automountServiceAccountToken'
  | 'dnsConfig'
  | 'dnsPolicy'
  | 'enableServiceLinks'
  | 'hostAliases'
  | 'hostIpc'
  | 'hostNetwork'
  | 'hostPid'
  | 'hostUsers'
  | 'nodeSelector'
  | 'overhead'
  | 'preemptionPolicy'
  | 'readinessGates'
  | 'resourceClaims'
  | 'runtimeClassName'
  | 'schedulerName'
  | 'schedulingGates'
  | 'setHostnameAsFqdn'
  | 'shareProcessNamespace'
  | 'tolerations'
  | 'topologySpreadConstraints'
>;

/** The fields, with the settings that they need. @param labels that select the pods of the workload */
export function podSpecFields(fields: PodSpecFields, labels: Readonly<Record<string, string>>): JsonObject {
  const { hostNetwork, topologySpreadConstraints } = fields;
  return {
    ...k8sCode().toJson_PodSpec({
      // With the node's own DNS, tasks would not find each other.
      dnsPolicy: hostNetwork === true ? 'ClusterFirstWithHostNet' : undefined,
      ...fields,
      // A constraint without a selector spreads nothing.
      topologySpreadConstraints: topologySpreadConstraints?.map((constraint) => ({
        labelSelector: { matchLabels: labels },
        ...constraint,
      })),
      containers: [],
    }),
  };
}
