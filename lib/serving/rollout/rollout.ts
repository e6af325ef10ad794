import { accepted, boundsProblems, problem, type Problem } from '../../core/problems';
import type { ModelSource } from '../../model/model-source';
import { versionProblems } from '../../model/version-policy';

export interface RollingOptions {
  /**
   * The number of extra replicas during a roll-out. With 0, one replica stops before the next starts. A whole number, 0
   * or more.
   *
   * @default - 1 if the pool has room for it beside its other workloads, or else 0, with which a single replica answers nobody meanwhile
   */
  readonly surge?: number;
}

/** One of two versions that run side by side. */
export type Color = 'blue' | 'green';

/** Options of a roll-out with two versions side by side, of which one gets all requests. */
export interface BlueGreenRolloutOptions {
  /** The version of green. Blue runs the serving's `model`. */
  readonly green: ModelSource;
  /** The color that gets the requests. DEPLOY.md waits until it is ready before it changes. */
  readonly live: Color;
}

export interface InPlaceOptions {
  /**
   * The versions that running pods have loaded, or load at their first start. Only these can have labels: first load a
   * new version beside them, then add it here and move the label.
   */
  readonly loaded: readonly number[];
}

/** The ways to another version, as platforms and checks read them. */
export type RolloutWay =
  | { readonly kind: 'rolling'; readonly surge?: number }
  | ({ readonly kind: 'blueGreen' } & BlueGreenRolloutOptions)
  | ({ readonly kind: 'inPlace' } & InPlaceOptions);

/**
 * The way in which new versions replace old ones.
 *
 * @example
 * const rollout = Rollout.blueGreen({ green: models.version(2), live: 'blue' });
 */
export class Rollout {
  declare readonly '~type': 'Rollout';

  /** One pod after the other: an old pod goes when a new one is ready. */
  static rolling(options: RollingOptions = {}): Rollout {
    return accepted(
      'Rollout.rolling',
      [boundsProblems('rollout-surge', { surge: options.surge })],
      () => new Rollout({ kind: 'rolling', surge: options.surge }),
    );
  }

  /**
   * Two versions at full size, one of which gets all requests. A switch, in both directions, changes one word and takes
   * a moment, but the pool holds twice the pods.
   */
  static blueGreen(options: BlueGreenRolloutOptions): Rollout {
    return new Rollout({ kind: 'blueGreen', green: options.green, live: options.live });
  }

  /**
   * No new pods: running servers load further versions, and clients change over when a label moves. Only for servers that can do
   * that, such as TensorFlow Serving. Each pod needs memory for two versions.
   */
  static inPlace(options: InPlaceOptions): Rollout {
    return accepted(
      'Rollout.inPlace',
      [loadedProblems(options)],
      () => new Rollout({ kind: 'inPlace', loaded: options.loaded }),
    );
  }

  private constructor(readonly way: RolloutWay) {}
}

function* loadedProblems(options: InPlaceOptions): Generator<Problem> {
  const { loaded } = options;
  if (loaded.length === 0) {
    const fix = 'give the versions that pods have, such as [1]; for the first deployment, those that it loads';
    yield problem('rollout-in-place', 'loaded', 'no version is given', fix);
  }
  yield* versionProblems('loaded', loaded);
}
