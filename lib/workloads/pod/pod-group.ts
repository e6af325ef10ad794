import type { Kind } from './fillings';
import { amountsOf, type PodNeeds } from './pod-needs';

/** A number of equal pods. */
export interface PodGroup {
  readonly needs: PodNeeds;
  readonly replicas: number;
  /** So many of them must find a place. The others take one if they come first. @default - all */
  readonly required?: number;
}

/** The same with its amounts as a list. */
export interface PodKind extends Kind {
  readonly required: number;
}

/** One group for all groups of equal pods that must all find a place. */
export function merged(groups: readonly PodGroup[]): PodGroup[] {
  const byNeeds = new Map<string, PodGroup>();
  groups.forEach((group, index) => {
    if (group.replicas === 0) return;
    const isWhole = requiredOf(group) === group.replicas;
    const key = [isWhole ? '' : index, ...amountsOf(group.needs)].join(' ');
    const known = byNeeds.get(key);
    byNeeds.set(key, known ? { needs: known.needs, replicas: known.replicas + group.replicas } : group);
  });
  return [...byNeeds.values()];
}

export function kindOf(group: PodGroup): PodKind {
  return { sizes: amountsOf(group.needs), pods: group.replicas, required: requiredOf(group) };
}

export function requiredOf({ replicas, required = replicas }: PodGroup): number {
  return required;
}
