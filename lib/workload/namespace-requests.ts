import { Size } from 'cdk8s';
import { clusterKey, type ICluster } from '../core/contracts/cluster';
import { Topic } from '../core/problems';
import type { ClusterChart } from '../kubernetes/cluster-chart';
import { needsBy, needsOf, NOTHING, plus, type PodNeeds } from '../pods/placement/pod-needs';
import { allPods, turnsOf, type PodSet } from '../pods/pod-set';
import type { WorkloadPods } from './workload';

/** The requests of pods together, as a ResourceQuota counts them. */
export interface NamespaceRequests {
  readonly gpus: number;
  readonly cpuMillis: number;
  readonly memory: Size;
  readonly ephemeralStorage: Size;
  readonly pods: number;
}

/** The pods of each workload of a namespace. */
export function podsIn(cluster: ICluster, namespace: string): Topic<WorkloadPods> {
  return new Topic(`pod sets of ${clusterKey(cluster)}/${namespace}`);
}

/**
 * The requests of all workloads in the namespace of a chart, if all run at once, each at its full size. Sets of different
 * turns do not add up. Pods that a roll-out starts beside the old ones are not counted. Call it at synthesis, when all
 * workloads are known, such as by `Lazy` of cdk8s.
 */
export function requestsInNamespace({ node, cluster, namespace }: ClusterChart): NamespaceRequests {
  const workloads = podsIn(cluster, namespace).inProgram(node.root);
  const { gpus, cpuMillis, memoryMiB, storageMiB, pods } = sumOfPeaks(workloads.map(({ entry }) => entry));
  const [memory, ephemeralStorage] = [Size.mebibytes(memoryMiB), Size.mebibytes(storageMiB)];
  return { gpus, cpuMillis, memory, ephemeralStorage, pods };
}

/** The most of each resource that one turn of a workload needs. @param count the pods of a set that count */
function peakOf(sets: readonly PodSet[], count = allPods): PodNeeds {
  const turns = turnsOf(sets).map((turn) => turn.reduce((sum, set) => plus(sum, needsOf(set), count(set)), NOTHING));
  return needsBy((resource) => Math.max(0, ...turns.map((turn) => turn[resource])));
}

/** The needs of workloads together. */
export function sumOfPeaks(workloads: readonly Pick<WorkloadPods, 'pods'>[], count = allPods): PodNeeds {
  return workloads.reduce((sum, { pods }) => plus(sum, peakOf(pods, count)), NOTHING);
}
