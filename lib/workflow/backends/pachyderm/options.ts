import type { Size } from 'cdk8s';

/** The way in which Pachyderm splits the data of a step and spreads it over pods. */
export interface PachydermStep {
  /**
   * The globs that split data sets into datums, by the variables of `reads`. The program runs once for each datum: `/*` is each
   * file and folder at the top.
   *
   * @default - `/` for each data set: all its files are one datum
   */
  readonly globs?: Readonly<Record<string, string>>;
  /** The most pods at once. None runs while there is nothing to do. @default 1 */
  readonly workers?: number;
  /** The datums that a pod takes at a time: a number, a size, or all of a job in so many parts for each pod. @default - Pachyderm's own */
  readonly datumSet?: { readonly number: number } | { readonly size: Size } | { readonly perWorker: number };
}

/** Options of Pachyderm. */
export interface PachydermOptions {
  /** Settings of steps, by their names. @default {} */
  readonly steps?: Readonly<Record<string, PachydermStep>>;
}
