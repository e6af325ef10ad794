import { meshOf, principalOf } from '../../core/contracts/mesh';
import { problem, type Problem } from '../../core/problems';
import { AUTHORIZATION_POLICY, PEER_AUTHENTICATION } from '../../kubernetes/kinds/istio';
import type { AuthorizationPolicySpec } from '../../kubernetes/kinds/istio-specs';
import { objectOf } from '../../kubernetes/kinds/kind';
import { lazyPart, type NamedManifest } from '../../kubernetes/manifest';
import { workloadLabel } from '../../kubernetes/workload-label';
import { isInMesh } from '../../pods/containers/mesh-proxy';
import type { ServerPort } from '../model-server';
import type { ResolvedServing } from '../serving';

type Rules = NonNullable<AuthorizationPolicySpec['rules']>;

/** True if the server takes calls by the cluster's mesh alone. */
export function isMeshed({ pool: { cluster }, mesh }: Pick<ResolvedServing, 'pool' | 'mesh'>): boolean {
  return meshOf(cluster) !== undefined && isInMesh(cluster, mesh ?? 'any');
}

/** The policies of a server in a mesh: its callers, and what others read of it in clear. */
export function meshPolicies(serving: ResolvedServing): NamedManifest[] {
  if (!isMeshed(serving)) return [];
  const { name } = serving;
  const selector = { matchLabels: workloadLabel(name) };
  const callers = objectOf(AUTHORIZATION_POLICY, name, {});
  const ports = Object.fromEntries(readInClear(serving).map(({ port }) => [String(port), { mode: 'PERMISSIVE' }]));
  const opened = objectOf(PEER_AUTHENTICATION, name, { selector, mtls: { mode: 'STRICT' }, portLevelMtls: ports });
  return [
    { ...callers, spec: lazyPart(() => ({ selector, action: 'ALLOW', rules: rulesOf(serving) })) },
    ...(Object.keys(ports).length > 0 ? [opened] : []),
  ];
}

/** Without named callers, everyone in the mesh may call. Named ones may make inference calls. */
function rulesOf(serving: ResolvedServing): Rules {
  const { callers, pool, tracks } = serving;
  const clear = readInClear(serving).map(({ port, path }) => ({ operation: { ports: [String(port)], paths: [path] } }));
  const principals = callers.map((caller) => principalOf(pool.cluster, caller));
  const rule =
    callers.length === 0
      ? { from: [{ source: { principals: ['*'] } }] }
      : { from: [{ source: { principals } }], to: tracks[0].container.ports.map(callsOf) };
  return [rule, ...(clear.length > 0 ? [{ to: clear }] : [])];
}

/** The inference calls of a port. */
export function callsOf({ port, clientPaths }: Pick<ServerPort, 'port' | 'clientPaths'>) {
  const paths = clientPaths?.flatMap((path) => [path.replace(/(?<=.)\/$/, ''), `${path.replace(/\/$/, '')}/*`]);
  return { operation: { ports: [String(port)], paths } };
}

/** The paths that collectors of metrics and DEPLOY.md read. They are in no mesh. */
function readInClear({ tracks: [{ container, model }], telemetry }: ResolvedServing): { port: number; path: string }[] {
  const { metrics, live, ports } = container;
  const read = [
    ...(metrics && telemetry.way.kind !== 'none' ? [{ name: metrics.port, path: metrics.path }] : []),
    ...(model.loaded ?? []).flatMap((version) => (live ? [{ name: live.port, path: live.loadedPath(version) }] : [])),
  ];
  return read.flatMap(({ name, path }) =>
    ports.filter((each) => each.name === name).map(({ port }) => ({ port, path })),
  );
}

/** Problems of a server whose clients are in no mesh. */
export function* meshProblems(serving: ResolvedServing): Generator<Problem> {
  if (!isMeshed(serving)) return;
  for (const { serviceAccountName, mesh } of serving.callers) {
    if (mesh !== 'out') continue;
    const message = `"${serviceAccountName}" may call "${serving.name}", but has no proxy of the mesh, so its calls are refused`;
    const fix = `set mesh: 'in' of "${serviceAccountName}", or mesh: 'out' of "${serving.name}"`;
    yield problem('mesh-caller', 'allow', message, fix);
  }
  if (serving.exposure.way.kind === 'internal') return;
  const message = `"${serving.name}" is in the mesh of cluster "${serving.pool.cluster.clusterName}", and clients of its load balancer are not, so it refuses them`;
  const fix = "set mesh: 'out', or leave exposure out and lead clients to it by a Gateway with GatewayBackend.istio()";
  yield problem('mesh-exposure', 'exposure', message, fix);
}
