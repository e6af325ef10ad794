import { principalOf } from '../core/contracts/mesh';
import { AUTHORIZATION_POLICY } from '../kubernetes/kinds/istio';
import { objectOf } from '../kubernetes/kinds/kind';
import type { NamedManifest } from '../kubernetes/manifest';
import { ingressPolicyOf, tcp } from '../kubernetes/network-policy';
import { workloadLabel } from '../kubernetes/workload-label';
import { callsOf, isMeshed } from '../serving/exposure/mesh-policies';
import type { GatewayBackend } from './gateway-backend';
import { servicesOf, type ResolvedGateway } from './resolved-gateway';

/** Policies that let the proxies reach model servers and routers of graphs, each of which is closed to other namespaces and in a mesh. */
export function openingsOf(gateway: ResolvedGateway, { proxies, caller }: GatewayBackend): NamedManifest[] {
  return servicesOf(gateway).flatMap(({ pods, serving, clientPaths, namespace }) => {
    if (!pods) return [];
    const { workload, port } = pods;
    const metadata = { name: `${workload}-${port}-${gateway.namespace}-${gateway.name}`, namespace };
    const opened = ingressPolicyOf(workload, [{ from: proxies, ports: [tcp(port)] }]);
    if (!serving || !caller || !isMeshed(serving)) return [{ ...opened, metadata }];
    const principals = [principalOf(serving.pool.cluster, caller)];
    const rules = [{ from: [{ source: { principals } }], to: [callsOf({ port, clientPaths })] }];
    const selector = { matchLabels: workloadLabel(workload) };
    const called = objectOf(AUTHORIZATION_POLICY, metadata.name, { selector, action: 'ALLOW', rules });
    return [opened, called].map((policy) => ({ ...policy, metadata }));
  });
}
