// All of tuning: experiments, their parameters, algorithms and metrics.
export { Experiment, type ExperimentProps } from './experiment';
export type { ExperimentOptions } from './experiment-workload';
export { Objective, type ObjectiveOptions } from './objective';
export { Search, type RangeOptions, type SearchKind, type SearchSpace } from './search';
export { EarlyStopping, TuningAlgorithm } from './tuning-algorithm';
export type { AlgorithmSettings } from './algorithm-settings';
export { MetricsSource } from './metrics-source';
export type { TrialValues } from './trial-template';
