import { Size, SizeRoundingBehavior } from 'cdk8s';
import { KUBECTL_CONTEXT, type ClusterFeature, type ICluster } from './cluster';
import type { ClusterPods } from './cluster-pods';
import type { INodePool, NodeResources } from './node-pool';
import { OPERATOR, type Operator } from './operator';
import { nameProblems, nameText } from '../names/name';
import { addOnProblems, operatorsProblems } from '../operators/operator-problems';
import { accepted } from '../problems/errors';
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
  /** Number of nodes, that of the control plane included. @default 1 */
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
/** What the kernel of a virtual machine keeps: an allowance. */
const KERNEL: Amount = { cpuMillis: 0, mebibytes: 220 };

/** How a tool makes its clusters. Requests are those of the manifests of kind and Minikube of August 2026. */
interface Tool {
  readonly name: string;
  readonly dnsPods: number;
  /** Whether a cluster of one node has a network pod too. */
  readonly networkOnOneNode: boolean;
  /** Where the control plane of several nodes runs; 'everywhere': not known. */
  readonly controlPlane: 'a node of its own' | 'a node with other pods' | 'everywhere';
}

const TOOLS = {
  kind: { name: 'kind', dnsPods: 2, networkOnOneNode: true, controlPlane: 'a node of its own' },
  minikube: { name: 'minikube', dnsPods: 1, networkOnOneNode: false, controlPlane: 'a node with other pods' },
  of: { name: 'local', dnsPods: 2, networkOnOneNode: true, controlPlane: 'everywhere' },
} as const satisfies Record<string, Tool>;

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
  /** As `minikube start` makes it. Every node takes pods, that of the control plane too. */
  static minikube(options: LocalClusterOptions = {}): LocalCluster {
    return localCluster('minikube', options, () => new LocalCluster('minikube', options));
  }

  /** As `kind create cluster` makes it. One of several nodes is the control plane, which takes no pods. */
  static kind(options: LocalClusterOptions = {}): LocalCluster {
    return localCluster('kind', options, () => new LocalCluster('kind', options));
  }

  /** Any other local cluster, by its numbers. */
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
    const allocatable: NodeResources = {
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
      allocatable,
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
  const checks = [optionProblems(options, LOCAL_CLUSTER_OPTIONS), clusterProblems(options, TOOLS[factory])];
  return accepted(`LocalCluster.${factory}`, checks, make);
}

function withDefaults(options: LocalClusterOptions, tool: Tool): Required<Omit<LocalClusterOptions, 'kubectlContext'>> {
  return {
    clusterName: options.clusterName ?? tool.name,
    cpus: options.cpus ?? 2,
    memory: options.memory ?? Size.gibibytes(4),
    nodes: options.nodes ?? 1,
    operators: options.operators ?? [],
  };
}

/** What every node lacks. On one node that is all that the cluster itself takes. */
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

/** Pods of the cluster that may lie on any of several nodes. */
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
  yield* nameProblems({ what: 'cluster', max: 63, property: 'clusterName' }, clusterName);
  if (!(Number.isInteger(nodes) && nodes > 0)) {
    yield problem('local-cluster-size', 'nodes', `a cluster cannot have ${nodes} nodes`, 'use 1 or more');
    return;
  }
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
