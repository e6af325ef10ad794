import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { isSameCluster } from '../core/contracts/cluster';
import { poolKey, poolText, type INodePool } from '../core/contracts/node-pool';
import type { Advice } from '../core/problems/check';
import { problem, type Problem } from '../core/problems/problem';
import { Topic } from '../core/problems/registry';
import { clusterOf } from '../kubernetes/chart-cluster';
import { namespaceOf } from '../kubernetes/cluster-scoped';
import { cpuText } from '../kubernetes/quantity';
import { plus, type PodNeeds } from '../pods/placement/pod-needs';
import { byPool, requiredPods, type PodSet } from '../pods/pod-set';
import { peakOf, podsIn, sumOfPeaks } from '../workload/namespace-requests';
import { amountsIn, amountsOfShares, type PoolShare } from './pool-share';
import type { ResolvedTenant } from './tenant';

/** The tenants of a tree. */
export const TENANTS = new Topic<ResolvedTenant>('tenants');

/** Pods of which a set has at least so many, or it does not run. */
const least = (set: PodSet) => requiredPods(set) * (set.copies ?? 1);

/** The resources of a quota, and their texts. */
const TEXTS = {
  gpus: (amount: number) => `${amount} GPU${amount === 1 ? '' : 's'}`,
  cpuMillis: (amount: number) => `${cpuText(amount)} CPU`,
  memoryMiB: (amount: number) => `${amount} MiB memory`,
};
const RESOURCES = ['gpus', 'cpuMillis', 'memoryMiB'] as const;

export function* tenantProblems(owner: IConstruct, tenant: ResolvedTenant): Generator<Problem> {
  const { name, cluster, members, share, lending } = tenant;
  const { viewers = [], editors = [], admins = [] } = members;
  const group = [...viewers, ...editors, ...admins].find(({ kind }) => kind === 'Group');
  if (group && cluster.features?.has('gke') && !cluster.features.has('googleGroups')) {
    const message = `group "${group.name}" has no rights in cluster "${cluster.clusterName}", which does not ask for the groups of people`;
    const fix =
      "set security: { googleGroup: 'gke-security-groups@<domain>' } of the cluster, and make the group its member";
    yield problem('tenant-group', 'members', message, fix);
  }
  if (lending && !tenant.hasQueue) {
    const message = `${name} lends its share, but cluster "${cluster.clusterName}" has no Kueue, which alone can take it back`;
    yield problem(
      'tenant-lending',
      'lending',
      message,
      `add Operator.KUEUE to operators of the cluster, or leave lending out`,
    );
  }
  for (const { pool } of share) {
    if (isSameCluster(pool.cluster, cluster)) yield* overlapProblems(owner, tenant, pool);
    else {
      const message = `${poolText(pool)} is of cluster "${pool.cluster.clusterName}", but ${name} of "${cluster.clusterName}"`;
      yield problem('tenant-share', 'share', message, 'give a pool of the same cluster');
    }
  }
}

/** Problems of a job that Kueue would hold for ever, or not at all. A queue is of one namespace. */
export function* queueProblems(owner: IConstruct, job: ApiObject): Generator<Problem> {
  for (const { name, namespace, cluster, share, hasQueue } of TENANTS.of(owner)) {
    if (!hasQueue) continue;
    const place = namespaceOf(job) ?? 'default';
    const other = clusterOf(job) ?? cluster;
    const isHere = place === namespace && isSameCluster(other, cluster);
    const where = `namespace "${place}" of cluster "${other.clusterName}"`;
    const away = `job "${job.name}" is in ${where}, and the queue of ${name} is in "${namespace}" of "${cluster.clusterName}"`;
    const fix =
      'give jobs to enqueue of the tenant of their own namespace, such as the one that addNamespace gives back';
    if (!isHere) yield problem('tenant-queue', 'enqueue', away, fix);
    else if (share.length === 0)
      yield problem(
        'tenant-queue',
        'enqueue',
        `${name} has no share, so no queue holds job "${job.name}"`,
        'give share',
      );
  }
}

/** Shares of a pool that are more than the pool, as its first tenant reports them. */
function* overlapProblems(owner: IConstruct, tenant: ResolvedTenant, pool: INodePool): Generator<Problem> {
  const all = TENANTS.all(owner).map(({ entry }) => entry);
  const shares = all.flatMap(({ name, namespace, lending, share }) =>
    share
      .filter((each) => poolKey(each.pool) === poolKey(pool))
      .map(({ nodes }) => ({ name, namespace, lending, nodes })),
  );
  const nodes = shares.reduce((sum, each) => sum + each.nodes, 0);
  const { maxNodes = Infinity } = pool;
  if (nodes <= maxNodes || shares[0]?.namespace !== tenant.namespace || shares.every(({ lending }) => lending)) return;
  const parts = shares.map((each) => `${each.name} ${each.nodes}`).join(', ');
  const message = `the shares of ${poolText(pool)} are ${nodes} nodes (${parts}), but it grows to ${maxNodes}`;
  yield problem(
    'tenant-overlap',
    'share',
    message,
    `give ${maxNodes} nodes together, or let all of them lend: lending: true`,
  );
}

/** A workload that the quota never lets run whole, beside the servers of the tenant. */
export function* quotaProblems(owner: IConstruct, tenant: ResolvedTenant): Generator<Problem> {
  const { name, share } = tenant;
  if (share.length === 0) return;
  const limit = amountsOfShares(tenant.limit);
  const { servers, runs } = workloadsOf(owner, tenant);
  const standing = sumOfPeaks(servers, least);
  const cases = [
    { who: 'its servers', amounts: standing },
    ...runs.map((run) => ({ who: `"${run.id}"`, amounts: plus(standing, peakOf(run.pods, least)) })),
  ];
  for (const { who, amounts } of cases) {
    for (const resource of RESOURCES.filter((each) => amounts[each] > limit[each])) {
      const beside = who === 'its servers' || standing[resource] === 0 ? '' : ' beside its servers';
      const message = `${who} needs ${text(amounts, resource)}${beside}, but the share of ${name} is ${text(limit, resource)}`;
      yield problem(
        'tenant-quota',
        'share',
        message,
        'raise the share, or lower the workload: the quota would refuse its last pods',
      );
    }
  }
}

/** Advice about workloads that ask for more of a pool than the tenant's share. A quota counts the pools of a namespace together. */
export function* tenantAdvice(owner: IConstruct, tenant: ResolvedTenant): Generator<Advice> {
  const { name, share } = tenant;
  if (share.length === 0) return;
  const { servers, runs } = workloadsOf(owner, tenant);
  const pods = [...servers, ...runs].flatMap((each) => each.pods);
  for (const { pool } of byPool(pods)) {
    const isHere = (set: PodSet) => poolKey(set.pool) === poolKey(pool);
    const limit = share.find((each) => poolKey(each.pool) === poolKey(pool));
    if (!limit) {
      const message = `pods of ${name} run on ${poolText(pool)}, of which it has no share`;
      yield problem('tenant-pool', 'share', message, 'add the pool to share, or acknowledge this');
      continue;
    }
    const together = [...servers, ...runs].map((each) => ({ pods: each.pods.filter(isHere) }));
    const amounts = sumOfPeaks(together);
    const [resource] = RESOURCES.filter((each) => amounts[each] > amountsIn(limit)[each]);
    if (!resource) continue;
    const most = text(amountsIn(limit), resource);
    const message = `all workloads of ${name} together ask for ${text(amounts, resource)} of ${poolText(pool)}, but its share is ${most}, so some wait`;
    yield problem('tenant-pool', 'share', message, 'raise the share, or acknowledge this if they need not run at once');
  }
}

/** The requests of the servers of a tenant on one pool. */
export function standingOn(owner: IConstruct, tenant: ResolvedTenant, { pool }: PoolShare): PodNeeds {
  const ofPool = workloadsOf(owner, tenant).servers.map(({ pods }) => ({
    pods: pods.filter((set) => poolKey(set.pool) === poolKey(pool)),
  }));
  return sumOfPeaks(ofPool);
}

function workloadsOf(owner: IConstruct, { cluster, namespace }: ResolvedTenant) {
  const all = podsIn(cluster, namespace).all(owner);
  const found = all.map(({ construct, entry }) => ({ ...entry, id: construct.node.id }));
  return { servers: found.filter(({ stays }) => stays === true), runs: found.filter(({ stays }) => stays !== true) };
}

function text(amounts: PodNeeds, resource: keyof typeof TEXTS): string {
  return TEXTS[resource](amounts[resource]);
}
