import { ArgoBackend } from './backends/argo/argo';
import type { WorkflowBackend as Contract } from './workflow-backend';

export type WorkflowBackend = Contract;

/** The programs that run workflows. */
export const WorkflowBackend = {
  /** Argo Workflows: a Workflow, a WorkflowTemplate or a CronWorkflow. */
  argo: (): WorkflowBackend => new ArgoBackend(),
};
