import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { clusterKey, type ICluster } from '../core/contracts/cluster';
import { guideAtSynth } from '../core/contracts/guide';
import { lazily } from '../core/lazily';
import { adviseAtSynth, checkAtSynth, firstTime, ownId, refuseValues } from '../core/problems';
import type { ClusterChart } from '../kubernetes/cluster-chart';
import { DUPLICATE_FIX } from '../kubernetes/duplicate-name-problems';
import { clusterScoped } from '../kubernetes/cluster-scoped';
import type { NamedManifest } from '../kubernetes/manifest';
import { PROFILE } from '../kubernetes/kinds/kubeflow';
import { objectOf } from '../kubernetes/kinds/kind';
import { labelNamespace, madeNamespace } from '../kubernetes/namespace';
import { kueueOf, QUEUE_LABEL } from '../operators/known/kueue';
import { Operator } from '../operators/operator';
import { operatorProblems } from '../workload/backend';
import { namedObject } from '../kubernetes/workload-object';
import { shareProblems, type PoolShare } from './pool-share';
import { flavorOf, isolationOf, queuesOf, quotaOf } from './tenant-objects';
import { leftOf, queueProblems, quotaProblems, tenantAdvice, tenantProblems, TENANTS } from './tenant-problems';
import type { Subject } from './subject';
import { kindsIn, rolesOf, subjectOf, type TenantMembers } from './tenant-roles';

export interface TenantProps {
  /** The people of the team by what they may do in the namespace. @default - only people with rights in the whole cluster */
  readonly members?: TenantMembers;
  /**
   * The parts of pools that all pods of the namespace may use together. A quota refuses pods beyond them. Jobs that are given to
   * `enqueue` wait in Kueue instead, where the cluster has it.
   *
   * @default - no limit: one team can take all nodes
   */
  readonly share?: readonly PoolShare[];
  /**
   * Set to true if other tenants that lend may use what this one leaves idle, and this one theirs. Jobs on borrowed resources
   * end when their tenant needs them. Needs Kueue.
   *
   * @default false - what the team leaves idle, nobody uses
   */
  readonly lending?: boolean;
  /**
   * The person for whom the namespace is a Profile of Kubeflow, which its dashboard shows, with all rights of Kubeflow in it. Needs
   * `Operator.PROFILES`.
   *
   * @default - none: plain objects of Kubernetes
   */
  readonly profileOwner?: Subject;
}

/** A tenant with all defaults filled in. */
export interface ResolvedTenant extends Required<Omit<TenantProps, 'profileOwner'>> {
  readonly name: string;
  readonly namespace: string;
  readonly cluster: ICluster;
  /** The parts of pools that its quota has. */
  readonly limit: readonly PoolShare[];
  /** True if the cluster has Kueue. */
  readonly hasQueue: boolean;
}

/**
 * The team of a namespace: its people, its share of the pools, and its isolation from other teams. `addNamespace` gives it
 * further ones, each with a share of its own. A namespace has one tenant.
 *
 * @example
 * const chart = new ClusterChart(kubernetes, 'vision', { cluster, namespace: 'vision' });
 * new Tenant(chart, 'vision', {
 *   members: { editors: [Subject.group('vision@acme.com')] },
 *   share: [{ pool: t4, nodes: 2 }, { pool: cpus, nodes: 1 }],
 * });
 */
export class Tenant extends Construct {
  /** The name of the queue for jobs of the namespace. @default - none without Kueue or without share */
  readonly queueName?: string;
  private readonly enqueued: ApiObject[] = [];

  constructor(
    scope: ClusterChart,
    id: string,
    private readonly props: TenantProps = {},
  ) {
    super(scope, ownId(scope, id));
    const { cluster, namespace } = scope;
    const { members = {}, share = [], lending = false } = props;
    const name = this.node.id;
    const hasQueue = kueueOf(cluster) !== undefined;
    refuseValues(this, shareProblems(share));
    // A tenant that lends may use the whole pools.
    const limit = lending ? share.map(({ pool, nodes }) => ({ pool, nodes: pool.maxNodes ?? nodes })) : share;
    const tenant = { name, namespace, cluster, members, share, limit, lending, hasQueue };
    TENANTS.add(this, tenant);
    labelNamespace(this, 'team', name, 'The bill of Google Cloud shows the costs of a namespace by its labels:');
    this.addObjects([...rolesOf(name, members, kindsIn(this, cluster, namespace)), ...isolationOf(name)]);
    DUPLICATE_FIX.add(this, 'make one Tenant of both');
    if (props.profileOwner) this.addProfile(scope, props.profileOwner);
    checkAtSynth(this, () => tenantProblems(this, tenant));
    if (share.length === 0) return;
    this.addObjects(quotaOf(name, limit));
    if (hasQueue) this.queueName = this.addQueues(tenant);
    const quota = lazily(() => [...quotaProblems(this, tenant)]);
    checkAtSynth(this, quota);
    adviseAtSynth(this, () => (quota().length > 0 ? [] : tenantAdvice(this, tenant)));
    const used = `kubectl -n ${namespace} describe resourcequota ${name}`;
    guideAtSynth(this, () => [{ phase: 'standing', text: `What ${name} uses of its share: \`${used}\`.` }]);
  }

  /** A further namespace of the team, with the same people. @param share its own parts of pools; an empty list is no limit */
  addNamespace(chart: ClusterChart, share: readonly PoolShare[]): Tenant {
    return new Tenant(chart, this.node.id, { ...this.props, share });
  }

  /** Puts jobs of the namespace into the queue of the team, where the cluster has Kueue. */
  enqueue(...jobs: readonly { readonly resource: ApiObject }[]): void {
    if (this.enqueued.length === 0) {
      for (const tenant of TENANTS.of(this)) checkAtSynth(this, () => queueProblems(this, tenant, this.enqueued));
    }
    this.enqueued.push(...jobs.map(({ resource }) => resource));
    for (const { resource } of jobs) if (this.queueName) resource.metadata.addLabel(QUEUE_LABEL, this.queueName);
  }

  /** Kubeflow takes a namespace that is there only if its annotation names the same person. */
  private addProfile(chart: ClusterChart, owner: Subject): void {
    madeNamespace(chart)?.metadata.addAnnotation('owner', owner.name);
    clusterScoped(this, 'Profile', objectOf(PROFILE, chart.namespace, { owner: subjectOf(owner) }));
    const backend = { name: 'Profile', kind: PROFILE, operator: Operator.PROFILES };
    checkAtSynth(this, () => operatorProblems('profileOwner', backend, chart.cluster));
  }

  private addQueues(tenant: ResolvedTenant): string {
    const { name, namespace, cluster, share, lending } = tenant;
    for (const each of share) {
      const flavor = flavorOf(each);
      const isNew = firstTime(this, `flavor ${clusterKey(cluster)}/${flavor.metadata.name}`);
      if (isNew) clusterScoped(this, `ResourceFlavor-${flavor.metadata.name}`, flavor);
    }
    const left = (each: PoolShare) => leftOf(this, tenant, each);
    const { queue, local } = queuesOf(name, namespace, share, left, lending ? cluster.clusterName : undefined);
    clusterScoped(this, `ClusterQueue-${namespace}`, queue);
    this.addObjects([local]);
    return name;
  }

  private addObjects(objects: readonly NamedManifest[]): void {
    for (const each of objects) namedObject(this, `${each.kind}-${each.metadata.name}`, each, this.node.id);
  }
}
