import type { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { clusterKey } from '../core/contracts/cluster';
import { guideAtSynth } from '../core/contracts/guide';
import { adviseAtSynth, checkAtSynth } from '../core/problems/check';
import { refuses } from '../core/problems/errors';
import { ownId } from '../core/problems/own-id';
import { withoutRepeats } from '../core/problems/problem';
import { Topic } from '../core/problems/registry';
import { standIn } from '../core/problems/stand-in';
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
import { exposureAdvice, gatewayProblems, routeProblems, serviceAdvice, timeoutAdvice } from './gateway-problems';
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

const GATEWAYS = new Topic<Gateway>('gateways');

/**
 * One address for many services of a cluster.
 *
 * @example
 * const gateway = new Gateway(chart, 'entry', { hosts: { 'models.acme.com': Certificate.secret('models-tls') } });
 * gateway.route('digits', { to: digits, canary: { to: next, percent: 10 } });
 */
export class Gateway extends Construct {
  private readonly backend: GatewayBackend;
  private resolved: ResolvedGateway;
  /** The objects as they are for all routes so far, by the ids of their constructs. */
  private readonly objects = new Map<string, NamedManifest>();

  constructor(scope: Construct, id: string, props: GatewayProps) {
    super(scope, ownId(scope, id));
    const { hosts, exposure = Exposure.internalLoadBalancer(), backend = GatewayBackend.gatewayApi() } = props;
    const { name, namespace } = placeInChart(this);
    this.backend = backend;
    this.resolved = { name, namespace, cluster: clusterOf(this), exposure, hosts, routes: [] };
    this.emit();
    if (backend.sharing !== undefined) DUPLICATE_FIX.add(this, backend.sharing);
    checkAtSynth(this, () => withoutRepeats(gatewayProblems(this.resolved, backend, this.node.root)));
    GATEWAYS.add(this, this);
    adviseAtSynth(this, () => [
      ...serviceAdvice(this.resolved, this.node.root),
      ...exposureAdvice(this.resolved, this.sharing()),
      ...timeoutAdvice(this.resolved),
    ]);
    guideAtSynth(this, () => gatewaySteps(this.resolved, backend));
  }

  /** The gateway and its routes, with all defaults filled in. */
  get gateway(): ResolvedGateway {
    return this.resolved;
  }

  /** The clients that Services behind it see, for policies of your own. A route opens model servers, graphs, notebooks and registries by itself. */
  get proxies(): readonly k8s.NetworkPolicyPeer[] {
    return this.backend.proxies;
  }

  /** Leads requests to a model server, to a graph of models or to another Service. The result has the `address` that clients use. */
  route(id: string, options: RouteOptions): ResolvedRoute {
    if (hasRefused(options) || refuses(this, routeProblems(options))) return standIn();
    const { node } = new Construct(this, ownId(this, id));
    const route = resolveRoute(`${this.resolved.name}-${node.id}`.toLowerCase(), options, this.resolved);
    this.resolved = { ...this.resolved, routes: [...this.resolved.routes, route] };
    this.emit();
    return route;
  }

  /** The gateways of its proxies. */
  private sharing(): ResolvedGateway[] {
    const placeOf = ({ resolved: { cluster } }: Gateway) => cluster && clusterKey(cluster);
    return GATEWAYS.all(this).flatMap(({ entry }) => {
      const { sharedProxies: proxies } = entry.backend;
      const isSame = proxies !== undefined && proxies === this.backend.sharedProxies;
      return isSame && placeOf(entry) === placeOf(this) ? [entry.resolved] : [];
    });
  }

  /** Makes the objects that are new. What they say is read at synthesis, when all routes are known. */
  private emit(): void {
    const { backend, resolved } = this;
    const openings = openingsOf(resolved, backend);
    const services = servicesOf(resolved).flatMap(({ service }) => service ?? []);
    const certificates = certificatesOf(resolved, backend.secrets);
    for (const object of [...openings, ...services, ...certificates, ...backend.render(resolved)]) {
      const id = idOf(object);
      const isNew = !this.objects.has(id);
      this.objects.set(id, object);
      if (!isNew) continue;
      const spec = lazyPart(() => objectIn(this.objects.get(id) ?? object, 'spec'));
      const labels = { ...recommendedLabels({ name: resolved.name }), ...object.metadata.labels };
      const metadata = { ...object.metadata, labels };
      addObject(this, id, { ...object, metadata, spec }, [GATEWAY_CLASS]);
    }
  }
}

function idOf({ kind, metadata }: NamedManifest): string {
  const { namespace, name } = metadata;
  return typeof namespace === 'string' ? `${kind}-${namespace}-${name}` : `${kind}-${name}`;
}
