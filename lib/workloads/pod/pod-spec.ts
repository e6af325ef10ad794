import type { k8s } from 'cdk8s-plus-27';
import { k8sCode } from '../k8s';
import type { JsonObject } from '../manifest';
import { anyObject, FLAG, listOf, optional, recordOf, text, type Rules } from '../../core/problems/rules';
import { AS_KUBERNETES, ofKubernetes } from '../k8s-rule';

/**
 * Fields of a pod that no other prop decides, in Kubernetes' own words. What the pool decides is added to: selectors of nodes
 * and tolerations.
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

const TEXT = optional(text(AS_KUBERNETES));
const YES_OR_NO = optional(FLAG);

export const POD_SPEC: Rules<PodSpecFields> = {
  affinity: optional(ofKubernetes('toJson_Affinity')),
  automountServiceAccountToken: YES_OR_NO,
  dnsConfig: optional(ofKubernetes('toJson_PodDnsConfig')),
  dnsPolicy: TEXT,
  enableServiceLinks: YES_OR_NO,
  hostAliases: optional(listOf(ofKubernetes('toJson_HostAlias'))),
  hostIpc: YES_OR_NO,
  hostNetwork: YES_OR_NO,
  hostPid: YES_OR_NO,
  hostUsers: YES_OR_NO,
  nodeSelector: optional(recordOf(text('give texts by the names of labels'))),
  overhead: optional(anyObject(AS_KUBERNETES)),
  preemptionPolicy: TEXT,
  readinessGates: optional(listOf(ofKubernetes('toJson_PodReadinessGate'))),
  resourceClaims: optional(listOf(ofKubernetes('toJson_PodResourceClaim'))),
  runtimeClassName: TEXT,
  schedulerName: TEXT,
  schedulingGates: optional(listOf(ofKubernetes('toJson_PodSchedulingGate'))),
  setHostnameAsFqdn: YES_OR_NO,
  shareProcessNamespace: YES_OR_NO,
  tolerations: optional(listOf(ofKubernetes('toJson_Toleration'))),
  topologySpreadConstraints: optional(listOf(ofKubernetes('toJson_TopologySpreadConstraint'))),
};

/** The fields with what they imply. @param labels that select the pods of the workload */
export function podSpecFields(fields: PodSpecFields, labels: Readonly<Record<string, string>>): JsonObject {
  const { hostNetwork, topologySpreadConstraints } = fields;
  return {
    ...k8sCode().toJson_PodSpec({
      // By the node's own DNS tasks would not find each other.
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
