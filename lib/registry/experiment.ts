import type { IRunRecords } from '../core/contracts/run-records';

/** Facts of runs by their names. MLflow refuses names with characters other than letters, digits, space, and `_ - . : /`. */
export type RunTags = Readonly<Record<string, string>>;

/** An experiment of a registry, in which jobs record their runs. It is the `records` of a training job. */
export interface RegistryExperiment extends IRunRecords {
  readonly name: string;
  /**
   * The variables by which MLflow's client in any program finds the registry, such as one of a workflow's step.
   *
   * @param tags facts of each run, such as its code, data and image
   * @see https://mlflow.org/docs/latest/ml/tracking/
   */
  env(tags?: RunTags): Readonly<Record<string, string>>;
}

/** The experiment at the address of a registry, with tags of all its runs. */
export function experimentAt(address: string, name: string, common: RunTags): RegistryExperiment {
  return {
    name,
    env: (own = {}) => {
      const tags = { ...common, ...own };
      return {
        MLFLOW_TRACKING_URI: address,
        MLFLOW_EXPERIMENT_NAME: name,
        // MLflow's client makes tags of each new run of this JSON.
        ...(Object.keys(tags).length > 0 && { MLFLOW_RUN_CONTEXT: JSON.stringify(tags) }),
      };
    },
  };
}
