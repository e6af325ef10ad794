import { Size, SizeRoundingBehavior } from 'cdk8s';
import type { ClusterFeature, ICluster } from './cluster';
import { listProblems, optionalProblems, optionsProblems } from '../problems/given';
import { KINDS } from '../problems/kinds';
import type { INodePool, NodeResources } from './node-pool';
import type { Operator } from './operator';
import { nameProblems } from '../names/name';
import { refuse } from '../problems/errors';

/** What a cluster without a cloud has; the defaults suit a laptop. */
export interface LocalClusterOptions {
  /** Tells local clusters apart: two of one name are one. @default - 'minikube', 'kind' or 'local' */
  readonly clusterName?: string;
  /** CPUs of each node. @default 2 */
  readonly cpus?: number;
  /** Memory of each node. @default Size.gibibytes(4) */
  readonly memory?: Size;
  /** Number of nodes. @default 1 */
  readonly nodes?: number;
  /** Operators that run in it, or will before workloads do. @default [] */
  readonly operators?: readonly Operator[];
}

/** What the control plane and the cluster's own pods ask for on one node. */
const SYSTEM = { cpuMillis: 900, mebibytes: 512 };

const LOCAL_CLUSTER = Symbol.for('trainyard.LocalCluster');

/**
 * A cluster without a cloud: Minikube, kind, or whatever your kubeconfig names. It has one pool
 * without GPUs, labels and taints. Nothing is read from a kubeconfig: the numbers are yours.
 */
export class LocalCluster implements ICluster {
  static isLocalCluster(x: unknown): x is LocalCluster {
    return typeof x === 'object' && x !== null && LOCAL_CLUSTER in x;
  }

  readonly [LOCAL_CLUSTER] = true;
  /** As `minikube start` makes it. */
  static minikube(options: LocalClusterOptions = {}): LocalCluster {
    return new LocalCluster('minikube', 'minikube', options);
  }

  /** As `kind create cluster` makes it. */
  static kind(options: LocalClusterOptions = {}): LocalCluster {
    return new LocalCluster('kind', 'kind', options);
  }

  /** Any other, by its numbers. */
  static of(options: LocalClusterOptions = {}): LocalCluster {
    return new LocalCluster('of', 'local', options);
  }

  readonly clusterName: string;
  readonly operators: readonly Operator[];
  readonly features: ReadonlySet<ClusterFeature> = new Set();
  /** All its nodes. */
  readonly pool: INodePool;

  private constructor(factory: string, name: string, options: LocalClusterOptions) {
    const expression = `LocalCluster.${factory}`;
    refuse(expression, optionsProblems(options));
    const { clusterName = name, cpus = 2, memory = Size.gibibytes(4), nodes = 1 } = options;
    refuse(expression, [
      ...optionalProblems(options, { memory: KINDS.size }),
      ...listProblems('operators', options.operators, KINDS.operator),
    ]);
    const mebibytes = memory.toMebibytes({ rounding: SizeRoundingBehavior.FLOOR });
    refuse(expression, [
      ...nameProblems({ what: 'cluster', max: 63, property: 'clusterName' }, clusterName),
      ...(cpus > 0 ? [] : [size('cpus', String(cpus), '2')]),
      ...(Number.isInteger(nodes) && nodes > 0 ? [] : [size('nodes', String(nodes), '1')]),
      ...(mebibytes > SYSTEM.mebibytes ? [] : [size('memory', `${mebibytes} MiB`, 'Size.gibibytes(4)')]),
    ]);
    this.clusterName = clusterName;
    this.operators = options.operators ?? [];
    const allocatable: NodeResources = {
      cpuMillis: Math.max(0, cpus * 1000 - SYSTEM.cpuMillis),
      memory: Size.mebibytes(mebibytes - SYSTEM.mebibytes),
      extended: {},
    };
    this.pool = {
      cluster: this,
      poolName: clusterName,
      nodeLabels: {},
      taints: [],
      allocatable,
      minNodes: nodes,
      maxNodes: nodes,
    };
  }
}

function size(property: string, given: string, example: string) {
  return {
    code: 'local-cluster-size',
    property,
    message: `${property} of ${given} leaves no room for a pod`,
    fix: `use ${example} or more`,
  };
}
