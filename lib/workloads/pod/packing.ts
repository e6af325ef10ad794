import { merged, type PodGroup } from './pod-group';
import { RESOURCES, type PodNeeds } from './pod-needs';

/**
 * The number of equal nodes on which the required pods fit if they are placed well: the best of several simple packings, each
 * by decreasing size.
 */
export function nodesAtBest(groups: readonly PodGroup[], node: PodNeeds): number {
  const sizes = merged(groups.map(({ needs, replicas, required = replicas }) => ({ needs, replicas: required })));
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

/** Nodes with the same pods are one bin, so the time grows with the kinds of pods and not with their number. */
function pack(sizes: readonly PodGroup[], node: PodNeeds): number {
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
    pods: free.pods - needs.pods * pods,
  };
}
