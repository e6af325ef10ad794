import type { Chart } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { k8sCode } from './k8s';
import { NETWORK_POLICY } from './kinds/core';
import { type JsonOf, objectOf } from './kinds/kind';
import type { JsonObject, NamedManifest } from './manifest';
import { workloadLabel } from './workload-label';
import { WorkloadObject } from './workload-object';

/**
 * Lets clients connect to the pods of a workload as its rules say, and nobody else.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export function ingressPolicyOf(name: string, ingress: JsonOf<k8s.NetworkPolicyIngressRule[]>): NamedManifest {
  return objectOf(NETWORK_POLICY, name, {
    podSelector: { matchLabels: workloadLabel(name) },
    policyTypes: ['Ingress'],
    ingress,
  });
}

/** Emits a policy that selects all pods of a chart's namespace and lets nobody in. Other policies add to it. */
export function addDefaultDeny(chart: Chart): void {
  const policy = objectOf(NETWORK_POLICY, 'default-deny-ingress', { podSelector: {}, policyTypes: ['Ingress'] });
  new WorkloadObject(chart, `NetworkPolicy-${policy.metadata.name}`, policy);
}

/** The clients that a program adds to a policy. */
export function peersOf(reachableFrom: readonly k8s.NetworkPolicyPeer[] = []): JsonObject[] {
  return reachableFrom.map((peer) => ({ ...k8sCode().toJson_NetworkPolicyPeer(peer) }));
}

/** All pods of some namespaces. */
export function podsOfNamespaces(...values: string[]): JsonOf<k8s.NetworkPolicyPeer> {
  const key = 'kubernetes.io/metadata.name';
  return { namespaceSelector: { matchExpressions: [{ key, operator: 'In', values }] } };
}
