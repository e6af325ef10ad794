import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { isSameCluster } from '../core/contracts/cluster';
import { GPU_RESOURCE, poolKey, poolText, type INodePool } from '../core/contracts/node-pool';
import { adviseAtSynth, firstTime, problem, type Advice } from '../core/problems';
import { MadePool } from '../infrastructure/pool/made-pool';
import { WorkloadObject } from '../kubernetes/workload-object';
import { poolsInUse } from '../workload/shared-pools';

/** Lets pools of GPU nodes that never go away tell that no workload of the program uses them. */
export function watchIdlePools(stacks: readonly IConstruct[], charts: () => readonly IConstruct[]): void {
  for (const pool of stacks.flatMap((root) => root.node.findAll())) {
    if (!(pool instanceof MadePool) || !pool.accelerator || !firstTime(pool, `idle ${pool.node.path}`)) continue;
    adviseAtSynth(pool, () => idleAdvice(pool, charts()));
  }
}

/** Advice about a pool of a cluster for which the program has workloads. Those of other programs are not known. */
function* idleAdvice(pool: INodePool, charts: readonly IConstruct[]): Generator<Advice> {
  const { minNodes = 0, maxNodes = minNodes, accelerator } = pool;
  if (minNodes === 0) return;
  const used = poolsInUse(charts).filter(({ cluster }) => isSameCluster(cluster, pool.cluster));
  if (used.length === 0 || used.some((each) => poolKey(each) === poolKey(pool))) return;
  if (charts.some((chart) => mayUse(chart, pool))) return;
  yield problem(
    'pool-idle',
    'nodes',
    `${poolText(pool)} keeps ${minNodes} ${minNodes === 1 ? 'node' : 'nodes'} of ${accelerator?.displayName ?? 'GPUs'} all the time, but no workload of the program uses it, so they are paid for and idle`,
    `use NodeCount.between(0, ${maxNodes}), which costs nothing while idle, leave the pool out, or acknowledge this if others use it`,
  );
}

/** True if an object of the program's own may use a pool: it names the pool, or asks for GPUs. */
function mayUse(chart: IConstruct, { poolName }: INodePool): boolean {
  return chart.node.findAll().some((object) => {
    // `instanceof` holds for objects of all classes of cdk8s.
    const isOwn = ApiObject.isApiObject(object) && object.constructor !== WorkloadObject;
    if (!isOwn || object.kind === 'DaemonSet') return false;
    const text = JSON.stringify(object.toJson());
    return text.includes(JSON.stringify(poolName)) || text.includes(GPU_RESOURCE);
  });
}
