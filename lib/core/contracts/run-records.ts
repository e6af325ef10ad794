/** A place where programs record their runs, such as an experiment of a model registry. */
export interface IRunRecords {
  /**
   * The variables by which the client in a program finds it.
   *
   * @param tags facts of each run, such as its code and its data
   */
  env(tags?: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}
