import { ValidationError } from '../../../lib/index';
import type { Cluster } from '../cluster';
import { nodesOf } from '../gke/nodes';
import { answerToLines, factsOfPools, type Answer, type Job } from '../library';
import { clusterPods, daemonPodsOf, podsOf, sizeOf, type Manifest, type Pod } from '../pods';
import type { ServingPlan } from './plan';
import { rollOut } from './roll-out';
import { poolLines, workloadLines } from './source';

/** How the library's answer to a program with servers compares with what a cluster does. */
export interface ServingVerdict {
  /** `advised`: the library says that some order of the pods may not place them all. */
  readonly kind: 'accepted' | 'refused' | 'advised' | 'not judged' | 'differs';
  readonly why?: string;
}

/** Problems that say that pods find no place. */
const FIT = [
  ...['gpu-capacity', 'gpu-per-node', 'pod-too-large', 'pods-per-node', 'pool-capacity'],
  ...['pool-standing', 'rollout-surge'],
];
const SHARED = /\(pool-shared\)$/;
const ORDER = /\(pool-order\)$/;

/** The lines of a program. @throws ValidationError if a pool is refused where it is written */
export function linesOf(plan: ServingPlan): string[] {
  const pools = poolLines(plan);
  return [...pools, ...workloadLines(plan, factsOfPools(pools, plan.pools.length))];
}

/** Asks the library, and a cluster with a scheduler and the controllers of Deployments. */
export async function judgeServing(plan: ServingPlan, cluster: Cluster): Promise<ServingVerdict> {
  let answer: Answer;
  try {
    answer = atMost(answerToLines(linesOf(plan)));
  } catch (error) {
    if (!ValidationError.isValidationError(error)) throw error;
    return { kind: 'not judged', why: error.problems[0]?.code ?? 'refused' };
  }
  const other = answer.problems.find(({ code }) => !FIT.includes(code));
  if (other) return { kind: 'not judged', why: other.code };
  return answer.problems.length === 0 ? judgeAccepted(answer, cluster) : judgeRefused(answer, cluster);
}

async function judgeAccepted(answer: Answer, cluster: Cluster): Promise<ServingVerdict> {
  if (answer.advice.some((line) => ORDER.test(line))) return { kind: 'advised' };
  const why = await rolledOver(answer, cluster);
  return why === undefined ? { kind: 'accepted' } : { kind: 'differs', why: `accepted, but ${why}` };
}

/** A program whose scalers have made the most replicas. */
function atMost(answer: Answer): Answer {
  return { ...answer, jobs: answer.jobs.map((job) => ({ ...job, manifests: atMostReplicas(job.manifests) })) };
}

interface Scaler {
  readonly maxReplicas: number;
  readonly scaleTargetRef: { readonly name: string };
}

function atMostReplicas(manifests: readonly Manifest[]): Manifest[] {
  const scalers = manifests.flatMap(({ kind, spec }) => (kind === 'HorizontalPodAutoscaler' ? [spec as Scaler] : []));
  return manifests.map((each) => {
    const scaler = scalers.find(({ scaleTargetRef }) => scaleTargetRef.name === each.metadata.name);
    if (each.kind !== 'Deployment' || !scaler) return each;
    return { ...each, spec: { ...(each.spec as object), replicas: scaler.maxReplicas } };
  });
}

/**
 * Everything runs at once, and all servers roll over at once. Jobs that may have to wait are left out.
 *
 * @returns what did not become ready; `undefined` if everything did
 */
export async function rolledOver(
  { advice, jobs, stack, manifests }: Answer,
  cluster: Cluster,
): Promise<string | undefined> {
  const nodes = nodesOf(stack, 'seen');
  const isShared = advice.some((line) => SHARED.test(line));
  const [servers, others] = [jobs.filter(isServer), jobs.filter((job) => !isServer(job))];
  return rollOut(cluster, {
    nodes,
    before: [...clusterPods('seen'), ...daemonPodsOf(manifests, nodes)],
    jobs: isShared ? [] : podsOf(others.flatMap((job) => job.manifests)),
    deployments: servers.flatMap((job) => job.manifests.filter(({ kind }) => kind === 'Deployment')),
  });
}

async function judgeRefused(answer: Answer, cluster: Cluster): Promise<ServingVerdict> {
  const nodes = nodesOf(answer.stack, 'careful');
  for (const { code, path, text } of answer.problems) {
    const workload = answer.jobs.find((job) => path.endsWith(job.path));
    if (!workload) return { kind: 'not judged', why: `nothing at ${path}` };
    const pods = wanted(code, workload, answer.jobs, text);
    for (const sign of new Set(pods.map(({ shape }) => shape)).size === 1 ? [1] : [1, -1]) {
      const ordered = pods.sort((a, b) => sign * (sizeOf(b) - sizeOf(a)));
      const placements = await cluster.place(nodes, [], ordered);
      if (placements.every(({ node }) => node !== undefined))
        return { kind: 'differs', why: `refused, but all its pods were placed: ${text}` };
    }
  }
  return { kind: 'refused' };
}

/** The pods that do not fit, as a problem says. */
function wanted(code: string, workload: Job, all: readonly Job[], text: string): Pod[] {
  const pods = (jobs: readonly Job[]) => podsOf(jobs.flatMap(({ manifests }) => manifests));
  if (code === 'pool-standing') return pods(all.filter(isServer));
  if (code !== 'rollout-surge') return pods([workload]);
  const surge = Number(/starts (\d+) more/.exec(text)?.[1]);
  const more = workload.manifests.filter(({ kind }) => kind === 'Deployment').map((each) => withReplicas(each, surge));
  return [...pods(all.filter(isServer)), ...podsOf(more)];
}

function withReplicas(deployment: Manifest, surge: number): Manifest {
  const { replicas } = deployment.spec as { replicas: number };
  const metadata = { name: `${deployment.metadata.name}-more` };
  return { ...deployment, metadata, spec: { ...deployment.spec, replicas: Math.min(surge, replicas) } };
}

function isServer({ manifests }: Job): boolean {
  return manifests.some(({ kind }) => kind === 'Deployment');
}
