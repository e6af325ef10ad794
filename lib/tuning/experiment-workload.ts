import { NETWORK_POLICY } from '../kubernetes/kinds/core';
import { CONTROLLER, EXPERIMENT, SUGGESTION_NAME } from '../kubernetes/kinds/katib';
import { objectOf } from '../kubernetes/kinds/kind';
import type { Manifest } from '../kubernetes/manifest';
import { workloadLabel } from '../kubernetes/workload-label';
import type { TrainingRun } from '../training/training-run';
import type { PodWorkload } from '../workload/workload';
import { MetricsSource } from './metrics-source';
import type { Objective } from './objective';
import type { SearchSpace } from './search';
import { trialTemplateOf } from './trial-template';
import type { EarlyStopping, TuningAlgorithm } from './tuning-algorithm';

/** The objective of an experiment, the number of its trials, and what Katib does with them. */
export interface ExperimentOptions {
  readonly objective: Objective;
  /** The most trials. @default - all points of a grid, the first round of hyperband, 12 otherwise */
  readonly trials?: number;
  /** The trials that run at once. The pools must have room for them. @default - all trials of hyperband, 3 otherwise */
  readonly parallelTrials?: number;
  /** The number of failed trials at which the experiment fails. @default 3 */
  readonly failedTrials?: number;
  /** The rule by which trials that do badly are stopped. @default - none */
  readonly earlyStopping?: EarlyStopping;
  /** The place where Katib reads the metrics of a trial. @default MetricsSource.stdout() */
  readonly metrics?: MetricsSource;
  /** Set to true if finished jobs of trials stay, with their logs, until the experiment is deleted. @default false */
  readonly keepTrials?: boolean;
}

interface SearchOptions extends ExperimentOptions {
  readonly parameters: SearchSpace;
  readonly algorithm: TuningAlgorithm<string>;
}

/** An experiment with all defaults filled in. */
export type ResolvedExperiment = ReturnType<typeof resolveExperiment>;

export function resolveExperiment(options: SearchOptions) {
  const { parameters, algorithm, metrics = MetricsSource.stdout() } = options;
  const usual = { parallelTrials: 3, ...algorithm.facts.usual?.(parameters) };
  const { trials = usual.trials ?? 12 } = options;
  const { parallelTrials = Math.min(usual.parallelTrials, trials), failedTrials = Math.min(3, trials) } = options;
  return { ...options, trials, parallelTrials, failedTrials, metrics };
}

/** The objects of an experiment, and the pods of all trials that run at once. */
export function experimentWorkload(experiment: ResolvedExperiment, trial: TrainingRun): PodWorkload {
  const { objective, algorithm, earlyStopping, parameters, metrics, parallelTrials, keepTrials } = experiment;
  const { base, pods, rendered } = trial.workload;
  const main = objectOf(EXPERIMENT, base, {
    objective: objective.spec,
    algorithm: algorithm.spec,
    earlyStopping: earlyStopping?.spec,
    parallelTrialCount: parallelTrials,
    maxTrialCount: experiment.trials,
    maxFailedTrialCount: experiment.failedTrials,
    resumePolicy: algorithm.facts.keepsFiles === true ? 'FromVolume' : undefined,
    metricsCollectorSpec: metrics.spec,
    parameters: Object.entries(parameters).map(([name, search]) => ({ name, ...search.spec })),
    trialTemplate: { ...trialTemplateOf(trial, Object.keys(parameters)), retain: keepTrials },
  });
  return {
    ...trial.workload,
    kind: EXPERIMENT,
    // Katib adds the container that reads the metrics.
    pods: pods.map((set) => ({ ...set, copies: parallelTrials, addedContainers: true })),
    rendered: { before: [...(rendered.before ?? []), suggestionPolicy(base)], main },
  };
}

/** Katib and the trials connect to the pod that suggests trials, also where nobody else may connect to pods. */
function suggestionPolicy(base: string): Manifest {
  const controller = { podSelector: { matchLabels: CONTROLLER }, namespaceSelector: {} };
  return objectOf(NETWORK_POLICY, `${base}-suggestion`, {
    podSelector: { matchLabels: { [SUGGESTION_NAME]: base } },
    policyTypes: ['Ingress'],
    ingress: [{ from: [controller, { podSelector: { matchLabels: workloadLabel(base) } }] }],
  });
}
