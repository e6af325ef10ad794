import { Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { clusterKey, type ICluster } from '../core/contracts/cluster';
import { DNS_LABEL, labelProblems } from '../core/names/kubernetes-name';
import { nameProblems } from '../core/names/name';
import {
  adviseAtSynth,
  checkAtSynth,
  firstTime,
  ownId,
  problem,
  refuse,
  refuseValues,
  type Advice,
} from '../core/problems';
import { findInScopes } from '../core/scopes';
import { objectsIn, setClusterOf } from './chart-cluster';
import { namespaceOf } from './cluster-scoped';
import { duplicateNameProblems } from './duplicate-name-problems';
import { chartRootProblems } from './enclosing-chart';
import { addMesh, meshEgress } from './mesh';
import { addNamespace } from './namespace';
import { addDefaultDeny, addDefaultDenyEgress, opensEgress } from './network-policy';
import type { PodSecurityLevel } from './pod-security';

export interface ClusterChartProps {
  /** The cluster of the objects. Every pool that they use must belong to it. */
  readonly cluster: ICluster;
  /** The namespace of the objects. @default 'default' */
  readonly namespace?: string;
  /** Set to false if others make the Namespace before the objects are applied. @default true */
  readonly createNamespace?: boolean;
  /** Labels of all objects. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * The level of Pod Security of the namespace. Workloads that need another level are refused. Set it if other programs run
   * pods in the namespace. It has no effect in namespaces that every cluster has.
   *
   * @default - the strictest level that accepts the pods of all workloads: `restricted`, unless some need more
   * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
   */
  readonly podSecurity?: PodSecurityLevel;
  /**
   * Set to true if nobody may connect to a pod of the namespace, also of other programs, unless another NetworkPolicy lets
   * them, as those of jobs and servers do. One deployment of a namespace sets it. Not for `kube-system`.
   *
   * @default false
   * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/#default-deny-all-ingress-traffic
   */
  readonly defaultDenyIngress?: boolean;
  /**
   * Set to true if pods of the namespace may connect to each other, the cluster's DNS, the metadata server and Google's APIs by
   * private addresses alone, unless another NetworkPolicy lets them. One deployment of a namespace sets it. Buckets and
   * images of models need `privateGoogleApis` of the cluster's `Network`. Not for `kube-system`.
   *
   * @default false
   * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/#default-deny-all-egress-traffic
   */
  readonly defaultDenyEgress?: boolean;
}

const CLUSTER_CHART = Symbol.for('trainyard.ClusterChart');

/**
 * A cdk8s chart with a cluster and a namespace. Workloads also work in a plain chart, but there nothing checks that pools,
 * identities and names belong together. Refused: a namespace that is not a DNS label, and labels that are not valid.
 *
 * @example
 * const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'research' });
 * new DistributedTrainingJob(chart, 'resnet', { image, pool, workers: 4, strategy });
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
    const { cluster, namespace = 'default', createNamespace = true, labels = {}, podSecurity } = props;
    this.cluster = cluster;
    this.namespace = namespace;
    const name = nameProblems({ what: 'namespace', property: 'namespace', ...DNS_LABEL }, namespace);
    refuseValues(this, name, labelProblems('labels', labels));

    setClusterOf(this, cluster);
    const key = clusterKey(cluster);
    addNamespace(this, { cluster, namespace, create: createNamespace, podSecurity });
    if (firstTime(this, `mesh ${key}/${namespace}`)) addMesh(this, cluster);
    if (props.defaultDenyIngress === true && firstTime(this, `default deny ${key}/${namespace}`)) addDefaultDeny(this);
    if (props.defaultDenyEgress === true && firstTime(this, `default deny egress ${key}/${namespace}`)) {
      addDefaultDenyEgress(this, meshEgress(cluster));
      adviseAtSynth(this, () => {
        const isOpen = objectsIn(cluster, this, opensEgress).some((each) => namespaceOf(each) === namespace);
        return isOpen ? [] : egressAdvice(cluster);
      });
    }
    if (firstTime(this, 'duplicate names')) checkAtSynth(this, () => duplicateNameProblems(this.node.root));
    if (firstTime(this, `operators ${key}`)) adviseAtSynth(this, () => operatorAdvice(cluster));
  }
}

function* egressAdvice({ features, clusterName }: ICluster): Generator<Advice> {
  if (!features?.has('gke') || features.has('privateGoogleApis')) return;
  yield problem(
    'egress-google',
    'defaultDenyEgress',
    `pods may connect to the private addresses of Google's APIs alone, but the network of cluster "${clusterName}" does not lead there, so they reach no bucket`,
    'make the network by new Network(stack, "network", { privateGoogleApis: true }), or acknowledge this if others make such a DNS zone, or the pods need none of these APIs',
  );
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
