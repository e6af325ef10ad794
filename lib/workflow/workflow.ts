import type { ApiObject, Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { fileAtSynth } from '../core/contracts/further-file';
import { guideAtSynth } from '../core/contracts/guide';
import { adviseAtSynth, checkAtSynth, isStandIn, ownId } from '../core/problems';
import { secretSteps } from '../pods/secret-steps';
import { addWorkload } from '../workload/workload';
import { checkPods } from '../workload/workload-pods';
import { resolveWorkflow } from './resolve-workflow';
import type { Step } from './step';
import type { Trigger } from './trigger';
import { WorkflowBackend } from './workflow-backend';
import { preemptionAdvice, widthAdvice, workflowProblems } from './workflow-problems';

/** The steps of a workflow, and what starts them. */
export interface WorkflowProps {
  /** The steps. Their order is that of their data, outputs and `after`, not that of the list. */
  readonly steps: readonly Step<string>[];
  /** The start of the runs. @default Trigger.once() */
  readonly trigger?: Trigger;
  /** The parameters, each with its default. `RunValue.parameter` is the value. @default {} */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The longest time of a run, after which its steps are stopped. @default - none: a step that hangs holds its machine until somebody stops the run */
  readonly timeout?: Duration;
  /** A step at the end of each run, also of a failed one. @default - none */
  readonly onExit?: Step<string>;
  /** How long a finished run stays in the cluster, with its pods and jobs. @default - until somebody deletes it; the last three runs of a schedule */
  readonly keepFinished?: Duration;
  /** The program that runs the workflow. @default WorkflowBackend.argo() */
  readonly backend?: WorkflowBackend;
}

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
    this.resource = addWorkflow(this, props);
  }
}

/** The props of a construct that makes a workflow of its own steps, for messages. */
export interface WorkflowWords {
  /** The prop with the pool of a step, by the name of the step. */
  readonly pools: Readonly<Record<string, string>>;
  /** The change by which fewer steps run at the same time. */
  readonly fewer: string;
}

/** Adds the objects of a workflow to a construct, with its checks. */
export function addWorkflow(owner: Construct, props: WorkflowProps, words?: WorkflowWords): ApiObject | undefined {
  const { backend = WorkflowBackend.argo() } = props;
  const workflow = resolveWorkflow(owner, backend, props);
  if (isStandIn(workflow)) return undefined;
  const { base, namespace, trigger, all } = workflow;
  const pods = all.flatMap((step) => step.pods.map((set) => ({ ...set, poolProp: words?.pools[step.name] })));
  checkAtSynth(owner, () => workflowProblems(workflow, backend));
  adviseAtSynth(owner, function* () {
    yield* widthAdvice(pods, words?.fewer);
    yield* preemptionAdvice(workflow);
  });
  const programs = all.flatMap(({ task }) => task?.pod ?? []);
  guideAtSynth(owner, () => [...secretSteps(base, namespace, programs), ...(backend.guide?.(workflow) ?? [])]);
  for (const file of backend.files?.(workflow) ?? []) fileAtSynth(owner, file);
  const rendered = backend.render?.(workflow);
  const kind = trigger.kind === 'once' ? backend.kind : undefined;
  const limited = props.timeout !== undefined;
  if (rendered) return addWorkload(owner, { base, namesChecked: true, pods, kind, limited, rendered });
  checkPods(owner, { pods });
  return undefined;
}
