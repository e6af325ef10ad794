import { Chart, type ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { isSameCluster } from '../core/contracts/cluster';
import { adviseAtSynth, checkAtSynth, problem, withoutRepeats, type Problem } from '../core/problems';
import { clusterOf, setClusterOf } from '../kubernetes/chart-cluster';
import { ClusterChart } from '../kubernetes/cluster-chart';
import { graceAdvice } from '../pods/grace-advice';
import { oneNodeProblems } from '../pods/mounts/claim-problems';
import { useVolumes } from '../pods/mounts/volume-uses';
import { fitAdvice } from '../pods/placement/fit-advice';
import { fitProblems } from '../pods/placement/fit-problems';
import { perNodeProblems } from '../pods/placement/pod-spec-problems';
import { podAdvice, podProblems } from '../pods/pod-problems';
import type { PodSet } from '../pods/pod-set';
import { elasticAdvice } from './pool-capacity-advice';
import { gangProblems } from './pool-capacity-problems';
import { orderAdvice } from './pool-order-advice';
import { poolPartProblems } from './pool-part-problems';
import { isQueued, queuedPoolAdvice } from './queued-pool-advice';
import { besideOthers, usePools } from './shared-pools';
import type { WorkloadPods } from './workload';

/**
 * Checks the pods of a construct at synthesis: each set by itself and against its own pool, all sets together, and
 * together with the pods of other workloads of the tree.
 *
 * @param object the object that runs them, if the library makes it
 */
export function checkPods(workload: Construct, ofWorkload: WorkloadPods, object?: ApiObject): void {
  const { pods, stays } = ofWorkload;
  const [first] = pods;
  if (!first) return;
  if (!ClusterChart.find(workload)) setClusterOf(Chart.of(workload), first.pool.cluster);
  checkAtSynth(workload, function* () {
    const place = placeOf(workload, first);
    yield* poolClusterProblems(workload, pods);
    yield* withoutRepeats(pods.flatMap((set) => [...podProblems(set, place)]));
    yield* oneNodeProblems(pods);
    yield* perNodeProblems(pods);
    yield* poolPartProblems(pods);
    for (const set of pods) yield* fitProblems(set);
    yield* gangProblems(pods);
  });
  adviseAtSynth(workload, function* () {
    const { cluster } = placeOf(workload, first);
    yield* withoutRepeats(pods.flatMap((set) => [...podAdvice(set, cluster)]));
    for (const set of pods) yield* fitAdvice(set);
    const beside = besideOthers(workload, pods);
    yield* orderAdvice(beside);
    yield* elasticAdvice(beside);
    yield* graceAdvice(pods);
    yield* queuedPoolAdvice(workload, pods, object);
  });
  useVolumes(workload, pods, stays);
  usePools(workload, ofWorkload, () => isQueued(object));
}

function placeOf(workload: Construct, { pool }: PodSet) {
  const chart = ClusterChart.find(workload);
  return { cluster: chart?.cluster ?? pool.cluster, namespace: chart?.namespace ?? Chart.of(workload).namespace };
}

/** Problems of pools in different clusters. A workload runs in the cluster of its chart, or else of its first pool. */
function* poolClusterProblems(workload: Construct, pods: readonly PodSet[]): Generator<Problem> {
  const cluster = clusterOf(workload);
  for (const { name, pool } of pods) {
    if (cluster === undefined || isSameCluster(pool.cluster, cluster)) continue;
    yield problem(
      'pool-cluster',
      'pool',
      `each ${name} runs on pool "${pool.poolName}" of cluster "${pool.cluster.clusterName}", but the chart is for cluster "${cluster.clusterName}"`,
      `use a pool of cluster "${cluster.clusterName}", or a ClusterChart for "${pool.cluster.clusterName}"`,
    );
  }
}
