import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { isSameCluster } from '../core/contracts/cluster';
import { poolKey, poolText, type INodePool } from '../core/contracts/node-pool';
import { lazily } from '../core/lazily';
import { problem, Topic, type Advice, type Problem } from '../core/problems';
import { namespaceOf } from '../kubernetes/cluster-scoped';
import { cpuText } from '../kubernetes/quantity';
import { needsBy, NOTHING, plus, type PodNeeds } from '../pods/placement/pod-needs';
import { byPool, requiredPods, type PodSet } from '../pods/pod-set';
import { podsIn, sumOfPeaks } from '../workload/namespace-requests';
import type { WorkloadPods } from '../workload/workload';
import { amountsIn, amountsOfShares, hasDisk, type PoolShare } from './pool-share';
import type { ResolvedTenant } from './tenant';

/** All tenants. */
export const TENANTS = new Topic<ResolvedTenant>('tenants');

/** Pods of which a set has at least so many, or it does not run. */
const least = (set: PodSet) => requiredPods(set) * (set.copies ?? 1);

/** The resources of a quota, and their texts. */
const TEXTS = {
  gpus: (amount: number) => `${amount} GPU${amount === 1 ? '' : 's'}`,
  cpuMillis: (amount: number) => `${cpuText(amount)} CPU`,
  memoryMiB: (amount: number) => `${amount} MiB memory`,
  storageMiB: (amount: number) => `${amount} MiB ephemeral storage`,
};
const OF_QUOTA = ['gpus', 'cpuMillis', 'memoryMiB'] as const;
/** A queue has the local disk of its nodes too, where it is known. */
const OF_QUEUE = [...OF_QUOTA, 'storageMiB'] as const;

export function* tenantProblems(owner: IConstruct, tenant: ResolvedTenant): Generator<Problem> {
  const { name, cluster, members, share, lending } = tenant;
  const { clusterName, features } = cluster;
  const { viewers = [], editors = [], admins = [] } = members;
  const group = [...viewers, ...editors, ...admins].find(({ kind }) => kind === 'Group');
  if (group && features?.has('gke') && !features.has('googleGroups')) {
    const message = `group "${group.name}" has no rights in cluster "${clusterName}", which does not ask for the groups of people`;
    const wanted = "security: { googleGroup: 'gke-security-groups@<domain>' }";
    yield problem('tenant-group', 'members', message, `set ${wanted} of the cluster, and make the group its member`);
  }
  if (lending && !tenant.hasQueue) {
    const message = `${name} lends its share, but cluster "${clusterName}" has no Kueue, which alone can take it back`;
    const fix = 'add Operator.KUEUE to operators of the cluster, or leave lending out';
    yield problem('tenant-lending', 'lending', message, fix);
  }
  for (const { pool } of share) {
    yield* overlapProblems(owner, pool);
    const other = `${poolText(pool)} is of cluster "${pool.cluster.clusterName}", but ${name} of "${clusterName}"`;
    if (!isSameCluster(pool.cluster, cluster)) yield problem('tenant-share', 'share', other, 'name a pool of its own');
  }
}

/** Problems of jobs that Kueue would hold for ever, or not at all. A queue is of one namespace. */
export function* queueProblems(
  owner: IConstruct,
  tenant: ResolvedTenant,
  jobs: readonly ApiObject[],
): Generator<Problem> {
  const { name, namespace, share, hasQueue } = tenant;
  if (!hasQueue) return;
  const queue = lazily(() => queueOf(owner, tenant));
  const fix = 'give jobs to enqueue of the tenant of their own namespace, such as the one that addNamespace gives back';
  for (const job of jobs) {
    const place = namespaceOf(job) ?? 'default';
    const away = `job "${job.name}" is in namespace "${place}", and the queue of ${name} is in "${namespace}"`;
    const none = `${name} has no share, so no queue holds job "${job.name}"`;
    if (place !== namespace) yield problem('tenant-queue', 'enqueue', away, fix);
    else if (share.length === 0) yield problem('tenant-queue', 'enqueue', none, 'give share');
    else yield* heldProblems(tenant, queue(), job);
  }
}

/** The workloads of a tenant, and what its queue has of each share: its own ones, or those of all tenants that lend. */
function queueOf(owner: IConstruct, tenant: ResolvedTenant) {
  const lenders = TENANTS.inProgram(owner).map(({ entry }) => entry);
  const isLender = ({ lending, cluster }: ResolvedTenant) => lending && isSameCluster(cluster, tenant.cluster);
  const [of, together] = tenant.lending ? ['all that lend', lenders.filter(isLender)] : [tenant.name, [tenant]];
  const parts = together.flatMap((each) =>
    each.share.map((part) => ({ pool: part.pool, left: leftOf(owner, each, part) })),
  );
  return { ...workloadsOf(owner, tenant), of, parts };
}

/** Problems of a job that asks for more of a pool than its queue ever has, and of a server, whose requests the queue leaves out. */
function* heldProblems(
  tenant: ResolvedTenant,
  { servers, runs, of, parts }: ReturnType<typeof queueOf>,
  { name, node }: ApiObject,
): Generator<Problem> {
  const isOwn = ({ construct }: { readonly construct: IConstruct }) => construct === node.scope;
  if (servers.some(isOwn)) yield problem('tenant-queue', 'enqueue', `"${name}" is a server`, 'enqueue jobs alone');
  for (const run of runs.filter(isOwn)) {
    for (const { pool } of byPool(run.pods)) {
      const left = parts.filter(isOn(pool)).reduce((sum, part) => plus(sum, part.left), NOTHING);
      const asked = peaksOn([run], pool);
      yield* unknownDiskProblems(tenant, run, asked);
      const [excess] = excesses(asked, left, OF_QUEUE);
      if (!excess) continue;
      const message = `job "${name}" asks for ${excess.asked} of ${poolText(pool)}, of which the servers of ${of} leave ${excess.most} to the queue`;
      yield problem('tenant-queue', 'enqueue', message, 'raise the share of the pool, or lower the job');
    }
  }
}

/** A job that asks for local disk, of which the queue has none because the disk of a pool is not known. */
function* unknownDiskProblems(
  { name, share }: ResolvedTenant,
  { id, pods }: WorkloadPods & { readonly id: string },
  { storageMiB }: PodNeeds,
): Generator<Problem> {
  const unknown = share.find((each) => !hasDisk(each));
  if (!unknown || storageMiB === 0) return;
  const message = `job "${id}" asks for ${TEXTS.storageMiB(storageMiB)}, which the queue of ${name} leaves out, because the local disk of ${poolText(unknown.pool)} is not known`;
  const isOwn = pods.every(({ resources }) => resources.sidecars.ephemeralStorage === undefined);
  const fix = `set allocatable.ephemeralStorage of ${poolText(unknown.pool)}${isOwn ? ', or leave ephemeralStorage out of resources of the job' : ''}`;
  yield problem('tenant-queue', 'enqueue', message, fix);
}

/** Shares of a pool that are more than the pool, as its first tenant reports them. */
function* overlapProblems(owner: IConstruct, pool: INodePool): Generator<Problem> {
  const shares = TENANTS.inProgram(owner).flatMap(({ construct, entry }) =>
    entry.share.filter(isOn(pool)).map(({ nodes }) => ({ ...entry, construct, nodes })),
  );
  // Without the last digits, which sums of tenths have wrong.
  const nodes = Number(shares.reduce((sum, each) => sum + each.nodes, 0).toFixed(6));
  const { maxNodes = Infinity } = pool;
  if (nodes <= maxNodes || shares[0]?.construct !== owner || shares.every(({ lending }) => lending)) return;
  const parts = shares.map((each) => `${each.namespace} ${each.nodes}`).join(', ');
  const message = `the shares of ${poolText(pool)} are ${nodes} nodes (${parts}), but it grows to ${maxNodes}`;
  const fix = `lower them to ${maxNodes} together, or let all of them lend: lending: true`;
  yield problem('tenant-overlap', 'share', message, fix);
}

/** A workload that the quota never lets run whole, beside the servers of the tenant. */
export function* quotaProblems(owner: IConstruct, tenant: ResolvedTenant): Generator<Problem> {
  const { servers, runs } = workloadsOf(owner, tenant);
  const standing = sumOfPeaks(servers, least);
  const cases = runs.map((run) => ({ text: `"${run.id}" needs`, amounts: sumOfPeaks([...servers, run], least) }));
  for (const { text, amounts } of [{ text: 'its servers need', amounts: standing }, ...cases]) {
    for (const { resource, asked, most } of excesses(amounts, amountsOfShares(tenant.limit))) {
      const beside = amounts === standing || standing[resource] === 0 ? '' : ' beside its servers';
      const message = `${text} ${asked}${beside}, but the share of ${tenant.name} is ${most}`;
      const fix = 'raise the share, or lower the workload: the quota would refuse its last pods';
      yield problem('tenant-quota', 'share', message, fix);
    }
  }
}

/** Advice about workloads that ask for more of a pool than the tenant's share. A quota counts the pools of a namespace together. */
export function* tenantAdvice(owner: IConstruct, tenant: ResolvedTenant): Generator<Advice> {
  const { name, share } = tenant;
  const { all } = workloadsOf(owner, tenant);
  for (const { pool } of byPool(all.flatMap(({ pods }) => pods))) {
    const [excess] = excesses(peaksOn(all, pool), amountsOfShares(share.filter(isOn(pool))));
    if (!excess) continue;
    const message = `all workloads of ${name} together ask for ${excess.asked} of ${poolText(pool)}, of which its share is ${excess.most}`;
    const fix = 'raise its share of the pool, or acknowledge this if they need not run at once';
    yield problem('tenant-pool', 'share', message, fix);
  }
}

/** The resources of a share that the servers of its tenant leave to the queue. */
export function leftOf(owner: IConstruct, tenant: ResolvedTenant, share: PoolShare): PodNeeds {
  const left = plus(amountsIn(share), peaksOn(workloadsOf(owner, tenant).servers, share.pool), -1);
  return needsBy((resource) => Math.max(0, left[resource]));
}

function peaksOn(workloads: readonly WorkloadPods[], pool: INodePool): PodNeeds {
  return sumOfPeaks(workloads.map(({ pods }) => ({ pods: pods.filter(isOn(pool)) })));
}

function isOn(pool: INodePool) {
  return (each: { readonly pool: INodePool }) => poolKey(each.pool) === poolKey(pool);
}

function workloadsOf(owner: IConstruct, { cluster, namespace }: ResolvedTenant) {
  const found = podsIn(cluster, namespace).inProgram(owner);
  const all = found.map(({ construct, entry }) => ({ ...entry, construct, id: construct.node.id }));
  return { all, servers: all.filter(({ stays }) => stays === true), runs: all.filter(({ stays }) => stays !== true) };
}

/** The resources that are over a limit, and the texts of both amounts. */
function excesses(amounts: PodNeeds, limit: PodNeeds, resources: readonly (typeof OF_QUEUE)[number][] = OF_QUOTA) {
  return resources
    .filter((resource) => amounts[resource] > limit[resource])
    .map((resource) => {
      const text = TEXTS[resource];
      return { resource, asked: text(amounts[resource]), most: text(limit[resource]) };
    });
}
