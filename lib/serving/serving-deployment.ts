import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { pathBelow } from '../core/names/name';
import type { Caller } from '../core/contracts/mesh';
import { ownId } from '../core/problems';
import { chartOf } from '../kubernetes/enclosing-chart';
import { ingressPolicyOf, podsOfNamespaces, tcp } from '../kubernetes/network-policy';
import { recommendedLabels } from '../kubernetes/standard-labels';
import { WorkloadObject } from '../kubernetes/workload-object';
import { isMeshed } from './exposure/mesh-policies';
import { addWorkload } from '../workload/workload';
import type { ResolvedServing } from './serving';
import type { ServingOptions } from './serving-options';
import { servingWorkload } from './serving-workload';

/** A model, its server and their name. */
export interface ServingDeploymentProps extends ServingOptions {
  /** The name of its objects, such as the Service by which clients find it. @default - the ids of the construct and its scopes below the chart, with hyphens */
  readonly servingName?: string;
}

/**
 * A model that answers requests.
 *
 * The `server` is the program, and the `platform` runs its pods. Another version of the model replaces them without a lost
 * request, as `rollout` says.
 *
 * @example
 * new ServingDeployment(chart, 'mnist', {
 *   pool: t4,
 *   server: ModelServer.tensorFlowServing(),
 *   model: ModelSource.bucket(models, 'models/mnist').version(2),
 * });
 */
export class ServingDeployment extends Construct {
  /** The object that runs the pods. */
  readonly resource: ApiObject;
  /** The server with all defaults filled in. */
  readonly serving: ResolvedServing;
  private readonly callers: Caller[] = [];

  constructor(scope: Construct, id: string, props: ServingDeploymentProps) {
    super(scope, ownId(scope, id));
    const chart = chartOf(this);
    const { servingName = pathBelow(chart, this), ...options } = props;
    const { serving, workload } = servingWorkload(this, servingName, options, this.callers);
    this.serving = serving;
    this.resource = addWorkload(this, workload);
  }

  /**
   * Names callers: the pods of an identity, of another server or of a job. Their namespaces may connect. In a mesh nobody else may call, but for gateways, and named
   * callers make inference calls alone.
   */
  allow(...callers: readonly Caller[]): void {
    const { name, namespace, tracks } = this.serving;
    const ports = tracks[0].container.ports.map(({ port }) => tcp(port));
    for (const caller of callers) {
      this.callers.push(caller);
      const id = `NetworkPolicy-from-${caller.namespace}`;
      if (caller.namespace === namespace || this.node.tryFindChild(id)) continue;
      const policy = ingressPolicyOf(name, [{ from: [podsOfNamespaces(caller.namespace)], ports }]);
      const metadata = { name: `${name}-from-${caller.namespace}`, labels: { ...recommendedLabels({ name }) } };
      new WorkloadObject(this, id, { ...policy, metadata });
    }
  }

  get namespace(): string {
    return this.serving.namespace;
  }

  /** The place of its pods: in the mesh of their cluster, or out of it. */
  get mesh(): 'in' | 'out' {
    return isMeshed(this.serving) ? 'in' : 'out';
  }

  /** The service account of its pods. */
  get serviceAccountName(): string {
    return this.serving.tracks[0].pod.identity?.serviceAccountName ?? this.serving.name;
  }

  /** The name of its objects, such as its Service. */
  get servingName(): string {
    return this.serving.name;
  }
}
