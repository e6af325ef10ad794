import { Construct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import type { Caller } from '../core/contracts/mesh';
import { checkAtSynth, ownId, problem, refuses, type Problem } from '../core/problems';
import { DUPLICATE_FIX } from '../kubernetes/duplicate-name-problems';
import { VIRTUAL_SERVICE } from '../kubernetes/kinds/istio';
import { objectOf } from '../kubernetes/kinds/kind';
import { inNamespace } from '../kubernetes/manifest';
import { WorkloadObject } from '../kubernetes/workload-object';
import type { ResolvedServing } from '../serving/serving';
import type { ServingDeployment } from '../serving/serving-deployment';
import { isMeshed } from '../serving/exposure/mesh-policies';
import { fullHostOf, sharesOf } from './backends/istio';
import { gatesOf } from './gateway-guide';
import { routeProblems } from './gateway-problems';
import { hasRefused, resolveRoute } from './resolve-route';
import { servicesOf, type ResolvedRoute } from './resolved-gateway';
import type { RouteOptions } from './route-options';

export interface MeshRouteProps extends Pick<RouteOptions, 'canary' | 'mirror' | 'timeout' | 'retries'> {
  /** The server whose calls are shared. Its clients go on to use the name of its Service. */
  readonly to: ServingDeployment;
}

/**
 * The calls of a server's clients in the mesh, shared with another version by percent of requests, or copied to it.
 *
 * @example
 * new MeshRoute(chart, 'digits-calls', { to: digits, canary: { to: next, percent: 10 } });
 */
export class MeshRoute extends Construct {
  constructor(scope: Construct, id: string, props: MeshRouteProps) {
    super(scope, ownId(scope, id));
    const { to } = props;
    if (hasRefused(props) || refuses(this, routeProblems(props))) return;
    const { name, namespace, tracks } = to.serving;
    const routes = tracks[0].container.ports.map((port) =>
      resolveRoute(name, { ...props, port: port.name }, { namespace, name: 'mesh', hosts: {} }),
    );
    const http = routes.map((route) => ({ match: [{ port: route.versions[0].port }], ...sharesOf(route) }));
    for (const { name: id, service } of routes[0]?.versions ?? []) if (service) new WorkloadObject(this, id, service);
    // The name is that of the server, so that two routes of one server are a problem: proxies would take one of them.
    const object = objectOf(VIRTUAL_SERVICE, name, { hosts: [fullHostOf(to.serving)], http });
    DUPLICATE_FIX.add(this, 'share the calls of each server by one MeshRoute');
    new WorkloadObject(this, 'Resource', inNamespace(object, namespace));
    guideAtSynth(this, () => routes.slice(0, 1).flatMap(gatesOf));
    const fix = 'add Mesh.istio() to operators of its cluster, or use a route of a Gateway';
    const wrong = problem('mesh-route', 'to', `"${name}" is in no mesh, so nothing shares its calls`, fix);
    checkAtSynth(this, () => (isMeshed(to.serving) ? callerProblems(to.serving, routes) : [wrong]));
  }
}

/** Problems of callers whose calls go to a version, or are copied to one, that refuses them. */
function* callerProblems({ name, callers }: ResolvedServing, routes: readonly ResolvedRoute[]): Generator<Problem> {
  const nameOf = ({ namespace, serviceAccountName }: Caller) => `${namespace}/${serviceAccountName}`;
  for (const { serving } of servicesOf({ routes: routes.slice(0, 1) })) {
    if (!serving || serving.name === name) continue;
    const known = serving.callers.map(nameOf);
    const isLetIn = (caller: Caller) =>
      known.length === 0 ? caller.namespace === serving.namespace : known.includes(nameOf(caller));
    const refused = callers.filter((caller) => !isLetIn(caller)).map(nameOf);
    if (refused.length === 0) continue;
    const message = `"${serving.name}" gets calls to "${name}", but refuses its callers ${refused.join(', ')}`;
    yield problem('mesh-route', 'to', message, `call allow of "${serving.name}" with them too`);
  }
}
