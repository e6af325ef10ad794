import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import type { Problem } from '../core/problems/problem';
import { argo, type ArgoTrialsOptions } from './backends/argo';
import { KATIB } from './backends/katib';
import type { ResolvedExperiment } from './experiment';

/** A program in the cluster that runs experiments. */
export interface ExperimentBackend {
  /** The trials that the objects of an experiment have room for. */
  readonly mostTrials: number;
  /** Problems of an experiment that it cannot run. @default - none */
  problems?(experiment: ResolvedExperiment): Iterable<Problem>;
  /** Adds the objects of an experiment without problems. The end of the main one is the experiment's end. */
  add(owner: Construct, experiment: ResolvedExperiment): ApiObject | undefined;
  /** The arguments of `kubectl get` that show the best trial. */
  best(name: string): string;
}

/** The programs that run experiments. */
export const ExperimentBackend = {
  /** Katib: an Experiment, with any algorithm. */
  katib: (): ExperimentBackend => KATIB,
  /** Argo Workflows: a Workflow whose steps are the trials of a grid or of a random search. */
  argo: (options: ArgoTrialsOptions): ExperimentBackend => argo(options),
};
