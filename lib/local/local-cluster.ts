import { accepted, boundsProblems, problem, type Problem } from '../core/problems';
import { Size, SizeRoundingBehavior } from 'cdk8s';
import type { ClusterFeature, ICluster } from '../core/contracts/cluster';
import type { ClusterPods } from '../core/contracts/cluster-pods';
import type { INodePool, NodeResources } from '../core/contracts/node-pool';
import { reservedProblems, withoutReserved, type ReservedResources } from '../core/contracts/reserved-resources';
import type { Operator } from '../operators/operator';
import { nameProblems } from '../core/names/name';
import { addOnProblems, operatorsProblems } from '../operators/operator-problems';

/** Options of a LocalCluster. The defaults suit a laptop. */
export interface LocalClusterOptions {
  /** The name of the cluster. Clusters with equal names are the same cluster. @default - 'minikube', 'kind' or 'local' */
  readonly clusterName?: string;
  /** CPUs of each node. @default 2 */
  readonly cpus?: number;
  /** Memory of each node. @default Size.gibibytes(4) */
  readonly memory?: Size;
  /** The part of each node that DaemonSets of your own take. @default - none */
  readonly reserved?: ReservedResources;
  /** The number of nodes, the control plane included. @default 1 */
  readonly nodes?: number;
  /** Operators that are installed before workloads. @default [] */
  readonly operators?: readonly Operator[];
  /** The name of its context in your kubeconfig. @default - the cluster's name; `kind-` and the name for kind */
  readonly kubectlContext?: string;
}

interface Amount {
  readonly cpuMillis: number;
  readonly mebibytes: number;
}

/** Static pods of kubeadm: API server 250m, controller manager 200m, scheduler 100m, etcd 100m and 100Mi. */
const CONTROL_PLANE: Amount = { cpuMillis: 650, mebibytes: 100 };
/** One pod of CoreDNS, as kubeadm makes it. */
const DNS: Amount = { cpuMillis: 100, mebibytes: 70 };
/** kindnet, the network of kind and of Minikube with several nodes, on each node. */
const NETWORK: Amount = { cpuMillis: 100, mebibytes: 50 };
/** The memory that the kernel of a virtual machine keeps: an allowance. */
const KERNEL: Amount = { cpuMillis: 0, mebibytes: 220 };

/** The clusters of each tool. Requests are those of the manifests of kind and Minikube of August 2026. */
interface Tool {
  readonly name: string;
  readonly dnsPods: number;
  /** True if a cluster of one node has a network pod too. */
  readonly networkOnOneNode: boolean;
  /** The nodes with the control plane in a cluster of several nodes; 'everywhere': not known. */
  readonly controlPlane: 'a node of its own' | 'a node with other pods' | 'everywhere';
}

const TOOLS = {
  kind: { name: 'kind', dnsPods: 2, networkOnOneNode: true, controlPlane: 'a node of its own' },
  minikube: { name: 'minikube', dnsPods: 1, networkOnOneNode: false, controlPlane: 'a node with other pods' },
  of: { name: 'local', dnsPods: 2, networkOnOneNode: true, controlPlane: 'everywhere' },
} as const satisfies Record<string, Tool>;

const LOCAL_CLUSTER = Symbol.for('trainyard.LocalCluster');

/**
 * A cluster outside the cloud: Minikube, kind, or any other of your kubeconfig. It has one pool without GPUs, labels and
 * taints. The library does not read the kubeconfig: the numbers are those that you give.
 *
 * @example
 * const cluster = LocalCluster.minikube({ cpus: 4, operators: [Operator.TRAINING] });
 * const chart = new ClusterChart(kubernetes, 'training', { cluster });
 * new DistributedTrainingJob(chart, 'digits', { image, pool: cluster.pool, workers: 2, strategy });
 */
export class LocalCluster implements ICluster {
  static isLocalCluster(x: unknown): x is LocalCluster {
    return typeof x === 'object' && x !== null && LOCAL_CLUSTER in x;
  }

  readonly [LOCAL_CLUSTER] = true;
  /** A cluster of `minikube start`. All its nodes accept pods, the control plane too. */
  static minikube(options: LocalClusterOptions = {}): LocalCluster {
    return localCluster('minikube', options, () => new LocalCluster('minikube', options));
  }

  /** A cluster of `kind create cluster`. With several nodes, one is the control plane, which accepts no pods. */
  static kind(options: LocalClusterOptions = {}): LocalCluster {
    return localCluster('kind', options, () => new LocalCluster('kind', options));
  }

  /** Any other local cluster. */
  static of(options: LocalClusterOptions = {}): LocalCluster {
    return localCluster('of', options, () => new LocalCluster('of', options));
  }

  readonly clusterName: string;
  readonly kubectlContext: string;
  readonly operators: readonly Operator[];
  readonly features: ReadonlySet<ClusterFeature> = new Set();
  /** All its nodes. */
  readonly pool: INodePool;

  private constructor(factory: keyof typeof TOOLS, options: LocalClusterOptions) {
    const tool: Tool = TOOLS[factory];
    const { clusterName, cpus, memory, nodes, operators } = withDefaults(options, tool);
    this.clusterName = clusterName;
    this.kubectlContext = options.kubectlContext ?? (factory === 'kind' ? `kind-${clusterName}` : clusterName);
    this.operators = operators;
    const taken = takenOfEach(tool, nodes, operators);
    const node: NodeResources = {
      cpuMillis: cpus * 1000 - taken.cpuMillis,
      memory: Size.mebibytes(wholeMebibytes(memory) - taken.mebibytes),
      extended: {},
    };
    const workers = tool.controlPlane === 'a node of its own' && nodes > 1 ? nodes - 1 : nodes;
    this.pool = {
      cluster: this,
      poolName: clusterName,
      nodeLabels: {},
      taints: [],
      allocatable: withoutReserved(node, options.reserved),
      reserved: options.reserved,
      clusterPods: clusterPodsOf(tool, nodes, operators),
      minNodes: workers,
      maxNodes: workers,
    };
  }
}

function localCluster(
  factory: keyof typeof TOOLS,
  options: LocalClusterOptions,
  make: () => LocalCluster,
): LocalCluster {
  return accepted(`LocalCluster.${factory}`, [clusterProblems(options, TOOLS[factory])], make);
}

function withDefaults(
  options: LocalClusterOptions,
  tool: Tool,
): Required<Omit<LocalClusterOptions, 'kubectlContext' | 'reserved'>> {
  return {
    clusterName: options.clusterName ?? tool.name,
    cpus: options.cpus ?? 2,
    memory: options.memory ?? Size.gibibytes(4),
    nodes: options.nodes ?? 1,
    operators: options.operators ?? [],
  };
}

/** The resources that every node lacks for pods. On one node they are all that the cluster itself takes. */
function takenOfEach(tool: Tool, nodes: number, operators: readonly Operator[]): Amount {
  const { dnsPods, networkOnOneNode, controlPlane } = tool;
  if (nodes > 1 && controlPlane !== 'everywhere') return sum([KERNEL, NETWORK]);
  const once = [podsOf(DNS, dnsPods), ...operators.flatMap(({ pods }) => pods)];
  return sum([
    KERNEL,
    CONTROL_PLANE,
    ...(networkOnOneNode ? [NETWORK] : []),
    ...once.map(({ count, cpuMillis, memory }) => ({
      cpuMillis: count * cpuMillis,
      mebibytes: count * wholeMebibytes(memory),
    })),
  ]);
}

/** The cluster's own pods that may run on any of several nodes. */
function clusterPodsOf(
  { dnsPods, controlPlane }: Tool,
  nodes: number,
  operators: readonly Operator[],
): ClusterPods[] | undefined {
  if (nodes === 1 || controlPlane === 'everywhere') return undefined;
  const shared = controlPlane === 'a node of its own' ? [] : [podsOf(CONTROL_PLANE, 1)];
  return [...shared, podsOf(DNS, dnsPods), ...operators.flatMap(({ pods }) => pods)];
}

function podsOf({ cpuMillis, mebibytes }: Amount, count: number): ClusterPods {
  return { count, cpuMillis, memory: Size.mebibytes(mebibytes) };
}

function sum(amounts: readonly Amount[]): Amount {
  return amounts.reduce((all, each) => ({
    cpuMillis: all.cpuMillis + each.cpuMillis,
    mebibytes: all.mebibytes + each.mebibytes,
  }));
}

function* clusterProblems(options: LocalClusterOptions, tool: Tool): Generator<Problem> {
  const { clusterName, cpus, memory, nodes, operators } = withDefaults(options, tool);
  yield* operatorsProblems(operators);
  yield* addOnProblems(operators);
  yield* reservedProblems(options.reserved);
  yield* nameProblems({ what: 'cluster', max: 63, property: 'clusterName' }, clusterName);
  const wrongNodes = [...boundsProblems('local-cluster-size', { nodes }, { least: 1 })];
  yield* wrongNodes;
  if (wrongNodes.length > 0) return;
  const taken = takenOfEach(tool, nodes, operators);
  if (!(cpus * 1000 > taken.cpuMillis)) {
    const least = Math.max(2, Math.floor(taken.cpuMillis / 1000) + 1);
    yield tooSmall('cpus', String(cpus), `${taken.cpuMillis}m`, String(least));
  }
  const mebibytes = wholeMebibytes(memory);
  if (!(mebibytes > taken.mebibytes)) {
    const least = Math.max(4, Math.floor(taken.mebibytes / 1024) + 1);
    yield tooSmall('memory', `${mebibytes} MiB`, `${taken.mebibytes} MiB`, `Size.gibibytes(${least})`);
  }
}

function tooSmall(property: string, given: string, taken: string, least: string): Problem {
  const message = `${property} of ${given} leaves no room for a pod beside the cluster's own, which take ${taken}`;
  return problem('local-cluster-size', property, message, `use ${least} or more`);
}

function wholeMebibytes(size: Size): number {
  return size.toMebibytes({ rounding: SizeRoundingBehavior.FLOOR });
}
