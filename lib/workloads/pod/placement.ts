import type { INodePool } from '../../core/node-pool';

/** Where a pod may run: the part of its spec that a pool decides. */
export interface Placement {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly {
    readonly key: string;
    readonly operator: 'Equal';
    readonly value: string;
    readonly effect: string;
  }[];
}

/** Puts pods on the nodes of a pool: its labels select them, its taints are tolerated. The only such translation. */
export function placeOn(pool: INodePool): Placement {
  return {
    ...(Object.keys(pool.nodeLabels).length > 0 && { nodeSelector: pool.nodeLabels }),
    ...(pool.taints.length > 0 && {
      tolerations: pool.taints.map(({ key, value, effect }) => ({ key, operator: 'Equal' as const, value, effect })),
    }),
  };
}
