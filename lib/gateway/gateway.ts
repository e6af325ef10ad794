import type { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { clusterKey } from '../core/contracts/cluster';
import { guideAtSynth } from '../core/contracts/guide';
import { adviseAtSynth, checkAtSynth, ownId, refuses, standIn, Topic, withoutRepeats } from '../core/problems';
import { clusterOf } from '../kubernetes/chart-cluster';
import { addObject } from '../kubernetes/cluster-scoped';
import { DUPLICATE_FIX } from '../kubernetes/duplicate-name-problems';
import { placeInChart } from '../kubernetes/enclosing-chart';
import { GATEWAY_CLASS } from '../kubernetes/kinds/gateway';
import { lazyPart, objectIn, type NamedManifest } from '../kubernetes/manifest';
import { recommendedLabels } from '../kubernetes/standard-labels';
import { Exposure } from '../serving/exposure/exposure';
import { certificatesOf, type Certificate } from './certificate';
import { GatewayBackend } from './gateway-backend';
import { gatewaySteps } from './gateway-guide';
import { exposureAdvice, routeAdvice, serviceAdvice, timeoutAdvice } from './gateway-advice';
import { gatewayProblems, routeProblems } from './gateway-problems';
import { openingsOf } from './openings';
import { servicesOf, type ResolvedGateway, type ResolvedRoute } from './resolved-gateway';
import { hasRefused, resolveRoute } from './resolve-route';
import type { RouteOptions } from './route-options';

export interface GatewayProps {
  /** The hosts, each with its certificate. `*.acme.com` covers hosts with one more part. The first is the default of routes. */
  readonly hosts: Readonly<Record<string, Certificate>>;
  /** The clients that can reach it. `ports` and `adminCalls` mean nothing here. @default Exposure.internalLoadBalancer() */
  readonly exposure?: Exposure;
  /** The program that passes requests on. @default GatewayBackend.gatewayApi() */
  readonly backend?: GatewayBackend;
}

/**
 * One address for many services of a cluster.
 *
 * @example
 * const gateway = new Gateway(chart, 'entry', { hosts: { 'models.acme.com': Certificate.secret('models-tls') } });
 * gateway.route('digits', { to: digits, canary: { to: next, percent: 10 } });
 */
export class Gateway extends Construct {
  /** The gateway and its routes, with all defaults filled in. */
  readonly gateway: ResolvedGateway;
  private readonly backend: GatewayBackend;
  private readonly routes: ResolvedRoute[] = [];
  /** The objects as they are for all routes so far, by the ids of their constructs. */
  private readonly objects = new Map<string, NamedManifest>();

  constructor(scope: Construct, id: string, props: GatewayProps) {
    super(scope, ownId(scope, id));
    const { hosts, exposure = Exposure.internalLoadBalancer(), backend = GatewayBackend.gatewayApi() } = props;
    const { name, namespace } = placeInChart(this);
    const cluster = clusterOf(this);
    const gateway = { name, namespace, cluster, exposure, hosts, routes: this.routes };
    this.gateway = gateway;
    this.backend = backend;
    this.emit();
    const proxies = JSON.stringify([cluster && clusterKey(cluster), backend.sharedProxies]);
    const sharing = new Topic<ResolvedGateway>(`gateways of ${proxies}`);
    if (backend.sharedProxies !== undefined) sharing.add(this, gateway);
    if (backend.sharing !== undefined) DUPLICATE_FIX.add(this, backend.sharing);
    checkAtSynth(this, () => withoutRepeats(gatewayProblems(gateway, backend, this)));
    adviseAtSynth(this, () => [
      ...serviceAdvice(gateway, this),
      ...exposureAdvice(
        gateway,
        (cluster ? sharing.inProgram(this) : sharing.all(this)).map(({ entry }) => entry),
      ),
      ...timeoutAdvice(gateway),
    ]);
    guideAtSynth(this, () => gatewaySteps(gateway, backend));
  }

  /** The clients that Services behind it see, for policies of your own. A route opens model servers, graphs, notebooks and registries by itself. */
  get proxies(): readonly k8s.NetworkPolicyPeer[] {
    return this.backend.proxies;
  }

  /** Leads requests to a model server, to a graph of models or to another Service. The result has the `address` that clients use. */
  route(id: string, options: RouteOptions): ResolvedRoute {
    if (hasRefused(options) || refuses(this, routeProblems(options))) return standIn();
    const owner = new Construct(this, ownId(this, id));
    const route = resolveRoute(`${this.gateway.name}-${owner.node.id}`.toLowerCase(), options, this.gateway);
    this.routes.push(route);
    adviseAtSynth(owner, () => routeAdvice(route, this.gateway, this.backend));
    this.emit();
    return route;
  }

  /** Makes the objects that are new. What they say is read at synthesis, when all routes are known. */
  private emit(): void {
    const { backend, gateway } = this;
    const openings = openingsOf(gateway, backend);
    const services = servicesOf(gateway).flatMap(({ service }) => service ?? []);
    const certificates = certificatesOf(gateway, backend.secrets);
    for (const object of [...openings, ...services, ...certificates, ...backend.render(gateway)]) {
      const id = idOf(object);
      const isNew = !this.objects.has(id);
      this.objects.set(id, object);
      if (!isNew) continue;
      const spec = lazyPart(() => objectIn(this.objects.get(id) ?? object, 'spec'));
      const labels = { ...recommendedLabels({ name: gateway.name }), ...object.metadata.labels };
      const metadata = { ...object.metadata, labels };
      addObject(this, id, { ...object, metadata, spec }, [GATEWAY_CLASS]);
    }
  }
}

function idOf({ kind, metadata }: NamedManifest): string {
  const { namespace, name } = metadata;
  return typeof namespace === 'string' ? `${kind}-${namespace}-${name}` : `${kind}-${name}`;
}
