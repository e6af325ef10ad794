/** An experiment of a registry, in which jobs record their runs. */
export interface Experiment {
  readonly name: string;
  /**
   * The variables by which MLflow's client in a job's program finds the registry. They tag each run.
   *
   * @param tags further facts of the run, such as its code, data and image
   */
  env(tags?: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

/** The experiment at the address of a registry. */
export function experimentAt(address: string, name: string): Experiment {
  return {
    name,
    env: (tags = {}) => ({
      MLFLOW_TRACKING_URI: address,
      MLFLOW_EXPERIMENT_NAME: name,
      // MLflow's client makes tags of each new run of this JSON.
      ...(Object.keys(tags).length > 0 && { MLFLOW_RUN_CONTEXT: JSON.stringify(tags) }),
    }),
  };
}
