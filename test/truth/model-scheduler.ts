import type { Placement, Scheduler } from './cluster';
import type { Node } from './gke/nodes';
import type { Pod } from './pods';

// The rules of Kubernetes' scheduler that decide where the pods of random programs may lie, without a cluster.

const UNITS: Readonly<Record<string, number>> = { m: 1 / 1000, Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3, Ti: 1024 ** 4 };

export function amountOf(quantity: string | number): number {
  const [, number = '0', unit = ''] = /^([\d.]+)(\w*)$/.exec(String(quantity)) ?? [];
  return Number(number) * (UNITS[unit] ?? 1);
}

interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

/** The containers of a pod, those of its init containers that stay, and the others, each of which runs alone before them. */
export function requestsOf({ spec: { containers, initContainers = [] } }: Pod): Map<string, number> {
  const all = new Map([['pods', 1]]);
  const staying = initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always');
  for (const { resources } of [...containers, ...staying]) {
    for (const [name, asked] of Object.entries(resources?.requests ?? {}))
      all.set(name, (all.get(name) ?? 0) + amountOf(asked));
  }
  for (const { resources } of initContainers) {
    for (const [name, asked] of Object.entries(resources?.requests ?? {}))
      all.set(name, Math.max(all.get(name) ?? 0, amountOf(asked)));
  }
  return all;
}

/** True if the labels and taints of a node let a pod lie there. */
export function mayLieOn({ spec }: Pod, { name, labels, taints }: Node): boolean {
  const own: Readonly<Record<string, string>> = { ...labels, 'kubernetes.io/hostname': name };
  const tolerations = (spec.tolerations ?? []) as readonly Toleration[];
  return (
    Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => own[key] === value) &&
    taints.every(
      (taint) => taint.effect === 'PreferNoSchedule' || tolerations.some((toleration) => tolerates(toleration, taint)),
    )
  );
}

function tolerates(
  { key, operator = 'Equal', value = '', effect }: Toleration,
  taint: Node['taints'][number],
): boolean {
  if (effect !== undefined && effect !== taint.effect) return false;
  if (key !== undefined && key !== taint.key) return false;
  return operator === 'Exists' || value === taint.value;
}

/** A choice among the nodes that have room for a pod. */
export type Choice = 'emptiest' | 'fullest' | 'first';

/** Places pods one after another, and never moves one. */
export class ModelScheduler implements Scheduler {
  placed = 0;

  /** @param choice the scheduler's own way is to the emptiest node */
  constructor(private readonly choice: Choice = 'emptiest') {}

  place(nodes: readonly Node[], before: readonly Pod[], pods: readonly Pod[]): Promise<Placement[]> {
    this.placed += pods.length;
    const free = nodes.map((node) => ({
      node,
      left: new Map(Object.entries(node.allocatable).map(([name, amount]) => [name, amountOf(amount)])),
    }));
    const placements = [...before, ...pods].map((pod): Placement => {
      const asked = requestsOf(pod);
      const room = free.filter(
        ({ node, left }) =>
          mayLieOn(pod, node) &&
          // Binary fractions of thousandths of a CPU are off by less than this.
          [...asked].every(([name, amount]) => amount === 0 || amount <= (left.get(name) ?? 0) + 1e-9),
      );
      const cpu = ({ left }: (typeof room)[number]) => left.get('cpu') ?? 0;
      if (this.choice !== 'first') room.sort((a, b) => (cpu(b) - cpu(a)) * (this.choice === 'emptiest' ? 1 : -1));
      const [place] = room;
      if (!place) return { pod: pod.name, reason: 'no node has room' };
      for (const [name, amount] of asked) place.left.set(name, (place.left.get(name) ?? 0) - amount);
      return { pod: pod.name, node: place.node.name };
    });
    return Promise.resolve(placements.slice(before.length));
  }
}
