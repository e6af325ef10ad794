import type { Advice } from '../../core/problems/check';
import { gpusPerNode, poolKey, type INodePool, type NodeResources } from '../../core/contracts/node-pool';
import type { Problem } from '../../core/problems/problem';
import { fitProblems, needsOf, poolText, type PodNeeds } from './fit';
import type { PodDemand } from './pool-demand';
import { mebibytes } from './quantity';

/** Why the pods of one job cannot all run at once on their pools, however many nodes these grow to. */
export function gangProblems(demands: readonly PodDemand[]): Problem[] {
  return byPool(demands).flatMap((ofPool) => {
    const plan = planOf(ofPool);
    if (!plan || plan.nodes <= plan.limit) return [];
    const { pool, limit, nodes, largest } = plan;
    const lower = largestThatFits(ofPool, largest, limit);
    const fix = [
      ...(lower > 0 ? [`lower ${plural(largest.name, 2)} to ${lower}`] : []),
      `raise nodes to ${nodes}`,
    ].join(' or ');
    const gpus = total(ofPool, ({ resolved }) => resolved.gpus);
    const perNode = gpusPerNode(pool) ?? 0;
    const count = ofPool.map(({ name, replicas }) => `${replicas} ${plural(name, replicas)}`).join(' and ');
    const one = ofPool.length === 1 && ofPool[0]?.replicas === 1;
    if (gpus > limit * perNode) {
      return [
        {
          code: 'gpu-capacity',
          message: `${count} ${one ? 'asks' : 'ask'} for ${gpus} accelerators but ${poolName(pool)} grows to ${limit * perNode} (${limit} ${plural('node', limit)} × ${perNode})`,
          fix,
        },
      ];
    }
    return [
      {
        code: 'pool-capacity',
        message: `${count} ${one ? 'needs' : 'need'} ${nodes} ${plural('node', nodes)} at once but ${poolText(pool)} grows to ${limit}`,
        fix: `${fix}, or ask for less CPU and memory so that more fit on one node`,
      },
    ];
  });
}

/** What the workloads of a tree ask of one pool together, if it is more than the pool grows to. */
export function sharedPoolAdvice(workloads: readonly string[], demands: readonly PodDemand[]): Advice[] {
  const plan = workloads.length > 1 ? planOf(demands) : undefined;
  if (!plan || plan.nodes <= plan.limit) return [];
  const { pool, nodes, limit } = plan;
  const names = workloads.slice(0, 3).join(', ') + (workloads.length > 3 ? ', …' : '');
  return [
    {
      code: 'pool-shared',
      message: `${workloads.length} workloads (${names}) need ${nodes} nodes of ${poolText(pool)} if they run at once, but it grows to ${limit}, so some wait for others`,
      fix: `raise nodes to ${nodes}, or acknowledge this if waiting is meant`,
    },
  ];
}

interface Plan {
  readonly pool: INodePool;
  /** Nodes that the pods need. */
  readonly nodes: number;
  /** Nodes that there can be. */
  readonly limit: number;
  /** The demand of most pods. */
  readonly largest: PodDemand;
}

/** Nothing where facts are missing, or where a pod does not fit at all: that is another problem. */
function planOf(demands: readonly PodDemand[]): Plan | undefined {
  const [first] = demands;
  if (!first) return undefined;
  const { allocatable, maxNodes } = first.pool;
  if (!allocatable || maxNodes === undefined) return undefined;
  if (demands.some((demand) => fitProblems(demand).length > 0)) return undefined;
  const largest = demands.reduce((most, demand) => (demand.replicas > most.replicas ? demand : most));
  return { pool: first.pool, limit: maxNodes, nodes: nodesFor(demands, allocatable), largest };
}

/** The most replicas of one demand beside the others; 0 if the others alone are too much. */
function largestThatFits(demands: readonly PodDemand[], of: PodDemand, limit: number): number {
  const { allocatable } = of.pool;
  if (!allocatable) return 0;
  let fits = 0;
  let above = of.replicas;
  while (above - fits > 1) {
    const replicas = Math.floor((fits + above) / 2);
    const changed = demands.map((demand) => (demand === of ? { ...demand, replicas } : demand));
    if (nodesFor(changed, allocatable) <= limit) fits = replicas;
    else above = replicas;
  }
  return fits;
}

const RESOURCES = ['gpus', 'cpuMillis', 'memoryMiB', 'storageMiB'] as const;

/**
 * How many equal nodes a set of pods needs: the fewest of several simple packings, each by decreasing size. The
 * scheduler packs no better.
 */
function nodesFor(demands: readonly PodDemand[], free: NodeResources): number {
  const node: PodNeeds = {
    cpuMillis: free.cpuMillis,
    memoryMiB: mebibytes(free.memory),
    storageMiB: free.ephemeralStorage ? mebibytes(free.ephemeralStorage) : Infinity,
    gpus: demands[0] ? (gpusPerNode(demands[0].pool) ?? 0) : 0,
  };
  const kinds = new Map<string, { readonly needs: PodNeeds; replicas: number }>();
  for (const demand of demands) {
    const needs = needsOf(demand);
    const key = RESOURCES.map((resource) => needs[resource]).join(' ');
    const kind = kinds.get(key) ?? { needs, replicas: 0 };
    kind.replicas += demand.replicas;
    kinds.set(key, kind);
  }
  const sizes = [...kinds.values()];
  const packings = RESOURCES.map((by) =>
    pack(
      [...sizes].sort((a, b) => b.needs[by] - a.needs[by]),
      node,
    ),
  );
  return Math.min(...packings);
}

interface Bin {
  readonly count: number;
  readonly free: PodNeeds;
}

/** Nodes that are filled alike are one bin: the cost goes with the kinds of pods, not with their number. */
function pack(sizes: readonly { readonly needs: PodNeeds; readonly replicas: number }[], node: PodNeeds): number {
  let bins: Bin[] = [];
  for (const { needs, replicas } of sizes) {
    let left = replicas;
    const next: Bin[] = [];
    for (const bin of bins) {
      const placed = fill(bin, needs, left);
      left -= placed.pods;
      next.push(...placed.bins);
    }
    const fresh = fill({ count: Infinity, free: node }, needs, left);
    bins = [...next, ...fresh.bins.filter(({ count }) => Number.isFinite(count))];
  }
  return bins.reduce((sum, { count }) => sum + count, 0);
}

function fill(bin: Bin, needs: PodNeeds, pods: number): { readonly bins: Bin[]; readonly pods: number } {
  const each = Math.min(
    ...RESOURCES.map((resource) => (needs[resource] > 0 ? Math.floor(bin.free[resource] / needs[resource]) : Infinity)),
  );
  if (each === 0 || pods === 0) return { bins: [bin], pods: 0 };
  const full = each === Infinity ? 0 : Math.min(bin.count, Math.floor(pods / each));
  const rest = full < bin.count ? pods - (each === Infinity ? 0 : full * each) : 0;
  const bins = [
    { count: full, free: less(bin.free, needs, each) },
    { count: rest > 0 ? 1 : 0, free: less(bin.free, needs, rest) },
    { count: bin.count - full - (rest > 0 ? 1 : 0), free: bin.free },
  ].filter(({ count }) => count > 0);
  return { bins, pods: (each === Infinity ? 0 : full * each) + rest };
}

function less(free: PodNeeds, needs: PodNeeds, pods: number): PodNeeds {
  return {
    cpuMillis: free.cpuMillis - needs.cpuMillis * pods,
    memoryMiB: free.memoryMiB - needs.memoryMiB * pods,
    storageMiB: free.storageMiB - needs.storageMiB * pods,
    gpus: free.gpus - needs.gpus * pods,
  };
}

function byPool(demands: readonly PodDemand[]): PodDemand[][] {
  const groups = new Map<string, PodDemand[]>();
  for (const demand of demands) {
    const key = poolKey(demand.pool);
    const group = groups.get(key);
    if (group) group.push(demand);
    else groups.set(key, [demand]);
  }
  return [...groups.values()];
}

function total(demands: readonly PodDemand[], of: (demand: PodDemand) => number): number {
  return demands.reduce((sum, demand) => sum + of(demand) * demand.replicas, 0);
}

function poolName(pool: INodePool): string {
  return `pool "${pool.poolName}"`;
}

/** `ps`, the parameter servers, is its own plural. */
function plural(name: string, count: number): string {
  return count === 1 || name.endsWith('s') ? name : `${name}s`;
}
