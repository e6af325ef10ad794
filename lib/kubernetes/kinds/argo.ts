import type { JsonObject } from '../manifest';
import type { Kind } from './kind';

type Parameter = {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly path?: string; readonly default?: string; readonly parameter?: string };
};
type Parameters = { readonly parameters?: readonly Parameter[] };

export type ArgoTask = {
  readonly name: string;
  readonly template: string;
  readonly depends?: string;
  readonly when?: string;
  readonly continueOn?: { readonly error: boolean; readonly failed: boolean };
  readonly withItems?: readonly string[];
  readonly withParam?: string;
  readonly arguments?: Parameters;
};

export type RetryStrategy = {
  readonly limit: number;
  readonly retryPolicy?: 'Always' | 'OnFailure' | 'OnError';
  readonly expression?: string;
  readonly backoff?: { readonly duration: string; readonly factor?: number; readonly cap?: string };
};

/** A template of a workflow: a pod, an object that is made, a stop, or a graph of other templates. */
export type ArgoTemplate = {
  readonly name: string;
  readonly inputs?: Parameters;
  readonly outputs?: Parameters;
  readonly dag?: { readonly tasks: readonly ArgoTask[] };
  readonly container?: JsonObject;
  readonly resource?: {
    readonly action: 'apply' | 'create' | 'get' | 'patch';
    readonly manifest: string;
    readonly setOwnerReference?: boolean;
    readonly mergeStrategy?: 'merge';
    readonly successCondition?: string;
    readonly failureCondition?: string;
  };
  readonly suspend?: JsonObject;
  readonly parallelism?: number;
  readonly retryStrategy?: RetryStrategy;
  readonly memoize?: {
    readonly key: string;
    readonly maxAge: string;
    readonly cache: { readonly configMap: { readonly name: string } };
  };
  readonly activeDeadlineSeconds?: number;
  readonly serviceAccountName?: string;
  readonly podSpecPatch?: string;
  readonly metadata?: JsonObject;
  readonly nodeSelector?: JsonObject;
  readonly tolerations?: readonly JsonObject[];
  readonly volumes?: readonly JsonObject[];
  readonly initContainers?: readonly JsonObject[];
  readonly securityContext?: JsonObject;
};

export type WorkflowSpec = {
  readonly entrypoint: string;
  readonly onExit?: string;
  readonly serviceAccountName?: string;
  readonly arguments?: Parameters;
  readonly activeDeadlineSeconds?: number;
  readonly ttlStrategy?: { readonly secondsAfterCompletion: number };
  readonly templates: readonly ArgoTemplate[];
};

export type CronWorkflowSpec = {
  readonly schedules: readonly string[];
  readonly timezone?: string;
  readonly concurrencyPolicy: 'Allow' | 'Forbid' | 'Replace';
  readonly startingDeadlineSeconds?: number;
  readonly suspend?: boolean;
  readonly workflowSpec: WorkflowSpec;
};

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
