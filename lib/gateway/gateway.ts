import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import { pathBelow } from '../core/names/name';
import { adviseAtSynth, checkAtSynth } from '../core/problems/check';
import { refuses } from '../core/problems/errors';
import { ownId } from '../core/problems/own-id';
import { Topic } from '../core/problems/registry';
import { isStandIn, standIn } from '../core/problems/stand-in';
import { clusterOf } from '../kubernetes/chart-cluster';
import { clusterScoped } from '../kubernetes/cluster-scoped';
import { chartOf } from '../kubernetes/enclosing-chart';
import { CERTIFICATE, GATEWAY_CLASS } from '../kubernetes/kinds/gateway';
import { isOfKind } from '../kubernetes/kinds/kind';
import { lazyPart, objectIn, type NamedManifest } from '../kubernetes/manifest';
import { ingressPolicyOf, tcp } from '../kubernetes/network-policy';
import { recommendedLabels } from '../kubernetes/standard-labels';
import { WorkloadObject } from '../kubernetes/workload-object';
import { Operator } from '../operators/operator';
import { Exposure } from '../serving/exposure/exposure';
import { trackServiceOf } from '../serving/platforms/kubernetes-services';
import { operatorProblems } from '../workload/backend';
import { certificatesOf, type Certificate } from './certificate';
import { GatewayBackend } from './gateway-backend';
import { gatewaySteps } from './gateway-guide';
import { gatewayProblems, routeProblems, serviceAdvice } from './gateway-problems';
import { servicesOf, type ResolvedGateway, type ResolvedRoute } from './resolved-gateway';
import { resolveRoute, sharesOf } from './resolve-route';
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
    const name = pathBelow(chartOf(this), this);
    const namespace = Chart.of(this).namespace ?? 'default';
    this.backend = backend;
    this.resolved = { name, namespace, cluster: clusterOf(this), exposure, hosts, routes: [] };
    this.emit();
    GATEWAYS.add(this, this);
    checkAtSynth(this, () => this.problems());
    adviseAtSynth(this, () => serviceAdvice(this.resolved, this.node.root));
    adviseAtSynth(this, () => backend.advice?.(this.resolved) ?? []);
    guideAtSynth(this, () => gatewaySteps(this.resolved, backend));
  }

  /** The gateway and its routes, with all defaults filled in. */
  get gateway(): ResolvedGateway {
    return this.resolved;
  }

  /** Leads requests to a model server or to another Service. The result has the `address` that clients use. */
  route(id: string, options: RouteOptions): ResolvedRoute {
    if ([options, ...sharesOf(options)].some(({ to }) => isStandIn(to)) || refuses(this, routeProblems(options)))
      return standIn();
    const { node } = new Construct(this, ownId(this, id));
    const route = resolveRoute(`${this.resolved.name}-${node.id}`, options, this.resolved);
    this.resolved = { ...this.resolved, routes: [...this.resolved.routes, route] };
    this.emit();
    return route;
  }

  private *problems() {
    const { cluster } = this.resolved;
    const certManager = { name: 'Certificate.certManager', kind: CERTIFICATE, operator: Operator.CERT_MANAGER };
    const needed = [this.backend, ...(certificatesOf(this.resolved).length > 0 ? [certManager] : [])];
    for (const each of needed) if (cluster) yield* operatorProblems('backend', each, cluster);
    yield* gatewayProblems(this.resolved);
    const all = GATEWAYS.all(this).map(({ entry }) => entry);
    const earlier = all.slice(0, all.indexOf(this)).filter(({ backend }) => backend.name === this.backend.name);
    yield* this.backend.problems(this.resolved, ...earlier.map(({ resolved }) => resolved));
  }

  /** Makes the objects that are new. What they say is read at synthesis, when all routes are known. */
  private emit(): void {
    const { openings, backend, resolved } = this;
    for (const object of [...openings, ...certificatesOf(resolved), ...backend.render(resolved)]) {
      const id = idOf(object);
      const isNew = !this.objects.has(id);
      this.objects.set(id, object);
      if (!isNew) continue;
      const spec = lazyPart(() => objectIn(this.objects.get(id) ?? object, 'spec'));
      const metadata = { ...object.metadata, labels: recommendedLabels({ name: resolved.name }) };
      const make = isOfKind(object, GATEWAY_CLASS) ? clusterScoped : addObject;
      make(this, id, { ...object, metadata, spec });
    }
  }

  /** Beside model servers: policies that let the proxies in, since each is closed to other namespaces, and Services of versions. */
  private get openings(): NamedManifest[] {
    const { name, namespace } = this.resolved;
    return servicesOf(this.resolved).flatMap(({ serving, port, track, name: service }) => {
      if (!serving) return [];
      const policy = ingressPolicyOf(serving.name, [{ from: this.backend.proxies, ports: [tcp(port)] }]);
      const opening = { ...policy, metadata: { name: `${serving.name}-${port}-${namespace}-${name}` } };
      const all = [opening, ...(track ? [trackServiceOf(serving, track, service)] : [])];
      return all.map((each) => ({ ...each, metadata: { ...each.metadata, namespace: serving.namespace } }));
    });
  }
}

const addObject: typeof clusterScoped = (scope, id, content) => new WorkloadObject(scope, id, content);

function idOf({ kind, metadata }: NamedManifest): string {
  const { namespace, name } = metadata;
  return typeof namespace === 'string' ? `${kind}-${namespace}-${name}` : `${kind}-${name}`;
}
