import { Size } from 'cdk8s';
import { mebibytes } from '../mebibytes';
import { boundsProblems, type Problem } from '../problems';
import type { NodeResources } from './node-pool';

/** The part of each node that pods other than those of workloads take, such as DaemonSets. GKE's own are counted already. */
export interface ReservedResources {
  /** CPUs; fractions are allowed. @default 0 */
  readonly cpus?: number;
  /** @default - none */
  readonly memory?: Size;
}

/** The resources of a node without a part of them. */
export function withoutReserved(node: NodeResources, { cpus = 0, memory }: ReservedResources = {}): NodeResources {
  const left = Math.floor(mebibytes(node.memory) - mebibytes(memory));
  const cpuMillis = Math.max(0, node.cpuMillis - Math.round(cpus * 1000));
  return { ...node, cpuMillis, memory: Size.mebibytes(Math.max(0, left)) };
}

export function* reservedProblems({ cpus, memory }: ReservedResources = {}): Generator<Problem> {
  const amounts = { 'reserved.cpus': cpus, 'reserved.memory in MiB': mebibytes(memory) };
  yield* boundsProblems('resource-amount', amounts, { fractions: true });
}
