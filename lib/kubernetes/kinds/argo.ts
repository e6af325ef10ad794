import type { CronWorkflowSpec, WorkflowSpec } from './argo-specs';
import type { Kind } from './kind';

const API = 'argoproj.io/v1alpha1';
const ENDS = { good: 'Succeeded', bad: 'Failed Error' };

/** The label of the pods and the objects of a run, whose value is the name of the run. */
export const RUN_NAME = 'workflows.argoproj.io/workflow';

/** A run of a workflow of Argo. */
export const WORKFLOW: Kind<WorkflowSpec> = {
  apiVersion: API,
  kind: 'Workflow',
  plural: 'workflows',
  ending: { ...ENDS, state: { path: 'status.phase', ...ENDS } },
  podLabel: RUN_NAME,
};
/** A workflow whose runs are started by others. */
export const WORKFLOW_TEMPLATE: Kind<WorkflowSpec> = {
  apiVersion: API,
  kind: 'WorkflowTemplate',
  plural: 'workflowtemplates',
};
/** A workflow whose runs start at times. */
export const CRON_WORKFLOW: Kind<CronWorkflowSpec> = { apiVersion: API, kind: 'CronWorkflow', plural: 'cronworkflows' };
