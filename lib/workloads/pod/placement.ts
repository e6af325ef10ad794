import type { INodePool } from '../../core/contracts/node-pool';
import { Taint } from '../../core/contracts/taint';

/** Where a pod may run: the part of its spec that a pool decides. */
export interface Placement {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly Toleration[];
}

interface Toleration {
  readonly key: string;
  readonly operator: 'Equal';
  readonly value: string;
  readonly effect: string;
}

/**
 * Puts pods on the nodes of a pool: its labels select them, its taints are tolerated. The only such translation.
 *
 * @param architecture of the pods' images. @default - the pool's
 */
export function placeOn(pool: INodePool, architecture = pool.architecture): Placement {
  const { nodeLabels } = pool;
  // GKE taints Arm nodes, also of a machine that the catalogue does not know.
  const mayBeTainted = pool.architecture === undefined && architecture === 'arm64' && !pool.taints.some(isOfArm);
  const taints = [...pool.taints, ...(mayBeTainted ? [Taint.ARM] : [])];
  return {
    nodeSelector: Object.keys(nodeLabels).length > 0 ? nodeLabels : undefined,
    tolerations: taints.length > 0 ? taints.map(toleration) : undefined,
  };
}

function toleration({ key, value, effect }: Taint): Toleration {
  return { key, operator: 'Equal', value, effect };
}

function isOfArm({ key }: Taint): boolean {
  return key === Taint.ARM.key;
}
