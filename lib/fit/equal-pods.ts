/** Equal pods of one size. */
export interface EqualPods {
  readonly count: number;
  /** The resources of each pod, in the order of the node's resources. */
  readonly sizes: readonly number[];
  /** The number of pods that must find a place. The others may take one first. @default - all */
  readonly required?: number;
}

/** One group for each size of the pods that must find a place. */
export function merged(groups: readonly EqualPods[]): Required<EqualPods>[] {
  const bySize = new Map<string, Required<EqualPods>>();
  groups.forEach(({ count, sizes, required = count }, index) => {
    if (count === 0) return;
    const key = [required === count ? '' : index, ...sizes].join(' ');
    const before = bySize.get(key)?.count ?? 0;
    bySize.set(key, { sizes, count: before + count, required: before + required });
  });
  return [...bySize.values()];
}

/** The largest share that a pod of these sizes takes of the amounts of a node: all of it at most. */
export function shareOf(sizes: readonly number[], amounts: readonly number[]): number {
  let share = 0;
  for (const [resource, size] of sizes.entries()) {
    if (size > 0) share = Math.max(share, size / (amounts[resource] ?? 0));
  }
  return Math.min(1, share);
}
