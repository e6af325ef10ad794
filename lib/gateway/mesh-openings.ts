import { principalOf } from '../core/contracts/mesh';
import { problem, type Problem } from '../core/problems/problem';
import { AUTHORIZATION_POLICY } from '../kubernetes/kinds/istio';
import { objectOf } from '../kubernetes/kinds/kind';
import type { NamedManifest } from '../kubernetes/manifest';
import { workloadLabel } from '../kubernetes/workload-label';
import { callsOf, isMeshed } from '../serving/exposure/mesh-policies';
import type { ServerPort } from '../serving/model-server';
import type { ResolvedServing } from '../serving/serving';
import type { GatewayBackend } from './gateway-backend';
import { servicesOf, type ResolvedGateway } from './resolved-gateway';

/** The policy that lets the proxies of a gateway call a server in a mesh. */
export function meshOpenings(
  serving: ResolvedServing,
  { caller }: GatewayBackend,
  port: Pick<ServerPort, 'port' | 'clientPaths'>,
): NamedManifest[] {
  if (!caller || !isMeshed(serving)) return [];
  const principals = [principalOf(serving.pool.cluster, caller)];
  const rules = [{ from: [{ source: { principals } }], to: [callsOf(port)] }];
  const selector = { matchLabels: workloadLabel(serving.name) };
  return [objectOf(AUTHORIZATION_POLICY, serving.name, { selector, action: 'ALLOW', rules })];
}

/** Problems of servers in a mesh behind proxies that are not in it. */
export function* meshGatewayProblems(gateway: ResolvedGateway, { name, caller }: GatewayBackend): Generator<Problem> {
  if (caller) return;
  for (const { serving } of servicesOf(gateway)) {
    if (!serving || !isMeshed(serving)) continue;
    const message = `"${serving.name}" is in the mesh of its cluster, and the proxies of ${name} are not, so it refuses them`;
    yield problem('mesh-gateway', 'backend', message, "use GatewayBackend.istio(), or set mesh: 'out' of the server");
  }
}
