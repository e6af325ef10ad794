// All of tuning: experiments, their parameters, algorithms and metrics.
export { Experiment, type ExperimentProps, type TrialValues } from './experiment';
export { ExperimentBackend } from './experiment-backend';
export type { ArgoTrialsOptions } from './backends/argo';
export { Objective, MetricsSource, type ObjectiveOptions } from './objective';
export { Search, type RangeOptions, type SearchSpace } from './search';
export { TuningAlgorithm, type EarlyStopping } from './algorithm';
