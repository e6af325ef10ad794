/** An experiment of a registry, in which jobs record their runs. */
export interface RegistryExperiment {
  readonly name: string;
  /**
   * The variables by which MLflow's client in a job's program finds the registry.
   *
   * @param tags facts of each run, such as its code, data and image. MLflow refuses names with characters other than letters,
   * digits, space, and `_ - . : /`
   * @see https://mlflow.org/docs/latest/ml/tracking/
   */
  env(tags?: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

/** The experiment at the address of a registry. */
export function experimentAt(address: string, name: string): RegistryExperiment {
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
