import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { argo, type ArgoTrialsOptions } from './backends/argo';
import { KATIB } from './backends/katib';
import type { ResolvedExperiment } from './experiment';

/** A program in the cluster that runs experiments. */
export interface ExperimentBackend {
  /** Adds the objects of an experiment, and checks of its own. The end of the main object is the experiment's end. */
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
