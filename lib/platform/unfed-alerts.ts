import type { IConstruct } from 'constructs';
import { isSameCluster, type ICluster } from '../core/contracts/cluster';
import { adviseAtSynth, type Advice } from '../core/problems/check';
import { problem } from '../core/problems/problem';
import { firstTime } from '../core/problems/registry';
import { ClusterMonitoring } from '../infrastructure/cluster-monitoring';
import { clusterOf } from '../kubernetes/chart-cluster';
import { Observability } from '../monitoring/observability';

/** Lets alerts of Cloud Monitoring tell that nothing collects what they read. */
export function watchAlerts(stacks: readonly IConstruct[], charts: () => readonly IConstruct[]): void {
  for (const each of stacks.flatMap((root) => root.node.findAll())) {
    if (!(each instanceof ClusterMonitoring) || !firstTime(each, `alerts ${each.node.path}`)) continue;
    const { collectedIn } = each;
    if (collectedIn) adviseAtSynth(each, () => unfedAdvice(collectedIn, charts()));
  }
}

/** Advice about a cluster of whose charts none collects. Charts of other programs are not known. */
function* unfedAdvice(cluster: ICluster, charts: readonly IConstruct[]): Generator<Advice> {
  const inCluster = charts.flatMap(({ node }) => node.findAll()).filter((each) => isIn(cluster, each));
  if (inCluster.length === 0 || inCluster.some((each) => each instanceof Observability)) return;
  const message = `nothing collects the metrics of cluster "${cluster.clusterName}" that the alerts read, so they never fire`;
  const fix = 'make an Observability in a chart of the cluster, or acknowledge this if another program has one';
  yield problem('alert-metrics', 'alerts', message, fix);
}

function isIn(cluster: ICluster, construct: IConstruct): boolean {
  const own = clusterOf(construct);
  return own !== undefined && isSameCluster(own, cluster);
}
