import { ArgoBackend } from './backends/argo/argo';
import type { PachydermOptions } from './backends/pachyderm/options';
import { PachydermBackend } from './backends/pachyderm/pachyderm';
import type { WorkflowBackend as Contract } from './workflow-backend';

export type WorkflowBackend = Contract;

/** The programs that run workflows. */
export const WorkflowBackend = {
  /** Argo Workflows: a Workflow, a WorkflowTemplate or a CronWorkflow. */
  argo: (): WorkflowBackend => new ArgoBackend(),
  /**
   * Pachyderm: a pipeline for each task, as a file with its commands in DEPLOY.md. Data sets are repos, and a pipeline runs
   * whenever one that it reads changes. Refused: less than one worker.
   */
  pachyderm: (options: PachydermOptions = {}): WorkflowBackend => new PachydermBackend(options),
};
