// Workflows: steps, their data, and what runs them.
export { Workflow } from './workflow';
export type { WorkflowProps } from './workflow-options';
export {
  Step,
  type FanOut,
  type ObjectStepOptions,
  type StepData,
  type StepOrder,
  type TaskStepOptions,
  type TrainingStepOptions,
} from './step';
export type { ReleaseOptions } from './release';
export { DataSet } from './data-set';
export { Condition } from './condition';
export { RunValue } from './run-value';
export { Trigger, type CronOptions } from './trigger';
export { WorkflowBackend } from './workflow-backends';
export type { PachydermOptions, PachydermStep } from './backends/pachyderm/options';
