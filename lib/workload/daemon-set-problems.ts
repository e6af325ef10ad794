import { Size } from 'cdk8s';
import { isSameCluster } from '../core/contracts/cluster';
import { poolText, type INodePool } from '../core/contracts/node-pool';
import { withoutReserved } from '../core/contracts/reserved-resources';
import { pathOf, problem, type Problem } from '../core/problems/problem';
import { clusterOf } from '../kubernetes/chart-cluster';
import type { DaemonSet } from '../kubernetes/daemon-sets';
import { cpuText, mebibytes, memoryText } from '../kubernetes/quantity';
import { fitProblems } from '../pods/placement/fit-problems';
import { runsOnEvery } from '../pods/placement/pod-spec-problems';
import type { PodSet } from '../pods/pod-set';
import { gangProblems } from './pool-capacity-problems';
import type { PoolUse } from './pool-use';

/** Problems of pods that fit their pool, but not beside the DaemonSets of the program for which it reserves too little. */
export function* daemonSetProblems(uses: readonly PoolUse[], daemonSets: readonly DaemonSet[]): Generator<Problem> {
  const pool = uses[0]?.demands[0]?.pool;
  const here = pool ? daemonSets.filter((each) => runsOn(each, pool)) : [];
  if (!pool?.allocatable || here.length === 0) return;
  const cpuMillis = here.reduce((sum, each) => sum + each.cpuMillis, 0);
  const memoryMiB = Math.ceil(here.reduce((sum, each) => sum + each.memoryMiB, 0));
  const { cpus = 0, memory } = pool.reserved ?? {};
  const allocatable = withoutReserved(pool.allocatable, {
    cpus: Math.max(0, cpuMillis / 1000 - cpus),
    memory: Size.mebibytes(Math.max(0, memoryMiB - mebibytes(memory))),
  });
  const use = uses.find(({ workload, demands }) => {
    // A DaemonSet may be a workload itself.
    if (here.some(({ object }) => pathOf(object.node.scope ?? object) === workload)) return false;
    return fit(demands) && !fit(demands.map((set) => ({ ...set, pool: { ...pool, allocatable } })));
  });
  if (!use) return;
  const names = here.map(({ object }) => `DaemonSet "${object.name}"`).join(' and ');
  const asked = `${cpuText(cpuMillis)} CPU${memoryMiB > 0 ? ` and ${memoryText(Size.mebibytes(memoryMiB))} of memory` : ''}`;
  const ask = `${names} ${here.length === 1 ? 'asks' : 'ask'} for ${asked} of each node of ${poolText(pool)}`;
  const wanted = `cpus: ${cpuMillis / 1000}${memoryMiB > 0 ? `, memory: Size.mebibytes(${memoryMiB})` : ''}`;
  yield problem(
    'daemon-set-room',
    'reserved',
    `${ask}, more than is reserved there, so the pods of ${use.workload} do not fit`,
    `set reserved: { ${wanted} } of the pool or of its cluster, which default requests follow`,
  );
}

function fit(demands: readonly PodSet[]): boolean {
  return demands.every((set) => fitProblems(set).next().done) && gangProblems(demands).next().done === true;
}

function runsOn({ object, podSpec }: DaemonSet, pool: INodePool): boolean {
  const cluster = clusterOf(object);
  return cluster !== undefined && isSameCluster(cluster, pool.cluster) && runsOnEvery(podSpec, pool);
}
