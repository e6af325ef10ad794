import type { ArgoTemplate, WorkflowSpec } from '../../../lib/kubernetes/kinds/argo-specs';
import { ValidationError } from '../../../lib/index';
import type { Scheduler } from '../cluster';
import { nodesOf, POOL } from '../gke/nodes';
import { answerToLines, factsOfPools, type Answer } from '../library';
import { clusterPods, podOf, podsOf, sizeOf, type Manifest, type Pod, type PodSpec } from '../pods';
import { momentsOf, stepName, type StepPlan, type WorkflowPlan } from './plan';
import { poolLines, workflowLines } from './source';

/** How the library's answer to a program with a workflow compares with what the scheduler does. */
export interface WorkflowVerdict {
  /** `advised`: the library says that some order of the pods may not place them all. */
  readonly kind: 'accepted' | 'refused' | 'too wide' | 'advised' | 'not judged' | 'differs';
  readonly why?: string;
}

/** Problems that say that pods find no place. */
const FIT = ['gpu-capacity', 'gpu-per-node', 'pod-too-large', 'pods-per-node', 'pool-capacity'];
const WIDTH = /steps (.+), which may run at the same time, need \d+ nodes of pool "([^"]+)".*\(workflow-width\)$/;
/** Advice about the places of pods on a pool. */
const PLACES = /pool "([^"]+)".*\((?:workflow-width|pool-order|pool-elastic)\)$/;

/** The lines of a program. @throws ValidationError if a pool is refused where it is written */
export function linesOf(plan: WorkflowPlan): string[] {
  const pools = poolLines(plan);
  return [...pools, ...workflowLines(plan, factsOfPools(pools, plan.pools.length))];
}

/** Asks the library, and a scheduler. */
export async function judgeWorkflow(plan: WorkflowPlan, scheduler: Scheduler): Promise<WorkflowVerdict> {
  let answer: Answer;
  try {
    answer = answerToLines(linesOf(plan));
  } catch (error) {
    if (!ValidationError.isValidationError(error)) throw error;
    return { kind: 'not judged', why: error.problems[0]?.code ?? 'refused' };
  }
  const other = answer.problems.find(({ code }) => !FIT.includes(code));
  if (other) return { kind: 'not judged', why: other.code };
  const judged = new Judged(plan, answer, scheduler);
  return answer.problems.length === 0 ? judged.accepted() : judged.refused();
}

class Judged {
  private readonly pods: readonly (readonly Pod[])[];

  constructor(
    private readonly plan: WorkflowPlan,
    private readonly answer: Answer,
    private readonly scheduler: Scheduler,
  ) {
    const workflow = answer.manifests.find(({ kind }) => kind === 'Workflow');
    this.pods = plan.steps.map((step, index) => podsOfStep(workflow?.spec as WorkflowSpec, step, stepName(index)));
  }

  /** All pods of each moment are placed. Where the library says that they are not, they are not. */
  async accepted(): Promise<WorkflowVerdict> {
    const { advice } = this.answer;
    const advised = new Set(advice.flatMap((line) => PLACES.exec(line)?.[1] ?? []));
    const waiting = await Promise.all(
      momentsOf(this.plan).map((moment) => {
        const pods = moment.flatMap((index) => this.pods[index] ?? []);
        return this.waiting(
          pods.filter((pod) => !advised.has(poolOf(pod))),
          'seen',
        );
      }),
    );
    const [late] = waiting.flat();
    if (late !== undefined) return { kind: 'differs', why: `accepted, but ${late} waits` };
    const wide = advice.flatMap((line) => {
      const [, names = '', pool = ''] = WIDTH.exec(line) ?? [];
      return names === '' ? [] : [{ line, pool, names: [...names.matchAll(/"(\w+)"/g)].map(([, name]) => name) }];
    });
    for (const { line, pool, names } of wide) {
      const indices = this.plan.steps.flatMap((_, index) => (names.includes(stepName(index)) ? [index] : []));
      if (!momentsOf(this.plan).some((moment) => indices.every((index) => moment.includes(index))))
        return { kind: 'differs', why: `these never run at once: ${line}` };
      const pods = indices.flatMap((index) => this.pods[index] ?? []).filter((pod) => poolOf(pod) === pool);
      if ((await this.waiting(pods, 'alone')).length === 0)
        return { kind: 'differs', why: `all pods were placed, but: ${line}` };
    }
    return { kind: wide.length > 0 ? 'too wide' : advised.size > 0 ? 'advised' : 'accepted' };
  }

  /** Some step does not run even alone. One item of a fan-out is enough for it. */
  async refused(): Promise<WorkflowVerdict> {
    const waiting = await Promise.all(
      this.plan.steps.map(({ kind }, index) =>
        this.waiting((this.pods[index] ?? []).slice(0, kind === 'fanOut' ? 1 : undefined), 'alone'),
      ),
    );
    if (waiting.flat().length > 0) return { kind: 'refused' };
    return { kind: 'differs', why: `refused, but each step runs: ${this.answer.problems[0]?.text}` };
  }

  /** The pods that wait in any order, or (`alone`) in all orders, on nodes without pods that GKE runs once. */
  private async waiting(pods: readonly Pod[], load: 'seen' | 'alone'): Promise<string[]> {
    if (pods.length === 0) return [];
    const nodes = nodesOf(this.answer.stack, load === 'alone' ? 'careful' : 'seen');
    const before = load === 'alone' ? [] : clusterPods('seen');
    const areEqual = new Set(pods.map(({ shape }) => shape)).size === 1;
    const tried = (areEqual ? [1] : [1, -1]).map(async (sign) => {
      const ordered = [...pods].sort((a, b) => sign * (sizeOf(b) - sizeOf(a)));
      const placements = await this.scheduler.place(nodes, before, ordered);
      return placements.flatMap(({ pod, node }) => (node === undefined ? [pod] : []));
    });
    const ends = await Promise.all(tried);
    return load === 'alone' && ends.some((end) => end.length === 0) ? [] : ends.flat();
  }
}

function poolOf({ spec }: Pod): string {
  return spec.nodeSelector?.[POOL] ?? '';
}

/** The pods of a step that run at once, from the objects that the library makes and the numbers of the plan. */
function podsOfStep({ templates = [] }: WorkflowSpec, { kind, pods, atMost }: StepPlan, name: string): Pod[] {
  const find = (of: string) => templates.find((template) => template.name === of);
  let template: ArgoTemplate | undefined = find(name);
  while (template?.dag) template = find(template.dag.tasks.at(-1)?.template ?? '');
  if (template?.resource) return podsOf([renamed(JSON.parse(template.resource.manifest ?? '') as Manifest, name)]);
  const { container, nodeSelector, tolerations, volumes, metadata } = template ?? {};
  const spec = {
    nodeSelector,
    tolerations,
    volumes,
    containers: [{ name: 'main', ...container }],
  } as unknown as PodSpec;
  const count = kind === 'fanOut' ? Math.min(pods, atMost) : 1;
  return Array.from({ length: count }, (_, index) => podOf(`${name}-${index}`, { metadata: metadata, spec }));
}

/** The name is known when the workflow runs. */
function renamed(manifest: Manifest, name: string): Manifest {
  const text = JSON.stringify(manifest).replaceAll('{{workflow.name}}', 'run');
  return { ...(JSON.parse(text) as Manifest), metadata: { name } };
}
