import { Size } from 'cdk8s';
import { clusterKey, type ICluster } from '../core/contracts/cluster';
import { Topic } from '../core/problems/registry';
import type { ClusterChart } from '../kubernetes/cluster-chart';
import { amountsOf, needsOf } from '../pods/placement/pod-needs';
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
  const workloads = podsIn(cluster, namespace).all(node.root);
  const [gpus = 0, cpuMillis = 0, memoryMiB = 0, storageMiB = 0, pods = 0] = sum(
    workloads.map(({ entry }) => peakOf(entry.pods)),
  );
  const [memory, ephemeralStorage] = [Size.mebibytes(memoryMiB), Size.mebibytes(storageMiB)];
  return { gpus, cpuMillis, memory, ephemeralStorage, pods };
}

/** The most of each resource that one turn needs. */
function peakOf(sets: readonly PodSet[]): readonly number[] {
  return turnsOf(sets)
    .map((turn) => sum(turn.map((set) => amountsOf(needsOf(set)).map((amount) => amount * allPods(set)))))
    .reduce((most, each) => most.map((amount, resource) => Math.max(amount, each[resource] ?? 0)));
}

function sum(lists: readonly (readonly number[])[]): readonly number[] {
  return lists.reduce(
    (total, each) => each.map((amount, resource) => amount + (total[resource] ?? 0)),
    [0, 0, 0, 0, 0],
  );
}
