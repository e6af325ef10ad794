import type { Construct, IConstruct } from 'constructs';
import { guideAtSynth, type GuideStep } from '../core/contracts/guide';
import { poolKey, poolText, type INodePool } from '../core/contracts/node-pool';
import { lazily } from '../core/lazily';
import { adviseAtSynth, checkAtSynth, onlyOf, pathOf, problem, Topic, type Advice } from '../core/problems';
import { sharedPoolAdvice, shortageOf } from './pool-capacity-advice';
import { standingProblems } from './pool-capacity-problems';
import { standingAdvice } from './pool-order-advice';
import { mayRunOn } from '../pods/placement/pod-spec-problems';
import { byPool, type PodSet } from '../pods/pod-set';
import { canFit, planOf, roomBeside, type Room } from './pool-plan';
import { allAtOnce, standing, type PoolUse } from './pool-use';
import type { WorkloadPods } from './workload';
import { driverInstallersOf } from '../kubernetes/cluster-addons';
import { daemonSetsOf, type DaemonSet } from '../kubernetes/daemon-sets';
import { besideDaemonSets, onPool } from './beside-daemon-sets';
import { daemonSetProblems } from './daemon-set-problems';

/** The workloads of one tree on one pool. */
interface PoolUses {
  readonly uses: PoolUse[];
  /** Those of other trees included. */
  readonly together: readonly PoolUse[];
  /** The same on the nodes that DaemonSets leave to them. */
  readonly beside: () => readonly PoolUse[];
  readonly daemonSets: () => readonly DaemonSet[];
  /** Those that certainly run on every node, and are no workload themselves. */
  readonly agents: () => readonly DaemonSet[];
  /** The steps of DEPLOY.md about them. */
  readonly steps: () => GuideStep[];
  /** The room beside all of them. */
  readonly room: () => Room;
  /** True if another tree reports for all. */
  readonly isSilent: boolean;
}

/** The uses that a tree's workloads make of each pool, by the pool's key, in the order of the program. */
const POOL_USES = new Topic<Map<string, PoolUses>>('pool uses');

/**
 * Registers the pods of a workload on its pools. The first workload on a pool reports the pool's problems.
 *
 * @param isQueued whether a queue starts the workload; asked for at synthesis
 */
export function usePools(workload: Construct, { pods, limited, stays }: WorkloadPods, isQueued: () => boolean): void {
  const known = usesOf(workload);
  const daemonSets = () => daemonSetsOf(workload);
  for (const { pool, demands } of byPool(pods)) {
    const key = poolKey(pool);
    const ofPool = known.get(key) ?? { uses: [], isSilent: false, ...sharing([], daemonSets) };
    if (ofPool.uses.length === 0) {
      known.set(key, ofPool);
      checkAtSynth(workload, function* () {
        if (ofPool.isSilent) return;
        yield* standingProblems(ofPool.beside());
        yield* daemonSetProblems(ofPool.together, onPool(ofPool.daemonSets(), pool));
      });
      adviseAtSynth(workload, function* () {
        const isInstalled = () =>
          hasInstaller(workload, key) || onPool(ofPool.daemonSets(), pool, mayRunOn).some(installsDriver);
        yield* driverAdvice(ofPool.uses, isInstalled);
        if (ofPool.isSilent) return;
        const all = onPool(ofPool.daemonSets(), pool, mayRunOn);
        if (all.length > onPool(all, pool).length) yield* daemonSetProblems(ofPool.together, all, false);
        yield* standingAdvice(ofPool.beside());
        yield* sharedPoolAdvice(ofPool.beside());
      });
      guideAtSynth(workload, () => ofPool.steps());
    }
    ofPool.uses.push({
      get workload() {
        return pathOf(workload);
      },
      demands,
      limited,
      stays,
      get queued() {
        return pool.provisioningModel?.kind === 'queued' || isQueued();
      },
    });
    Object.assign(ofPool, sharing(ofPool.uses, daemonSets));
  }
}

function usesOf(workload: Construct): Map<string, PoolUses> {
  return onlyOf(POOL_USES, workload, () => new Map<string, PoolUses>());
}

function sharing(uses: readonly PoolUse[], daemonSets: () => readonly DaemonSet[]) {
  // A DaemonSet that is a workload itself counts as one.
  const isUse = ({ object }: DaemonSet) =>
    uses.some(({ workload }) => workload === pathOf(object.node.scope ?? object));
  const agents = lazily(() => onPool(daemonSets(), uses[0]?.demands[0]?.pool).filter((each) => !isUse(each)));
  const beside = lazily(() => uses.map((use) => ({ ...use, demands: besideDaemonSets(use.demands, agents()) })));
  const room = lazily(() => roomBeside(allAtOnce(beside())));
  return { together: uses, daemonSets, agents, beside, steps: lazily(() => stepsOf(beside())), room };
}

/** The pods of a workload on the nodes that DaemonSets leave to them. Call it at synthesis. */
export function besideOthers(workload: Construct, pods: readonly PodSet[]): readonly PodSet[] {
  return pods.flatMap((set) => besideDaemonSets([set], usesOf(workload).get(poolKey(set.pool))?.agents() ?? []));
}

/**
 * True if further pods fit in any order beside all that the workloads of their pool may run at once; `undefined` if it
 * is not known. Call it at synthesis, when all workloads are known.
 */
export function hasRoom(workload: Construct, more: PodSet): boolean | undefined {
  const ofPool = usesOf(workload).get(poolKey(more.pool));
  const room = ofPool ? ofPool.room() : roomBeside([], more.pool);
  return room(more);
}

/** True if further pods find no place beside the servers of their pool, in whatever order. Call it at synthesis. */
export function hasNoRoom(workload: Construct, more: PodSet): boolean {
  const servers = standing(usesOf(workload).get(poolKey(more.pool))?.beside() ?? []);
  const plan = planOf([...allAtOnce(servers), more]);
  return plan !== undefined && !canFit(plan);
}

/** The pools that workloads of some trees use. */
export function poolsInUse(trees: readonly IConstruct[]): INodePool[] {
  const all = trees.flatMap((tree) => POOL_USES.of(tree)).flatMap((known) => [...known.values()]);
  return all.flatMap(({ uses }) => uses[0]?.demands[0]?.pool ?? []);
}

/** Lets the workloads of several trees count together on the pools that they share, such as those of two deployments. */
export function joinPools(trees: readonly IConstruct[]): void {
  const byPool = new Map<string, PoolUses[]>();
  const daemonSets = lazily(() => trees.flatMap(daemonSetsOf));
  for (const tree of trees) {
    for (const [key, ofPool] of POOL_USES.of(tree).flatMap((known) => [...known])) {
      const known = byPool.get(key) ?? [];
      known.push(ofPool);
      byPool.set(key, known);
    }
  }
  for (const ofPool of byPool.values()) {
    const shared = sharing(
      ofPool.flatMap(({ uses }) => uses),
      daemonSets,
    );
    ofPool.forEach((one, index) => Object.assign(one, shared, { isSilent: index > 0 }));
  }
}

/** The steps for runs that block each other. They come before the command that applies all runs at once. */
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

/** Another program may emit the DaemonSet. */
/** True if a DaemonSet of the program has the name of a program that installs NVIDIA's driver, such as Google's. */
function installsDriver({ object, podSpec }: DaemonSet): boolean {
  return /nvidia.*(driver|installer)/i.test(`${object.name} ${JSON.stringify(podSpec)}`);
}

function* driverAdvice(uses: readonly PoolUse[], isInstalled: () => boolean): Generator<Advice> {
  const demands = uses.flatMap((use) => use.demands);
  const demand = demands.find(({ resources, pool }) => resources.gpus > 0 && pool.driver?.installedBy === 'daemonSet');
  if (!demand || isInstalled()) return;
  yield problem(
    'driver-installer-missing',
    `${poolText(demand.pool)} leaves its driver to a DaemonSet, but nothing here emits one, without which its GPUs cannot be used`,
    `add new ClusterAddons(chart, 'addons', { pools: [<the pool "${demand.pool.poolName}">] }), use GpuDriver.DEFAULT, or acknowledge this if another program installs it`,
  );
}
