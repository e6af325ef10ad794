import type { Construct, IConstruct } from 'constructs';
import { guideAtSynth, type GuideStep } from '../../core/contracts/deploy-guide';
import { poolKey, poolText, type INodePool } from '../../core/contracts/node-pool';
import { lazily } from '../../core/lazily';
import { adviseAtSynth, checkAtSynth } from '../../core/problems/check';
import { pathOf, problem, type Problem } from '../../core/problems/problem';
import { onlyOf, Topic } from '../../core/problems/registry';
import { fitsBeside, sharedPoolAdvice, shortageOf, standingProblems, type PoolUse } from './pool-capacity-advice';
import { byPool, type PodDemand } from './pool-demand';
import { roomBeside, type Room } from './pool-plan';

/** The ClusterAddons that install the driver of a pool. @param key the pool's key */
export function driverInstallersOf(key: string): Topic<INodePool> {
  return new Topic(`driver installers of ${key}`);
}

/** The workloads on one pool. */
interface PoolUses {
  readonly uses: PoolUse[];
  /** Those of all trees that are joined. */
  together: readonly PoolUse[];
  /** What DEPLOY.md says of them, of each tree. */
  steps: () => GuideStep[];
  /** Whether another tree speaks for all. */
  isSilent: boolean;
  /** The room beside all of them. */
  room: () => Room;
}

/** The uses that a tree's workloads make of each pool, by the pool's key, in the order of the program. */
const POOL_USES = new Topic<Map<string, PoolUses>>('pool uses');

/** What a workload is registered with. */
export interface Usage {
  readonly demands: readonly PodDemand[];
  /** @default - not known */
  readonly limited?: boolean;
  /** @default false */
  readonly stays?: boolean;
  /** Whether a queue starts it; asked for at synthesis. */
  readonly isQueued: () => boolean;
}

/** Registers the demands of a workload on its pools. The first workload on a pool reports the pool's problems. */
export function usePools(workload: Construct, { demands, limited, stays, isQueued }: Usage): void {
  const known = onlyOf(POOL_USES, workload, () => new Map<string, PoolUses>());
  for (const { pool, demands: ofWorkload } of byPool(demands)) {
    const key = poolKey(pool);
    const ofPool = known.get(key) ?? newUses();
    if (ofPool.uses.length === 0) {
      known.set(key, ofPool);
      checkAtSynth(workload, function* () {
        yield* driverProblems(ofPool.uses, () => hasInstaller(workload, key));
        if (!ofPool.isSilent) yield* standingProblems(ofPool.together);
      });
      adviseAtSynth(workload, () => (ofPool.isSilent ? [] : sharedPoolAdvice(ofPool.together)));
      guideAtSynth(workload, () => ofPool.steps());
    }
    ofPool.uses.push({
      get workload() {
        return pathOf(workload);
      },
      demands: ofWorkload,
      limited,
      stays,
      get queued() {
        return pool.capacity?.kind === 'queued' || isQueued();
      },
    });
    ofPool.room = lazily(() => fitsBeside(ofPool.together));
  }
}

function newUses(): PoolUses {
  const uses: PoolUse[] = [];
  return { uses, together: uses, steps: () => stepsOf(uses), isSilent: false, room: () => fitsBeside(uses) };
}

/**
 * Whether further pods fit on their pool beside all that its workloads may run at once; `undefined` if it is not known. Ask
 * at synthesis, when all workloads are known.
 */
export function hasRoom(workload: Construct, more: PodDemand): boolean | undefined {
  const ofPool = onlyOf(POOL_USES, workload, () => new Map<string, PoolUses>()).get(poolKey(more.pool));
  const room = ofPool ? ofPool.room() : roomBeside([], more.pool);
  return room(more);
}

/** Lets the workloads of several trees count together on the pools that they share, such as those of two deployments. */
export function joinPools(trees: readonly IConstruct[]): void {
  const byPool = new Map<string, PoolUses[]>();
  for (const tree of trees) {
    for (const [key, ofPool] of POOL_USES.of(tree).flatMap((known) => [...known])) {
      const known = byPool.get(key) ?? [];
      known.push(ofPool);
      byPool.set(key, known);
    }
  }
  for (const ofPool of byPool.values()) {
    const together = ofPool.flatMap(({ uses }) => uses);
    const steps = lazily(() => stepsOf(together));
    const room = lazily(() => fitsBeside(together));
    ofPool.forEach((one, index) => Object.assign(one, { together, steps, room, isSilent: index > 0 }));
  }
}

/** DEPLOY.md applies all runs at once. Before it does, it says how to apply those that block each other. */
function stepsOf(uses: readonly PoolUse[]): GuideStep[] {
  const shortage = shortageOf(uses);
  if (!shortage?.canBlock || shortage.isOne) return [];
  const { pool } = shortage.plan;
  const text = [
    `The jobs on pool \`${pool.poolName}\` do not all fit on it at once, and may block each other.`,
    'Run the commands of the next part for one of their files at a time: write its name in place of `*.yaml`, and wait until the job is done before the next.',
  ].join(' ');
  return [{ phase: 'standing', text }];
}

function hasInstaller(workload: Construct, key: string): boolean {
  return driverInstallersOf(key).all(workload).length > 0;
}

function* driverProblems(uses: readonly PoolUse[], isInstalled: () => boolean): Generator<Problem> {
  const demands = uses.flatMap((use) => use.demands);
  const demand = demands.find(({ resolved, pool }) => resolved.gpus > 0 && pool.driver?.installedBy === 'daemonSet');
  if (!demand || isInstalled()) return;
  yield problem(
    'driver-installer-missing',
    `${poolText(demand.pool)} leaves its driver to a DaemonSet, but nothing emits one, so its GPUs cannot be used`,
    `add new ClusterAddons(chart, 'addons', { pools: [<the pool "${demand.pool.poolName}">] }), or use GpuDriver.DEFAULT`,
  );
}
