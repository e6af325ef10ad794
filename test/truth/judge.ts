import { ValidationError } from '../../lib/index';
import type { Placement, Scheduler } from './cluster';
import { nodesOf, POOL, type Load, type Node } from './gke/nodes';
import { answerTo, factsOf, type Answer, type Job } from './library';
import { amountOf, requestsOf } from './model-scheduler';
import type { Plan } from './plan';
import { clusterPods, daemonPodsOf, fewestOf, podsOf, sizeOf, type Pod } from './pods';
import type { PoolFacts } from './source';

/** How the library's answer to a program compares with the scheduler's. */
export type Verdict =
  /** Both say yes, or both say no. */
  | { readonly kind: 'accepted' | 'refused' }
  /** The library says that some order of a job's pods may not place them all. The other jobs are accepted by both. */
  | { readonly kind: 'advised' }
  /** The library says no for a reason that no scheduler knows. */
  | { readonly kind: 'not judged'; readonly why: string }
  | { readonly kind: 'differs'; readonly why: string };

/** Problems that say that pods find no place. */
const FIT = [
  ...['gpu-capacity', 'gpu-per-node', 'gpu-pool-mismatch', 'pod-too-large', 'pods-per-node', 'pool-capacity'],
  'daemon-set-room',
];
/** The workload that has no room beside DaemonSets. The first one on the pool reports for all. */
const BESIDE = /the pods of (\S+) do not fit/;
const SHARED = /\(pool-shared\)$/;
/** Workloads that fit in no order. */
const TOO_MANY = /need \d+ nodes of .*\(pool-shared\)$/;
const ELASTIC = /^\[(.+?)\].*\(pool-elastic\)$/;
const ORDER = /^\[(.+?)\].*\(pool-order\)$/;

/** A random number from 0 to below 1. */
export type Random = () => number;

/** Asks the library and the scheduler. */
export async function judge(plan: Plan, scheduler: Scheduler, random: Random): Promise<Verdict> {
  const asked = answerOf(plan);
  if ('why' in asked) return { kind: 'not judged', why: asked.why };
  const { answer, facts } = asked;
  const other = answer.problems.find(({ code }) => !FIT.includes(code));
  if (other) return { kind: 'not judged', why: other.code };
  const trials = new Trials(answer, facts, scheduler, random);
  return answer.problems.length === 0 ? judgeAccepted(answer, trials) : judgeRefused(answer, trials);
}

function answerOf(
  plan: Plan,
): { readonly answer: Answer; readonly facts: readonly PoolFacts[] } | { readonly why: string } {
  try {
    const facts = factsOf(plan);
    return { answer: answerTo(plan, facts), facts };
  } catch (error) {
    if (!ValidationError.isValidationError(error)) throw error;
    return { why: error.problems[0]?.code ?? 'refused' };
  }
}

async function judgeAccepted({ advice, jobs: all }: Answer, trials: Trials): Promise<Verdict> {
  const told = (code: RegExp) => {
    const paths = advice.flatMap((line) => code.exec(line)?.[1] ?? []);
    return (job: Job) => paths.some((path) => path.endsWith(job.path));
  };
  const [shrinks, isUncertain] = [told(ELASTIC), told(ORDER)];
  const jobs = all.filter((job) => !isUncertain(job));
  const isShared = advice.some((line) => SHARED.test(line));
  const groups = isShared ? jobs.map((job) => [job]) : [jobs];
  const tried = groups.flatMap((group) =>
    ordersOf(group).map(async (order) => {
      const ends = await trials.run(group, order, 'seen');
      const waiting = group.flatMap((job) => ends.missing(job, shrinks(job)));
      return waiting.map((pod) => `accepted, but in the order "${order}" ${pod}`);
    }),
  );
  const [why] = (await Promise.all(tried)).flat();
  if (why !== undefined) return { kind: 'differs', why };
  if (jobs.length < all.length) return { kind: 'advised' };
  const isTooMuch = advice.some((line) => TOO_MANY.test(line));
  const together = isTooMuch && areEqual(jobs) ? await trials.run(jobs, 'largest first', 'careful') : undefined;
  if (together && jobs.every((job) => together.missing(job, false).length === 0)) {
    return { kind: 'differs', why: 'pool-shared says that the jobs do not fit, but all pods of all jobs were placed' };
  }
  return { kind: 'accepted' };
}

/** No order of a job that is refused places its pods, even if GKE's own pods lie elsewhere. */
async function judgeRefused({ problems, jobs }: Answer, trials: Trials): Promise<Verdict> {
  for (const { path, text } of problems) {
    const [, of = path] = BESIDE.exec(text) ?? [];
    const job = jobs.find((candidate) => of.endsWith(candidate.path));
    if (!job) return { kind: 'not judged', why: `no job at ${path}` };
    const tried = ordersOf([job]).map((order) => trials.run([job], order, 'alone'));
    for (const ends of await Promise.all(tried)) {
      // A DaemonSet without a place on a node of its pool waits as well.
      if (ends.missing(job, true).length === 0 && !ends.agentWaits())
        return { kind: 'differs', why: `refused, but all its pods were placed: ${text}` };
    }
  }
  return { kind: 'refused' };
}

/** Orders in which the pods of some jobs may come. That of equal pods changes nothing. */
function ordersOf(jobs: readonly Job[]): readonly Order[] {
  return areEqual(jobs) ? ORDERS.slice(0, 1) : ORDERS;
}

/** Whether the pods of some jobs are equal on each pool. */
function areEqual(jobs: readonly Job[]): boolean {
  const shapes = new Map<string, string>();
  return podsOf(jobs.flatMap(({ manifests }) => manifests)).every(({ shape, spec }) => {
    const pool = spec.nodeSelector?.[POOL] ?? '';
    const known = shapes.get(pool) ?? shape;
    shapes.set(pool, known);
    return known === shape;
  });
}

type Order = 'smallest first' | 'largest first' | 'by chance';
const ORDERS: readonly Order[] = ['smallest first', 'largest first', 'by chance'];

/** The programs' pods on the scheduler, in an order. */
class Trials {
  constructor(
    private readonly answer: Answer,
    private readonly facts: readonly PoolFacts[],
    private readonly scheduler: Scheduler,
    private readonly random: Random,
  ) {}

  /** @param load the pods of GKE. `alone`: those of each node, and none of the cluster. What is reserved for others is taken */
  async run(jobs: readonly Job[], order: Order, load: Load | 'alone'): Promise<Ends> {
    const nodes = nodesOf(this.answer.stack, load === 'alone' ? 'careful' : load);
    const ofCluster = load === 'alone' ? [] : clusterPods(load);
    const agents = daemonPodsOf(this.answer.manifests, nodes);
    const pods = this.inOrder(podsOf(jobs.flatMap(({ manifests }) => manifests)), order);
    const left = load === 'alone' ? nodes.map((node) => withoutReserved(node, agents, this.facts)) : nodes;
    return new Ends(await this.scheduler.place(left, ofCluster, [...agents, ...pods]), agents);
  }

  private inOrder(pods: readonly Pod[], order: Order): Pod[] {
    const keyed = pods.map((pod) => ({ pod, key: order === 'by chance' ? this.random() : sizeOf(pod) }));
    const sign = order === 'largest first' ? -1 : 1;
    return keyed.sort((a, b) => sign * (a.key - b.key)).map(({ pod }) => pod);
  }
}

/** A node without what it reserves for others than the DaemonSets of the program. */
function withoutReserved(node: Node, agents: readonly Pod[], facts: readonly PoolFacts[]): Node {
  const reserved = facts.find(({ poolName }) => poolName === node.labels[POOL])?.reserved;
  if (!reserved) return node;
  const here = agents.filter(({ spec }) => spec.nodeSelector?.['kubernetes.io/hostname'] === node.name).map(requestsOf);
  const rest = (resource: string, kept: number) =>
    Math.max(0, kept - here.reduce((sum, asked) => sum + (asked.get(resource) ?? 0), 0));
  const left = (resource: string, kept: number) =>
    Math.max(0, amountOf(node.allocatable[resource] ?? 0) - rest(resource, kept));
  const cpu = `${Math.round(left('cpu', reserved.cpuMillis / 1000) * 1000)}m`;
  return {
    ...node,
    allocatable: { ...node.allocatable, cpu, memory: String(left('memory', reserved.memoryMiB * 1024 ** 2)) },
  };
}

/** The ends of the pods of one trial. */
class Ends {
  private readonly byPod: ReadonlyMap<string, Placement>;

  constructor(
    placements: readonly Placement[],
    private readonly agents: readonly Pod[],
  ) {
    this.byPod = new Map(placements.map((placement) => [placement.pod, placement]));
  }

  /** True if a pod of a DaemonSet waits for ever. */
  agentWaits(): boolean {
    return this.agents.some(({ name }) => this.byPod.get(name)?.node === undefined);
  }

  /** The pods of a job that wait for ever. @param fewest Whether the job runs with the fewest of its elastic workers. */
  missing(job: Job, fewest: boolean): string[] {
    const pods = podsOf(job.manifests);
    const waiting = pods.filter(({ name }) => this.byPod.get(name)?.node === undefined);
    if (pods.length - waiting.length >= (fewest ? fewestOf(job.manifests) : pods.length)) return [];
    return waiting.map(({ name }) => `${name} waits (${shortened(this.byPod.get(name)?.reason ?? 'not seen')})`);
  }
}

/** The scheduler's words without its counts of the nodes of other trials. */
function shortened(reason: string): string {
  const lacks = reason.match(/Insufficient [\w/-]+(?:\.\w[\w/-]*)*|Too many pods/g);
  return lacks ? [...new Set(lacks)].join(', ') : reason;
}
