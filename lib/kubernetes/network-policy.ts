import type { ApiObject, Chart } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { coverInternet, isPublic } from '../core/network/cidr';
import { k8sCode } from './k8s';
import { NETWORK_POLICY } from './kinds/core';
import { type JsonOf, objectOf } from './kinds/kind';
import { listIn, objectIn, partAt, type JsonObject, type NamedManifest } from './manifest';
import { workloadLabel } from './workload-label';
import { WorkloadObject } from './workload-object';

/**
 * Lets clients connect to some pods as its rules say, and nobody else.
 *
 * @param matchLabels the labels of the pods. By default those of the workload with the name of the policy
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export function ingressPolicyOf(
  name: string,
  ingress: JsonOf<k8s.NetworkPolicyIngressRule[]>,
  matchLabels = workloadLabel(name),
): NamedManifest {
  return objectOf(NETWORK_POLICY, name, { podSelector: { matchLabels }, policyTypes: ['Ingress'], ingress });
}

/** Emits a policy that selects all pods of a chart's namespace and lets nobody in. Other policies add to it. */
export function addDefaultDeny(chart: Chart): void {
  const policy = objectOf(NETWORK_POLICY, 'default-deny-ingress', { podSelector: {}, policyTypes: ['Ingress'] });
  new WorkloadObject(chart, `NetworkPolicy-${policy.metadata.name}`, policy);
}

/** Metadata servers of GKE, which give pods their identity: with Dataplane V2, and without. */
const METADATA_SERVERS = { '169.254.169.254/32': 80, '169.254.169.252/32': 988 };
/** Resolvers that are no pods: of Cloud DNS, and of a cache on each node. */
const RESOLVERS = ['169.254.169.254/32', '169.254.20.10/32'];
/** The addresses of private.googleapis.com and restricted.googleapis.com, which do not change. */
const GOOGLE_APIS = ['199.36.153.8/30', '199.36.153.4/30'];

/** Emits a policy that lets all pods of a chart's namespace connect to each other and to what Google Cloud gives each pod. */
export function addDefaultDenyEgress(chart: Chart, further: JsonOf<k8s.NetworkPolicyEgressRule[]> = []): void {
  const dns = ['UDP', 'TCP'].map((protocol) => ({ protocol, port: 53 }));
  const metadata = Object.entries(METADATA_SERVERS).map(([cidr, port]) => ({ to: blocks([cidr]), ports: [tcp(port)] }));
  const policy = objectOf(NETWORK_POLICY, 'default-deny-egress', {
    podSelector: {},
    policyTypes: ['Egress'],
    egress: [
      { to: [{ podSelector: {} }] },
      { to: [podsOfNamespaces('kube-system'), ...blocks(RESOLVERS)], ports: dns },
      ...metadata,
      { to: blocks(GOOGLE_APIS), ports: [tcp(443)] },
      ...further,
    ],
  });
  new WorkloadObject(chart, `NetworkPolicy-${policy.metadata.name}`, policy);
}

/** True if an object of the program is a policy that lets pods connect to public addresses beside those of Google's APIs. Call it at synthesis. */
export function opensEgress(object: ApiObject): boolean {
  if (object.kind !== NETWORK_POLICY.kind) return false;
  return listIn(partAt(object.toJson(), ['spec']), 'egress').some((rule) => {
    const to = listIn(rule, 'to');
    const cidrs = to.map((peer) => objectIn(peer, 'ipBlock')['cidr']).filter((cidr) => typeof cidr === 'string');
    const isFurther = (cidr: string) => isPublic(cidr.replace(/\/.*/, '')) && !GOOGLE_APIS.includes(cidr);
    return to.length === 0 || coverInternet(cidrs) || cidrs.some(isFurther);
  });
}

function blocks(cidrs: readonly string[]): JsonOf<k8s.NetworkPolicyPeer>[] {
  return cidrs.map((cidr) => ({ ipBlock: { cidr } }));
}

export function tcp(port: number): JsonOf<k8s.NetworkPolicyPort> {
  return { port, protocol: 'TCP' };
}

/** The clients that a program adds to a policy. */
export function peersOf(reachableFrom: readonly k8s.NetworkPolicyPeer[] = []): JsonObject[] {
  return reachableFrom.map((peer) => ({ ...k8sCode().toJson_NetworkPolicyPeer(peer) }));
}

/** All pods of some namespaces. */
export function podsOfNamespaces(...values: string[]) {
  const key = 'kubernetes.io/metadata.name';
  return { namespaceSelector: { matchExpressions: [{ key, operator: 'In', values }] } };
}
