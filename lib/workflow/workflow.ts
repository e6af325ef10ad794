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
import { widthAdvice, workflowProblems } from './workflow-problems';

/** The steps of a workflow, and what starts them. */
export interface WorkflowProps {
  /** The steps. Their order is that of their data, outputs and `after`, not that of the list. */
  readonly steps: readonly Step<string>[];
  /** The start of the runs. @default Trigger.once() */
  readonly trigger?: Trigger;
  /** The parameters, each with its default. `RunValue.parameter` is the value. @default {} */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The longest time of a run, after which its steps are stopped. @default - none */
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
    const { backend = WorkflowBackend.argo() } = props;
    const workflow = resolveWorkflow(this, backend, props);
    if (isStandIn(workflow)) return;
    const { base, namespace, trigger, all } = workflow;
    const pods = all.flatMap((step) => step.pods);
    checkAtSynth(this, () => workflowProblems(workflow, backend));
    adviseAtSynth(this, () => widthAdvice(pods));
    const programs = all.flatMap(({ task }) => task?.pod ?? []);
    guideAtSynth(this, () => [...secretSteps(base, namespace, programs), ...(backend.guide?.(workflow) ?? [])]);
    for (const file of backend.files?.(workflow) ?? []) fileAtSynth(this, file);
    const rendered = backend.render?.(workflow);
    const kind = trigger.kind === 'once' ? backend.kind : undefined;
    const limited = props.timeout !== undefined;
    if (rendered) this.resource = addWorkload(this, { base, namesChecked: true, pods, kind, limited, rendered });
    else checkPods(this, { pods });
  }
}
