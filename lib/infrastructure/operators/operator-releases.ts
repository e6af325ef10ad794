import { Fn, TerraformElement, TerraformStack, type ITerraformDependable } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { clusterKey, type ICluster } from '../../core/contracts/cluster';
import type { IOperator } from '../../core/contracts/operator';
import { answers, expressionOf } from '../../operators/operator-problems';
import { inOrder } from '../../operators/operator-steps';
import { ownId, problem, refuseValues, takeOnce, Topic, type Problem } from '../../core/problems';
import type { IGkeCluster } from '../cluster/gke-cluster';
import { withoutCreationStacks } from '../creation-stacks';
import { waitFor } from '../stack-dependencies';
import { placeOf, placeProblems, stackOf } from '../stack-context';
import { GoogleData } from './google-data';
import { HelmProvider, HelmReleaseResource, type HelmAccess } from './helm';

/** The cluster whose operators are released. */
export interface OperatorReleasesProps {
  /** The cluster. Only its operators that are installed by Helm are released. */
  readonly cluster: IGkeCluster;
}

/** The releases of a cluster's operators. */
function releasesOf(cluster: ICluster): Topic<OperatorReleases> {
  return new Topic(`operator releases of ${clusterKey(cluster)}`);
}

/**
 * The Helm charts of a cluster's operators, as releases of Terraform's helm provider. Each is released after those that
 * it needs. Put it in a stack of its own, such as `deployment.addStack('operators')`, because Terraform can plan releases
 * only for a cluster that exists.
 */
export class OperatorReleases extends Construct {
  /** The name of the stack that installs a cluster's operators, if the app has one. */
  static stackFor(app: IConstruct, cluster: ICluster): string | undefined {
    const [found] = releasesOf(cluster).all(app);
    return found && stackOf(found.construct).node.id;
  }

  readonly cluster: IGkeCluster;

  constructor(scope: Construct, id: string, props: OperatorReleasesProps) {
    super(scope, ownId(scope, id));
    const { cluster } = props;
    const operators = inOrder(cluster.operators ?? []).filter(comesByHelm);
    refuseValues(
      this,
      stackProblems(this, cluster),
      releaseProblems(cluster, operators),
      placeProblems(this, 'project', cluster.project),
    );
    this.cluster = cluster;
    releasesOf(cluster).add(this, this);
    const project = placeOf(this, 'project', cluster.project);
    takeOnce(this, ['operator releases', project, cluster.location, cluster.clusterName], twiceProblem(cluster));
    withoutCreationStacks(() => {
      this.addReleases(project, operators);
    });
  }

  private addReleases(project: string, operators: readonly IOperator[]): void {
    const provider = new HelmProvider(this, 'helm', this.access(project));
    // One after the other: a webhook that is not ready would refuse the pods of the next chart.
    let before = waitFor(this, this.cluster.poolDependencies ?? []);
    for (const release of operators.flatMap(({ install }) =>
      install?.way.kind === 'helm' ? install.way.releases : [],
    )) {
      const meta = { provider, dependsOn: before };
      before = [new HelmReleaseResource(this, `${release.namespace}-${release.name}`, release, meta)];
    }
  }

  private access(project: string): HelmAccess {
    const { clusterName: name, location, dnsEndpoint = false } = this.cluster;
    const token = new GoogleData(this, 'client', 'google_client_config').getStringAttribute('access_token');
    const cluster = new GoogleData(this, 'cluster', 'google_container_cluster', { project, location, name });
    const read = (attribute: string) => cluster.getStringAttribute(attribute);
    if (dnsEndpoint) return { host: `https://${read(DNS_ENDPOINT)}`, token };
    const clusterCaCertificate: string = Fn.base64decode(read('master_auth[0].cluster_ca_certificate'));
    return { host: `https://${read('endpoint')}`, token, clusterCaCertificate };
  }
}

const DNS_ENDPOINT = 'control_plane_endpoints_config[0].dns_endpoint_config[0].endpoint';

function comesByHelm({ install }: IOperator): boolean {
  return install?.way.kind === 'helm';
}

function* stackProblems(releases: Construct, { clusterName, poolDependencies = [] }: IGkeCluster): Generator<Problem> {
  const own = TerraformStack.of(releases);
  if (!poolDependencies.some((dependable) => isIn(own, dependable))) return;
  const message = `cluster "${clusterName}" is made in this stack, so Terraform could not reach it when it plans the releases`;
  const fix = "make OperatorReleases in a stack of its own, such as deployment.addStack('operators')";
  yield problem('releases-stack', message, fix);
}

function isIn(stack: TerraformStack, dependable: ITerraformDependable): boolean {
  return TerraformElement.isTerraformElement(dependable) && dependable.cdktfStack === stack;
}

function* releaseProblems(
  { clusterName, operators = [] }: IGkeCluster,
  released: readonly IOperator[],
): Generator<Problem> {
  if (released.length === 0) {
    const fix = 'choose Helm for one, such as Operator.KUEUE.byHelm(), or leave OperatorReleases out';
    yield problem('releases-empty', 'cluster', `no operator of cluster "${clusterName}" comes by Helm`, fix);
  }
  const later = operators.filter(({ install }) => install === undefined || install.way.kind === 'command');
  for (const operator of released) {
    for (const other of later.filter((each) => operator.needs.some((need) => answers(each, need)))) {
      const message = `operator "${operator.name}" comes by Helm with this stack, but needs operator "${other.name}", which a command of DEPLOY.md installs later`;
      const fix = `list ${expressionOf(other)}.byHelm() in operators of the cluster, or .installedElsewhere(…) if somebody installs it before`;
      yield problem('releases-order', 'cluster', message, fix);
    }
  }
}

function twiceProblem({ clusterName }: IGkeCluster) {
  return (other: IConstruct): Problem =>
    problem(
      'releases-twice',
      `${other.node.path} already releases the operators of cluster "${clusterName}"`,
      'keep one OperatorReleases for each cluster',
    );
}
