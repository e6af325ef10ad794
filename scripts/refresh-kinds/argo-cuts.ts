import type { Cut } from './cuts';

const WORKFLOW = 'argoproj.io/v1alpha1/Workflow';

/** The types of Argo Workflows, in the order in which they are written. */
export const ARGO_CUTS: Readonly<Record<string, Cut>> = {
  ArgoParameters: {
    of: WORKFLOW,
    at: ['templates', '*', 'inputs'],
    fields: {
      parameters: { name: true, value: true, valueFrom: { path: true, default: true, parameter: true } },
    },
  },
  ArgoTask: {
    of: WORKFLOW,
    at: ['templates', '*', 'dag', 'tasks', '*'],
    fields: {
      name: true,
      template: true,
      depends: true,
      when: true,
      continueOn: { error: true, failed: true },
      withItems: true,
      withParam: true,
      arguments: 'ArgoParameters',
    },
  },
  ArgoTemplate: {
    of: WORKFLOW,
    at: ['templates', '*'],
    fields: {
      name: true,
      inputs: 'ArgoParameters',
      outputs: 'ArgoParameters',
      dag: { tasks: 'ArgoTask' },
      suspend: true,
      resource: {
        action: ['apply', 'get', 'patch'],
        manifest: true,
        setOwnerReference: true,
        mergeStrategy: ['merge'],
        successCondition: true,
        failureCondition: true,
      },
      container: true,
      metadata: true,
      nodeSelector: true,
      tolerations: true,
      volumes: true,
      initContainers: true,
      securityContext: true,
      serviceAccountName: true,
      podSpecPatch: true,
      parallelism: true,
      activeDeadlineSeconds: true,
      retryStrategy: {
        limit: true,
        retryPolicy: ['Always'],
        expression: true,
        backoff: { duration: true, factor: true, cap: true },
      },
      memoize: { key: true, maxAge: true, cache: { configMap: { name: true } } },
    },
  },
  WorkflowSpec: {
    of: WORKFLOW,
    fields: {
      entrypoint: true,
      onExit: true,
      serviceAccountName: true,
      podSpecPatch: true,
      arguments: 'ArgoParameters',
      activeDeadlineSeconds: true,
      ttlStrategy: { secondsAfterCompletion: true },
      templates: 'ArgoTemplate',
    },
  },
  CronWorkflowSpec: {
    of: 'argoproj.io/v1alpha1/CronWorkflow',
    fields: {
      schedules: true,
      timezone: true,
      concurrencyPolicy: ['Allow', 'Forbid', 'Replace'],
      startingDeadlineSeconds: true,
      workflowSpec: 'WorkflowSpec',
    },
  },
};
