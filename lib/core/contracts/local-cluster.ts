import { Size, SizeRoundingBehavior } from 'cdk8s';
import { KUBECTL_CONTEXT, type ClusterFeature, type ICluster } from './cluster';
import type { INodePool, NodeResources } from './node-pool';
import { OPERATOR, type Operator } from './operator';
import { nameProblems, nameText } from '../names/name';
import { addOnProblems, operatorsProblems } from '../operators/operator-problems';
import { refuse } from '../problems/errors';
import { problem, type Problem } from '../problems/problem';
import { listOf, number, optional, optionProblems, SIZE, type Rules } from '../problems/rules';

/** The size of a cluster without a cloud; the defaults suit a laptop. */
export interface LocalClusterOptions {
  /** Clusters with equal names are the same cluster. @default - 'minikube', 'kind' or 'local' */
  readonly clusterName?: string;
  /** CPUs of each node. @default 2 */
  readonly cpus?: number;
  /** Memory of each node. @default Size.gibibytes(4) */
  readonly memory?: Size;
  /** Number of nodes. @default 1 */
  readonly nodes?: number;
  /** Operators that run in it before workloads do. @default [] */
  readonly operators?: readonly Operator[];
  /** The name of its context in your kubeconfig. @default - the cluster's name; `kind-` and the name for kind */
  readonly kubectlContext?: string;
}

const LOCAL_CLUSTER_OPTIONS: Rules<LocalClusterOptions> = {
  clusterName: optional(nameText()),
  cpus: optional(number('use 2 or more')),
  memory: optional(SIZE),
  nodes: optional(number('use 1 or more')),
  operators: optional(listOf(OPERATOR)),
  kubectlContext: optional(KUBECTL_CONTEXT),
};

/** The control plane and the cluster's own pods ask for so much of one node. */
const SYSTEM = { cpuMillis: 900, mebibytes: 512 };

const LOCAL_CLUSTER = Symbol.for('trainyard.LocalCluster');

/**
 * A cluster outside the cloud: Minikube, kind, or any other of your kubeconfig. It has one pool
 * without GPUs, labels and taints. The library reads no kubeconfig: the numbers are yours.
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

  /** Any other local cluster, by its numbers. */
  static of(options: LocalClusterOptions = {}): LocalCluster {
    return new LocalCluster('of', 'local', options);
  }

  readonly clusterName: string;
  readonly kubectlContext: string;
  readonly operators: readonly Operator[];
  readonly features: ReadonlySet<ClusterFeature> = new Set();
  /** All its nodes. */
  readonly pool: INodePool;

  private constructor(factory: string, name: string, options: LocalClusterOptions) {
    const expression = `LocalCluster.${factory}`;
    refuse(expression, optionProblems(options, LOCAL_CLUSTER_OPTIONS));
    const { clusterName = name, cpus = 2, memory = Size.gibibytes(4), nodes = 1, operators = [] } = options;
    refuse(expression, clusterProblems({ clusterName, cpus, memory, nodes, operators }));
    this.clusterName = clusterName;
    this.kubectlContext = options.kubectlContext ?? (factory === 'kind' ? `kind-${clusterName}` : clusterName);
    this.operators = operators;
    const allocatable: NodeResources = {
      cpuMillis: Math.max(0, cpus * 1000 - SYSTEM.cpuMillis),
      memory: Size.mebibytes(wholeMebibytes(memory) - SYSTEM.mebibytes),
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

function* clusterProblems(cluster: Required<Omit<LocalClusterOptions, 'kubectlContext'>>): Generator<Problem> {
  const { clusterName, cpus, memory, nodes, operators } = cluster;
  yield* operatorsProblems(operators);
  yield* addOnProblems(operators);
  yield* nameProblems({ what: 'cluster', max: 63, property: 'clusterName' }, clusterName);
  if (!(cpus > 0)) yield tooSmall('cpus', String(cpus), '2');
  if (!(Number.isInteger(nodes) && nodes > 0)) yield tooSmall('nodes', String(nodes), '1');
  const mebibytes = wholeMebibytes(memory);
  if (!(mebibytes > SYSTEM.mebibytes)) yield tooSmall('memory', `${mebibytes} MiB`, 'Size.gibibytes(4)');
}

function tooSmall(property: string, given: string, example: string): Problem {
  const message = `${property} of ${given} leaves no room for a pod`;
  return problem('local-cluster-size', property, message, `use ${example} or more`);
}

function wholeMebibytes(size: Size): number {
  return size.toMebibytes({ rounding: SizeRoundingBehavior.FLOOR });
}
