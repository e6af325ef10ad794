import type { Json } from '../invariants/rendering';

// NetworkPolicies as Kubernetes reads them: a pod that none selects takes every connection; otherwise each rule of each policy
// that selects it adds to those whom it takes. https://kubernetes.io/docs/concepts/services-networking/network-policies/

/** A pod that connects. */
export interface Client {
  readonly namespace: string;
  readonly labels: Json;
  /** The labels of its namespace, without its name, which Kubernetes gives. @default {} */
  readonly namespaceLabels?: Json;
}

/** True if a client may connect to a pod of a template at a port. */
export function reaches(
  manifests: readonly Json[],
  client: Client,
  template: Json,
  namespace: string,
  port: Json,
): boolean {
  const policies = manifests.filter(
    ({ kind, metadata, spec }) =>
      kind === 'NetworkPolicy' &&
      metadata.namespace === namespace &&
      (spec.policyTypes ?? ['Ingress']).includes('Ingress') &&
      selects(spec.podSelector, template.metadata?.labels ?? {}),
  );
  if (policies.length === 0) return true;
  const rules: Json[] = policies.flatMap(({ spec }): Json[] => spec.ingress ?? []);
  return rules.some(
    ({ from, ports }) =>
      isEmpty(from, (peer) => isPeer(peer, client, namespace)) && isEmpty(ports, (each) => isPort(each, port)),
  );
}

/** True without a list, and where one of it is true. */
function isEmpty(list: readonly Json[] | undefined, holds: (entry: Json) => boolean): boolean {
  return list === undefined || list.length === 0 || list.some(holds);
}

function isPeer({ ipBlock, namespaceSelector, podSelector }: Json, client: Client, namespace: string): boolean {
  // Pods have addresses of the cluster's network. A range of it would name them all.
  if (ipBlock) return String(ipBlock.cidr).startsWith('10.') || ipBlock.cidr === '0.0.0.0/0';
  if (!selects(podSelector ?? {}, client.labels)) return false;
  if (!namespaceSelector) return client.namespace === namespace;
  return selects(namespaceSelector, { ...client.namespaceLabels, 'kubernetes.io/metadata.name': client.namespace });
}

function isPort(rule: Json, { name, containerPort, protocol = 'TCP' }: Json): boolean {
  if ((rule.protocol ?? 'TCP') !== protocol) return false;
  return rule.port === undefined || rule.port === containerPort || rule.port === name;
}

function selects({ matchLabels = {}, matchExpressions = [] }: Json, labels: Json): boolean {
  const expressions = matchExpressions as readonly Json[];
  return (
    Object.entries(matchLabels as Json).every(([key, value]) => labels[key] === value) &&
    expressions.every(({ key, operator, values = [] }) => {
      const isIn = key in labels && (operator === 'Exists' || values.includes(labels[key]));
      return operator === 'In' || operator === 'Exists' ? isIn : !isIn && (operator === 'NotIn' || !(key in labels));
    })
  );
}
