import type { k8s } from 'cdk8s-plus-27';
import type { JsonOf } from '../../kubernetes/kinds/kind';
import type { Manifest } from '../../kubernetes/manifest';
import { ingressPolicyOf, peersOf, podsOfNamespaces, tcp } from '../../kubernetes/network-policy';
import { workloadLabel } from '../../kubernetes/workload-label';
import { isMeshed } from '../exposure/mesh-policies';
import { exposedPorts } from '../exposure/exposed-ports';
import type { ResolvedServing } from '../serving';
import type { TelemetryWay } from '../telemetry/telemetry';

type Peer = JsonOf<k8s.NetworkPolicyPeer>;
type Rule = JsonOf<k8s.NetworkPolicyIngressRule>;

/** The pods that read metrics. A Prometheus may be in any namespace; its operator labels its pods. */
const SCRAPERS: Readonly<Record<TelemetryWay['kind'], readonly Peer[]>> = {
  // GKE has its collectors in the second one on Autopilot.
  managed: [podsOfNamespaces('gmp-system', 'gke-gmp-system')],
  operator: [
    { namespaceSelector: {}, podSelector: { matchLabels: { 'app.kubernetes.io/managed-by': 'prometheus-operator' } } },
  ],
  none: [],
};

/**
 * Opens the server's ports to pods of its namespace and to those that the program names, exposed ports to clients
 * outside, and one port each to what reads metrics and to DEPLOY.md's check of loaded versions.
 */
export function networkPolicyOf(serving: ResolvedServing): Manifest {
  const { name, telemetry, reachableFrom, tracks } = serving;
  const [{ container }] = tracks;
  const { ports, metrics, live } = container;
  const at = (port: string) => ports.filter((each) => each.name === port).map((each) => tcp(each.port));
  const clients: Peer[] = [{ podSelector: {} }, ...peersOf(reachableFrom)];
  const proxyMetrics = isMeshed(serving) ? [tcp(15_090)] : [];
  const scrapers = SCRAPERS[telemetry.way.kind];
  return ingressPolicyOf(name, [
    { from: clients, ports: ports.map(({ port }) => tcp(port)) },
    ...outsideRules(serving, clients),
    // The machines of a replica choose further ports among themselves.
    ...(serving.machines > 1 ? [{ from: [{ podSelector: { matchLabels: workloadLabel(name) } }] }] : []),
    ...(metrics && scrapers.length > 0 ? [{ from: scrapers, ports: [...at(metrics.port), ...proxyMetrics] }] : []),
    // Requests by the API server come from its agents on the nodes.
    ...(live ? [{ from: [podsOfNamespaces('kube-system')], ports: at(live.port) }] : []),
  ]);
}

function outsideRules({ exposure: { way }, tracks }: ResolvedServing, clients: readonly Peer[]): Rule[] {
  if (way.kind === 'internal') return [];
  const from = way.sourceRanges && [...clients, ...way.sourceRanges.map((cidr) => ({ ipBlock: { cidr } }))];
  const ports = exposedPorts(way, tracks[0].container);
  return [{ ...(from && { from }), ports: ports.map(({ port, guardPort = port.port }) => tcp(guardPort)) }];
}
