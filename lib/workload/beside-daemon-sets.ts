import { Size } from 'cdk8s';
import { isSameCluster } from '../core/contracts/cluster';
import type { INodePool } from '../core/contracts/node-pool';
import { withoutReserved } from '../core/contracts/reserved-resources';
import { mebibytes } from '../core/mebibytes';
import { clusterOf } from '../kubernetes/chart-cluster';
import type { DaemonSet } from '../kubernetes/daemon-sets';
import { runsOnEvery } from '../pods/placement/pod-spec-problems';
import type { PodSet } from '../pods/pod-set';

/** The pods of a workload on a pool without what DaemonSets ask for beyond `reserved`. */
export function besideDaemonSets(demands: readonly PodSet[], here: readonly DaemonSet[]): readonly PodSet[] {
  return here.length === 0 ? demands : demands.map((set) => ({ ...set, pool: poolBeside(set.pool, here) }));
}

function poolBeside(pool: INodePool, here: readonly DaemonSet[]): INodePool {
  if (!pool.allocatable) return pool;
  const asked = requestsOf(here);
  const { cpus = 0, memory } = pool.reserved ?? {};
  const { pods } = pool.allocatable;
  const allocatable = withoutReserved(pool.allocatable, {
    cpus: Math.max(0, asked.cpuMillis / 1000 - cpus),
    memory: Size.mebibytes(Math.max(0, asked.memoryMiB - mebibytes(memory))),
  });
  return { ...pool, allocatable: { ...allocatable, pods: pods && Math.max(0, pods - here.length) } };
}

/** The DaemonSets that run on a pool: by default those that certainly run on every node. */
export function onPool(daemonSets: readonly DaemonSet[], pool?: INodePool, runs = runsOnEvery): readonly DaemonSet[] {
  return daemonSets.filter(({ object, podSpec }) => {
    const cluster = clusterOf(object);
    return pool && cluster && isSameCluster(cluster, pool.cluster) && runs(podSpec, pool);
  });
}

/** The requests of one pod of each DaemonSet together. */
export function requestsOf(daemonSets: readonly DaemonSet[]): Pick<DaemonSet, 'cpuMillis' | 'memoryMiB'> {
  return {
    cpuMillis: daemonSets.reduce((sum, each) => sum + each.cpuMillis, 0),
    memoryMiB: Math.ceil(daemonSets.reduce((sum, each) => sum + each.memoryMiB, 0)),
  };
}
