import { Size } from 'cdk8s';
import { isSameCluster } from '../core/contracts/cluster';
import type { INodePool } from '../core/contracts/node-pool';
import { withoutReserved } from '../core/contracts/reserved-resources';
import { mebibytes } from '../core/mebibytes';
import { clusterOf } from '../kubernetes/chart-cluster';
import type { DaemonSet } from '../kubernetes/daemon-sets';
import { runsOnEvery } from '../pods/placement/pod-spec-problems';
import type { PodSet } from '../pods/pod-set';

/** The pods of a workload on pools without what the DaemonSets of their program ask for beyond `reserved`. */
export function besideDaemonSets(demands: readonly PodSet[], daemonSets: readonly DaemonSet[]): readonly PodSet[] {
  if (daemonSets.length === 0) return demands;
  return demands.map((set) => ({ ...set, pool: poolBeside(set.pool, daemonSets) }));
}

function poolBeside(pool: INodePool, daemonSets: readonly DaemonSet[]): INodePool {
  const here = onPool(daemonSets, pool);
  if (!pool.allocatable || here.length === 0) return pool;
  const asked = requestsOf(here);
  const { cpus = 0, memory } = pool.reserved ?? {};
  const { pods } = pool.allocatable;
  const allocatable = withoutReserved(pool.allocatable, {
    cpus: Math.max(0, asked.cpuMillis / 1000 - cpus),
    memory: Size.mebibytes(Math.max(0, asked.memoryMiB - mebibytes(memory))),
  });
  return { ...pool, allocatable: { ...allocatable, pods: pods && Math.max(0, pods - here.length) } };
}

/** The DaemonSets that certainly run on every node of a pool. */
export function onPool(daemonSets: readonly DaemonSet[], pool: INodePool): readonly DaemonSet[] {
  return daemonSets.filter(({ object, podSpec }) => {
    const cluster = clusterOf(object);
    return cluster !== undefined && isSameCluster(cluster, pool.cluster) && runsOnEvery(podSpec, pool);
  });
}

/** The requests of one pod of each DaemonSet together. */
export function requestsOf(daemonSets: readonly DaemonSet[]): Pick<DaemonSet, 'cpuMillis' | 'memoryMiB'> {
  return {
    cpuMillis: daemonSets.reduce((sum, each) => sum + each.cpuMillis, 0),
    memoryMiB: Math.ceil(daemonSets.reduce((sum, each) => sum + each.memoryMiB, 0)),
  };
}
