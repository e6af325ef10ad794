import { ApiObject } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import type { IConstruct } from 'constructs';
import { isSameCluster } from '../core/contracts/cluster';
import type { Advice } from '../core/problems/check';
import { problem } from '../core/problems/problem';
import { clusterOf } from '../kubernetes/chart-cluster';
import { namespaceOf } from '../kubernetes/cluster-scoped';
import { NETWORK_POLICY } from '../kubernetes/kinds/core';
import { isOfKind } from '../kubernetes/kinds/kind';
import { workloadLabel } from '../kubernetes/workload-label';
import { servicesOf, type ResolvedGateway } from './resolved-gateway';

/** Advice about pods of the program behind a gateway, such as notebooks and registries, whose policies keep its proxies out. */
export function* closedAdvice(
  gateway: ResolvedGateway,
  proxies: readonly k8s.NetworkPolicyPeer[],
  root: IConstruct,
): Generator<Advice> {
  const { cluster } = gateway;
  const open = proxies.map((peer) => JSON.stringify(peer));
  const policies = root.node.findAll().filter((each): each is ApiObject => {
    return ApiObject.isApiObject(each) && isOfKind(each, NETWORK_POLICY);
  });
  for (const { name, namespace, pods } of servicesOf(gateway)) {
    if (pods) continue;
    const selector = `"podSelector":${JSON.stringify({ matchLabels: workloadLabel(name) })}`;
    const texts = policies.flatMap((policy) => {
      const other = clusterOf(policy);
      const isHere = namespaceOf(policy) === namespace && !(cluster && other && !isSameCluster(cluster, other));
      const text = isHere ? JSON.stringify(policy.toJson()) : '';
      return text.includes(selector) ? [text] : [];
    });
    if (texts.length === 0 || texts.some((text) => open.some((peer) => text.includes(peer)))) continue;
    const message = `the pods of "${name}" in namespace "${namespace}" do not let the proxies of the gateway connect, so its requests fail`;
    yield problem('gateway-closed', 'to', message, 'give them reachableFrom: gateway.proxies');
  }
}
