import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { fileAtSynth } from '../core/contracts/further-file';
import { guideAtSynth } from '../core/contracts/guide';
import { lazily } from '../core/lazily';
import { pathBelow } from '../core/names/name';
import { adviseAtSynth, checkAtSynth } from '../core/problems/check';
import { ownId } from '../core/problems/own-id';
import { isStandIn } from '../core/problems/stand-in';
import { chartOf } from '../kubernetes/enclosing-chart';
import { secretSteps } from '../pods/secret-steps';
import { operatorProblems } from '../workload/backend';
import { addWorkload } from '../workload/workload';
import { checkPods } from '../workload/workload-pods';
import { resolveWorkflow } from './resolve-workflow';
import type { ResolvedStep, ResolvedWorkflow } from './resolved-workflow';
import { podSetsOf } from './step-pods';
import { WorkflowBackend } from './workflow-backends';
import type { WorkflowProps } from './workflow-options';
import { flowProblems, widthAdvice } from './workflow-problems';

/**
 * Steps that run one after the other and side by side, each on the pool that it names.
 *
 * @example
 * const digits = DataSet.bucket(bucket, 'digits').perRun();
 * const prepare = Step.task('prepare', { image, pool: cpus, command: ['python', 'prepare.py'], writes: { OUT: digits }, identity });
 * const train = Step.training('train', { image, pool: t4, strategy: PyTorch.torchrun(), reads: { DATA: digits }, identity });
 * new Workflow(chart, 'digits', { steps: [prepare, train] });
 */
export class Workflow extends Construct {
  /** The object of the workflow; `undefined` with a backend that has none. */
  readonly resource?: ApiObject;

  constructor(scope: Construct, id: string, props: WorkflowProps) {
    super(scope, ownId(scope, id));
    const { backend = WorkflowBackend.argo() } = props;
    const base = pathBelow(chartOf(this), this);
    const workflow = resolveWorkflow(this, backend, props);
    if (isStandIn(workflow)) return;
    const pods = podSetsOf(workflow, backend);
    checkAtSynth(this, function* () {
      yield* flowProblems(workflow, textsOf);
      const cluster = pods[0]?.pool.cluster;
      const { name, kind, operator } = backend;
      if (cluster && kind) yield* operatorProblems('backend', { name, kind, operator }, cluster);
      yield* backend.problems(workflow);
    });
    adviseAtSynth(this, function* () {
      yield* widthAdvice(pods);
      yield* backend.advice?.(workflow) ?? [];
    });
    guideAtSynth(
      this,
      lazily(() => [
        ...secretSteps(base, workflow.namespace, podsOfTasks(workflow)),
        ...(backend.guide?.(workflow) ?? []),
      ]),
    );
    for (const file of backend.files?.(workflow) ?? []) fileAtSynth(this, file);
    if (!backend.render) {
      checkPods(this, { pods });
      return;
    }
    const kind = workflow.trigger.start.kind === 'once' ? backend.kind : undefined;
    this.resource = addWorkload(this, {
      base,
      pods,
      kind,
      limited: props.timeout !== undefined,
      rendered: backend.render(workflow),
    });
  }
}

function podsOfTasks({ steps, onExit }: ResolvedWorkflow) {
  return [...steps, ...(onExit ? [onExit] : [])].flatMap(({ work }) => (work.kind === 'task' ? [work.task.pod] : []));
}

/** The texts of a step that may hold references. */
function textsOf({ work }: ResolvedStep): string {
  if (work.kind === 'training') return JSON.stringify(work.run.workload.rendered.main);
  if (work.kind === 'object') return JSON.stringify(work.object);
  if (work.kind === 'approval') return '';
  const { command, args, env } = work.task.pod;
  return JSON.stringify([command, args, env, work.options.forEach?.items]);
}
