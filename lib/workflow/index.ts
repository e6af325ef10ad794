// Workflows: steps, their data, and what runs them.
export { Workflow, type WorkflowProps } from './workflow';
export { Step, type StepData, type StepOptions } from './step';
export type { ObjectStepOptions, TaskStepOptions, TrainingStepOptions } from './step';
export type { ReleaseOptions } from './release';
export { DataSet } from './data-set';
export { Condition } from './condition';
export { RunValue, type RunText } from './run-value';
export { Trigger, type CronOptions } from './trigger';
export { WorkflowBackend } from './workflow-backend';
export type { PachydermOptions, PachydermStep } from './backends/pachyderm/pachyderm';
