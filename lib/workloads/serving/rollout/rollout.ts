import { accepted } from '../../../core/problems/errors';
import { problem, type Problem } from '../../../core/problems/problem';
import { choice, listOf, number, optional, optionProblems, valueOf, type Rules } from '../../../core/problems/rules';
import { MODEL, type ModelSource } from '../model/model-source';

/** Options of a rolling replacement. */
export interface RollingOptions {
  /**
   * How many replicas there are more than usual during a roll-out. With 0, one replica stops before the next starts.
   * A whole number, 0 or more.
   *
   * @default - 1 if the pool has room for it beside its other workloads, or else 0
   */
  readonly surge?: number;
}

/** One of two versions that run side by side. */
export type Colour = 'blue' | 'green';

/** Options of a roll-out with two versions side by side, of which one gets all requests. */
export interface BlueGreenRolloutOptions {
  /** The version of green. Blue runs the serving's `model`. */
  readonly green: ModelSource;
  /** The colour that gets the requests. DEPLOY.md waits until it is ready before it changes. */
  readonly live: Colour;
}

/** Options of a change without new pods. */
export interface InPlaceOptions {
  /**
   * The versions that running pods have loaded, or load when they start for the first time. Labels may stand for these alone:
   * first load a new version beside them, then add it here and move the label.
   */
  readonly loaded: readonly number[];
}

/** The ways to another version, as platforms and checks read them. */
export type RolloutWay =
  | { readonly kind: 'rolling'; readonly surge?: number }
  | ({ readonly kind: 'blueGreen' } & BlueGreenRolloutOptions)
  | ({ readonly kind: 'inPlace' } & InPlaceOptions);

export const ROLLOUT = valueOf('Rollout', 'use Rollout.rolling() or another way of Rollout');

const ROLLING: Rules<RollingOptions> = { surge: optional(number('give a number, such as 1')) };
const BLUE_GREEN: Rules<BlueGreenRolloutOptions> = { green: MODEL, live: choice('blue', 'green') };
const IN_PLACE: Rules<InPlaceOptions> = {
  loaded: listOf(number('give the number of the version, such as 1'), 'give the loaded versions, such as [1]'),
};

/** How new versions take the place of old ones. */
export class Rollout {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Rollout';

  /** One after the other: an old pod goes when a new one is ready. */
  static rolling(options: RollingOptions = {}): Rollout {
    const checks = [optionProblems(options, ROLLING), surgeProblems(options)];
    return accepted('Rollout.rolling', checks, () => new Rollout({ kind: 'rolling', surge: options.surge }));
  }

  /**
   * Two versions at full size, one of which gets all requests. The switch, and the way back, is one word and takes a moment, but
   * the pool holds twice the pods.
   */
  static blueGreen(options: BlueGreenRolloutOptions): Rollout {
    const make = () => new Rollout({ kind: 'blueGreen', green: options.green, live: options.live });
    return accepted('Rollout.blueGreen', [optionProblems(options, BLUE_GREEN)], make);
  }

  /**
   * No new pods: running servers load further versions, and clients change over when a label moves. Only for servers that can do
   * that, such as TensorFlow Serving. Each pod needs memory for two versions.
   */
  static inPlace(options: InPlaceOptions): Rollout {
    const checks = [optionProblems(options, IN_PLACE), loadedProblems(options)];
    return accepted('Rollout.inPlace', checks, () => new Rollout({ kind: 'inPlace', loaded: options.loaded }));
  }

  private constructor(readonly way: RolloutWay) {}
}

function* surgeProblems(options: RollingOptions): Generator<Problem> {
  const { surge } = options;
  if (surge === undefined || (Number.isSafeInteger(surge) && surge >= 0)) return;
  yield problem('rollout-surge', 'surge', `${surge} is not a number of replicas`, 'use a whole number of 0 or more');
}

function* loadedProblems(options: InPlaceOptions): Generator<Problem> {
  const { loaded } = options;
  if (loaded.length === 0) {
    const fix = 'give the versions that pods have, such as [1]; for the first deployment, those that it loads';
    yield problem('rollout-in-place', 'loaded', 'no version is given', fix);
  }
  for (const version of loaded) {
    if (Number.isSafeInteger(version) && version >= 0) continue;
    const message = `${version} is not the number of a version`;
    yield problem('model-version', 'loaded', message, 'use a whole number of 0 or more');
  }
}
