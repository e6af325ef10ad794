import { Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { clusterKey, type ICluster } from '../core/contracts/cluster';
import { DNS_LABEL, labelProblems, LABELS } from '../core/names/kubernetes-name';
import { nameProblems, nameText } from '../core/names/name';
import { adviseAtSynth, checkAtSynth, checkProps, type Advice } from '../core/problems/check';
import { refuse, refuseValues } from '../core/problems/errors';
import { problem } from '../core/problems/problem';
import { firstTime } from '../core/problems/registry';
import { ownId } from '../core/problems/own-id';
import { findInScopes } from '../core/scopes';
import { choice, FLAG, having, optional, type Rules } from '../core/problems/rules';
import { setClusterOf } from './chart-cluster';
import { duplicateNameProblems } from './duplicate-name-problems';
import { chartRootProblems } from './enclosing-chart';
import { addNamespace, podSecurityProblems } from './namespace';
import { POD_SECURITY_LEVELS, type PodSecurityLevel } from './pod/pod-security';

/** The cluster, the namespace and the labels of a chart's objects. */
export interface ClusterChartProps {
  /** The cluster of the objects. Every pool that they use must belong to it. */
  readonly cluster: ICluster;
  /** The namespace of the objects. @default 'default' */
  readonly namespace?: string;
  /** Whether the Namespace is emitted. With `false` others make it, and it must be there first. @default true */
  readonly createNamespace?: boolean;
  /** Labels of all objects. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * The pods that the namespace takes, by the level of Pod Security. Pods of this chart that need another level are refused.
   * Set it where pods run in the namespace that this program does not make. Has no effect in namespaces that every cluster has.
   *
   * @default - the strictest level that takes all pods of the program: `restricted`, unless some ask for more
   * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
   */
  readonly podSecurity?: PodSecurityLevel;
}

const CLUSTER_FIX =
  'give the cluster that the objects are for: a TrainingCluster, a LocalCluster or one from TrainingCluster.fromAttributes';
const CLUSTER_CHART_PROPS: Rules<ClusterChartProps> = {
  cluster: having('clusterName', CLUSTER_FIX),
  namespace: optional(nameText(DNS_LABEL)),
  createNamespace: optional(FLAG),
  labels: optional(LABELS),
  podSecurity: optional(choice(...POD_SECURITY_LEVELS)),
};

const CLUSTER_CHART = Symbol.for('trainyard.ClusterChart');

/**
 * A cdk8s chart that knows its cluster and its namespace. Workloads also work in a plain chart, but there nothing checks
 * that pools, identities and names belong together. A namespace that is not a DNS label is refused, and so are labels
 * that Kubernetes does not take.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/
 */
export class ClusterChart extends Chart {
  static isClusterChart(x: unknown): x is ClusterChart {
    return typeof x === 'object' && x !== null && CLUSTER_CHART in x;
  }

  /** The ClusterChart of a construct; `undefined` in a plain chart. */
  static find(construct: IConstruct): ClusterChart | undefined {
    return findInScopes(construct, (scope) => (ClusterChart.isClusterChart(scope) ? scope : undefined));
  }

  readonly [CLUSTER_CHART] = true;
  readonly cluster: ICluster;
  override readonly namespace: string;

  constructor(scope: Construct, id: string, props: ClusterChartProps) {
    // `super` has to be called before the types can be checked.
    const given = { namespace: 'default', ...props };
    super(scope, ownId(scope, id), { namespace: given.namespace, labels: { ...given.labels } });
    refuse(this, chartRootProblems(this));
    const usable = checkProps(this, props, CLUSTER_CHART_PROPS);
    const { cluster, namespace = 'default', createNamespace = true, labels = {}, podSecurity } = usable;
    this.cluster = cluster;
    this.namespace = namespace;
    const name = nameProblems({ what: 'namespace', property: 'namespace', ...DNS_LABEL }, namespace);
    refuseValues(this, [...name, ...labelProblems('labels', labels)]);

    setClusterOf(this, cluster);
    const key = clusterKey(cluster);
    addNamespace(this, { cluster, namespace, create: createNamespace, podSecurity });
    if (podSecurity !== undefined) checkAtSynth(this, () => podSecurityProblems(this, namespace, podSecurity));
    if (firstTime(this, 'duplicate names')) checkAtSynth(this, () => duplicateNameProblems(this.node.root));
    if (firstTime(this, `operators ${key}`)) adviseAtSynth(this, () => operatorAdvice(cluster));
  }
}

function* operatorAdvice({ operators = [], clusterName }: ICluster): Generator<Advice> {
  for (const { name, install } of operators) {
    if (install !== undefined) continue;
    yield problem(
      'operator-install',
      'operators',
      `cluster "${clusterName}" lists operator "${name}", but nothing here installs it`,
      'give Operator.of an install such as OperatorInstall.command(…), or name who installs it: .installedElsewhere("the platform team")',
    );
  }
}
