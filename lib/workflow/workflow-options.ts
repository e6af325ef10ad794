import type { Duration } from 'cdk8s';
import type { Step } from './step';
import type { Trigger } from './trigger';
import type { WorkflowBackend } from './workflow-backend';

/** The steps of a workflow, and what starts them. */
export interface WorkflowProps {
  /** The steps. Their order is that of their data, outputs and `after`, not that of the list. */
  readonly steps: readonly Step<string>[];
  /** What starts the runs. @default Trigger.once() */
  readonly trigger?: Trigger;
  /** The parameters, each with its default. `RunValue.parameter` is the value. @default {} */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The longest time of a run, after which its steps are stopped. @default - none */
  readonly timeout?: Duration;
  /** A step at the end of each run, also of a failed one. @default - none */
  readonly onExit?: Step<string>;
  /** How long a finished run stays in the cluster, with its pods and jobs. @default - until somebody deletes it; the last three runs of a schedule */
  readonly keepFinished?: Duration;
  /** The end of the name of a single run, such as `r2` in `digits-r2`: a new revision is a new run. @default - the name alone */
  readonly revision?: string;
  /** The program that runs the workflow. @default WorkflowBackend.argo() */
  readonly backend?: WorkflowBackend;
}
