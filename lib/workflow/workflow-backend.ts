import type { FurtherFile } from '../core/contracts/further-file';
import type { GuideStep } from '../core/contracts/guide';
import type { SidecarResources } from '../pods/containers/resources';
import type { PodOptions } from '../pods/pod-options';
import type { Backend } from '../workload/backend';
import { ARGO } from './backends/argo/argo';
import { pachyderm, type PachydermOptions } from './backends/pachyderm/pachyderm';
import type { ResolvedWorkflow } from './resolve-workflow';
import type { StepData } from './step';

/** A program in the cluster that runs workflows. Pure: from a resolved workflow to objects, or to files if it has no objects. */
export interface WorkflowBackend extends Partial<Omit<Backend<ResolvedWorkflow>, 'guide'>>, Supplier {
  readonly name: string;
  guide?(workflow: ResolvedWorkflow): readonly GuideStep[];
  files?(workflow: ResolvedWorkflow): readonly FurtherFile[];
}

/** The part of a backend that gives steps their data. */
export interface Supplier {
  supply(step: string, reads: StepData, writes: StepData): StepSupply;
}

/** Mounts of the data of a step, and the path of each data set by its variable. */
export interface StepSupply extends Required<Pick<PodOptions, 'mounts'>> {
  readonly env: Readonly<Record<string, string>>;
  /** The requests of containers that it adds to the pod of a task. @default - none */
  readonly added?: SidecarResources;
  /** The most pods of a task at once. @default - those of its fan-out */
  readonly workers?: number;
}

/** The programs that run workflows. */
export const WorkflowBackend = {
  /** Argo Workflows: a Workflow, a WorkflowTemplate or a CronWorkflow. */
  argo: (): WorkflowBackend => ARGO,
  /**
   * Pachyderm: a pipeline for each task, as a file with its commands in DEPLOY.md. Data sets are repos, and a pipeline runs
   * whenever one that it reads changes. Refused: less than one worker.
   */
  pachyderm: (options: PachydermOptions = {}): WorkflowBackend => pachyderm(options),
};
