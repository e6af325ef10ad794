import type { INodePool } from '../../core/contracts/node-pool';
import { Taint } from '../../core/contracts/taint';

/** The part of a pod's spec that its pool decides. */
export interface Placement {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly Toleration[];
}

/** A type alias, as an interface is not assignable to a JSON object. */
type Toleration = {
  readonly effect: string;
  readonly key: string;
  readonly operator: 'Equal';
  readonly value: string;
};

/**
 * Puts pods on the nodes of a pool: they select the pool's labels and tolerate its taints.
 *
 * @param architecture of the pods' images. @default - the pool's
 */
export function placeOn(pool: INodePool, architecture = pool.architecture): Placement {
  const { nodeLabels } = pool;
  // GKE taints Arm nodes, also those of machine types that the catalogue does not know.
  const mayBeTainted = pool.architecture === undefined && architecture === 'arm64' && !pool.taints.some(isOfArm);
  const taints = [...pool.taints, ...(mayBeTainted ? [Taint.ARM] : [])];
  return {
    nodeSelector: Object.keys(nodeLabels).length > 0 ? nodeLabels : undefined,
    tolerations: taints.length > 0 ? taints.map(toleration) : undefined,
  };
}

function toleration({ key, value, effect }: Taint): Toleration {
  return { effect, key, operator: 'Equal', value };
}

function isOfArm({ key }: Taint): boolean {
  return key === Taint.ARM.key;
}
