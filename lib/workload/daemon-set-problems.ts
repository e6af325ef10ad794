import { Size } from 'cdk8s';
import { poolText } from '../core/contracts/node-pool';
import { pathOf, problem, type Problem } from '../core/problems';
import type { DaemonSet } from '../kubernetes/daemon-sets';
import { cpuText, memoryText } from '../kubernetes/quantity';
import { fitProblems, PODS_FOR_A_TASK } from '../pods/placement/fit-problems';
import type { PodSet } from '../pods/pod-set';
import { besideDaemonSets, requestsOf } from './beside-daemon-sets';
import { gangProblems } from './pool-capacity-problems';
import type { PoolUse } from './pool-use';

/** Problems of pods that fit their pool, but not beside DaemonSets of the program for which it reserves too little; or advice if these may run there. */
export function* daemonSetProblems(
  uses: readonly PoolUse[],
  here: readonly DaemonSet[],
  isCertain = true,
): Generator<Problem> {
  const pool = uses[0]?.demands[0]?.pool;
  const use = uses.find(({ workload, demands }) => {
    // A DaemonSet may be a workload itself.
    const others = here.filter(({ object }) => pathOf(object.node.scope ?? object) !== workload);
    return fit(demands) && !fit(besideDaemonSets(demands, others));
  });
  if (!pool || !use) return;
  const { cpuMillis, memoryMiB } = requestsOf(here);
  const names = here.map(({ object }) => `DaemonSet "${object.name}"`).join(' and ');
  const asked = `${cpuText(cpuMillis)} CPU${memoryMiB > 0 ? ` and ${memoryText(Size.mebibytes(memoryMiB))} of memory` : ''}`;
  const ask = `${names} ${here.length === 1 ? 'asks' : 'ask'} for ${asked} of each node`;
  const [where, fits] = isCertain ? ['of', 'do not fit'] : ['and may run on nodes of', 'may not fit'];
  const reserved = { cpus: cpuMillis / 1000, memory: Size.mebibytes(memoryMiB) };
  const ifReserved = use.demands.map((set) => ({ ...set, pool: { ...set.pool, reserved } }));
  const lacksPlaces = !fit(besideDaemonSets(ifReserved, here));
  const wanted = `cpus: ${cpuMillis / 1000}${memoryMiB > 0 ? `, memory: Size.mebibytes(${memoryMiB})` : ''}`;
  yield problem(
    'daemon-set-room',
    'reserved',
    `${ask} ${where} ${poolText(pool)}, more than is reserved there, so the pods of ${use.workload} ${fits}`,
    lacksPlaces
      ? `raise maxPodsPerNode of the pool to ${PODS_FOR_A_TASK + here.length} or more: each DaemonSet takes a place for pods on each node`
      : `set reserved: { ${wanted} } of the pool or of its cluster, which default requests follow`,
  );
}

function fit(demands: readonly PodSet[]): boolean {
  return demands.every((set) => fitProblems(set).next().done) && gangProblems(demands).next().done === true;
}
