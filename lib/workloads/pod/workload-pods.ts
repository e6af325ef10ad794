import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { isSameCluster } from '../../core/contracts/cluster';
import { adviseAtSynth, checkAtSynth } from '../../core/problems/check';
import { problem, withoutRepeats, type Problem } from '../../core/problems/problem';
import { FLAG, listOf, object, optional, text, type Rules } from '../../core/problems/rules';
import { clusterOf, setClusterOf } from '../chart-cluster';
import { ClusterChart } from '../cluster-chart';
import type { Manifest } from '../manifest';
import { BUCKET_USE, type BucketUse } from './bucket-uses';
import { claimAdvice } from './claim-advice';
import { fitAdvice } from './fit-advice';
import { fitProblems } from './fit-problems';
import { POD_OPTIONS } from './pod-option-problems';
import type { PodOptions } from './pod-options';
import { kubernetesVersionAdvice } from './kubernetes-version-advice';
import { graceAdvice } from './grace-advice';
import { podAdvice, podProblems } from './pod-problems';
import { elasticAdvice } from './pool-capacity-advice';
import { gangProblems } from './pool-capacity-problems';
import { POD_DEMAND, type PodDemand } from './pool-demand';
import { secretAdvice } from './secret-advice';
import { usePools } from './shared-pools';
import { useVolumes } from './volume-uses';

/** The pods of one workload. */
export interface WorkloadPods {
  readonly pod: PodOptions;
  /** Pods of the workload that differ from it in their mounts or images, such as those of another version. @default [] */
  readonly otherPods?: readonly PodOptions[];
  readonly demands: readonly PodDemand[];
  /** Environment variables that the workload sets, and the user cannot. @default [] */
  readonly reservedEnv?: readonly string[];
  /** The name of the main container. @default - not known, not checked */
  readonly containerName?: string;
  /** Whether the workload ends after a time in any case. @default - not known, not checked */
  readonly limited?: boolean;
  /** Whether its pods are there all the time, as those of a server are. @default false */
  readonly stays?: boolean;
  /** Buckets that its pods use beside their mounts. @default [] */
  readonly bucketUses?: readonly BucketUse[];
}

export const WORKLOAD_PODS: Rules<WorkloadPods> = {
  pod: object(POD_OPTIONS, "give { image: 'server:1' }"),
  otherPods: optional(listOf(object(POD_OPTIONS, "give { image: 'server:2' }"))),
  demands: listOf(object(POD_DEMAND, 'give { name, replicas, pool, resolved }')),
  reservedEnv: optional(listOf(text('name the variables'))),
  containerName: optional(text('name the container, such as "main"')),
  limited: optional(FLAG),
  stays: optional(FLAG),
  bucketUses: optional(listOf(object(BUCKET_USE, 'give { bucket, readOnly, text }'))),
};

/**
 * Checks the pods of a construct at synthesis: by themselves, against their pools, and together with the pods of other
 * workloads of the tree.
 *
 * @param manifests the objects that run the pods
 * @param isQueued whether a queue starts the workload
 */
export function checkPods(
  workload: Construct,
  pods: WorkloadPods,
  manifests: readonly Manifest[] = [],
  isQueued: () => boolean = () => false,
): void {
  const { pod, otherPods = [], demands, reservedEnv = [], containerName, limited, stays, bucketUses } = pods;
  const all = [pod, ...otherPods];
  const [first] = demands;
  if (!first) return;
  if (!ClusterChart.find(workload)) setClusterOf(Chart.of(workload), first.pool.cluster);
  checkAtSynth(workload, function* () {
    yield* poolClusterProblems(workload, demands);
    const place = placeOf(workload, first);
    const reserved = { env: reservedEnv, containerName };
    yield* withoutRepeats(all.flatMap((each) => [...podProblems(each, demands, place, reserved, bucketUses)]));
    for (const demand of demands) yield* fitProblems(demand);
    yield* gangProblems(demands);
  });
  adviseAtSynth(workload, function* () {
    const { cluster } = placeOf(workload, first);
    yield* withoutRepeats(
      all.flatMap((each) => [
        ...podAdvice(each, cluster, bucketUses),
        ...claimAdvice(each, demands),
        ...secretAdvice(each),
      ]),
    );
    yield* kubernetesVersionAdvice(cluster, manifests);
    for (const demand of demands) yield* fitAdvice(demand);
    yield* elasticAdvice(demands);
    yield* graceAdvice(pod, demands, stays);
  });
  useVolumes(workload, all, demands, stays);
  usePools(workload, { demands, limited, stays, isQueued });
}

function placeOf(workload: Construct, { pool }: PodDemand) {
  const chart = ClusterChart.find(workload);
  return { cluster: chart?.cluster ?? pool.cluster, namespace: chart?.namespace ?? Chart.of(workload).namespace };
}

/** Problems of pools in different clusters. A workload runs in the cluster of its chart, or else of its first pool. */
function* poolClusterProblems(workload: Construct, demands: readonly PodDemand[]): Generator<Problem> {
  const cluster = clusterOf(workload);
  for (const { name, pool } of demands) {
    if (cluster === undefined || isSameCluster(pool.cluster, cluster)) continue;
    yield problem(
      'pool-cluster',
      'pool',
      `each ${name} runs on pool "${pool.poolName}" of cluster "${pool.cluster.clusterName}", but the chart is for cluster "${cluster.clusterName}"`,
      `use a pool of cluster "${cluster.clusterName}", or a ClusterChart for "${pool.cluster.clusterName}"`,
    );
  }
}
