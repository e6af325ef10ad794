import { Duration } from 'cdk8s';
import { secondsProblems } from '../../core/problems/seconds-problems';
import { accepted } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import {
  DURATION,
  number,
  optional,
  optionProblems,
  typeProblems,
  valueOf,
  type Rules,
} from '../../core/problems/rules';

export const UPGRADE_STRATEGY = valueOf(
  'UpgradeStrategy',
  'use UpgradeStrategy.surge(1, 0) or UpgradeStrategy.blueGreen()',
);

/** How fast the old nodes are drained, and how long they are kept. */
export interface BlueGreenOptions {
  /** How many nodes are drained at a time, 1 or more. @default 1 */
  readonly batchNodes?: number;
  /** How long to wait after each batch. Whole seconds, at most 7 days. @default Duration.seconds(0) */
  readonly batchSoak?: Duration;
  /** How long the drained nodes are kept for a rollback. Whole seconds, at most 7 days. @default Duration.hours(1) */
  readonly poolSoak?: Duration;
}

const BLUE_GREEN_OPTIONS: Rules<BlueGreenOptions> = {
  batchNodes: optional(number('use a whole number of 1 or more')),
  batchSoak: optional(DURATION),
  poolSoak: optional(DURATION),
};

const NODES = number('use a whole number, such as 1');
const SURGE = { maxSurge: NODES, maxUnavailable: NODES };

/** The most nodes of a pool that GKE upgrades at once. */
const PARALLEL_UPGRADES = 20;
const SOAK = { code: 'upgrade-blue-green', atMost: Duration.days(7).toSeconds() };

/**
 * How the nodes of a pool are replaced by upgraded ones.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/node-pool-upgrade-strategies
 */
export class UpgradeStrategy {
  /**
   * A few nodes at a time. Refused: 0 of both, and more than 20 together.
   *
   * @param maxSurge nodes that are added during the upgrade; they need quota, also for GPUs
   * @param maxUnavailable nodes that may be missing during the upgrade
   */
  static surge(maxSurge: number, maxUnavailable: number): UpgradeStrategy {
    const counts = { maxSurge, maxUnavailable };
    return accepted('UpgradeStrategy.surge', [typeProblems(counts, SURGE)], () =>
      accepted(
        `UpgradeStrategy.surge(${maxSurge}, ${maxUnavailable})`,
        [surgeProblems(maxSurge, maxUnavailable)],
        () => new UpgradeStrategy('surge', counts),
      ),
    );
  }

  /** A second set of nodes beside the first. It needs quota for both, and excludes compact placement. */
  static blueGreen(options: BlueGreenOptions = {}): UpgradeStrategy {
    return accepted(
      'UpgradeStrategy.blueGreen',
      [optionProblems(options, BLUE_GREEN_OPTIONS), blueGreenProblems(options)],
      () => {
        const { batchNodes = 1, batchSoak = Duration.seconds(0), poolSoak = Duration.hours(1) } = options;
        return new UpgradeStrategy('blueGreen', undefined, { batchNodes, batchSoak, poolSoak });
      },
    );
  }

  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'UpgradeStrategy';

  private constructor(
    readonly kind: 'surge' | 'blueGreen',
    /** Where `kind` is `surge`. */
    readonly surge?: { readonly maxSurge: number; readonly maxUnavailable: number },
    /** Where `kind` is `blueGreen`. */
    readonly blueGreen?: Required<BlueGreenOptions>,
  ) {}
}

function* surgeProblems(maxSurge: number, maxUnavailable: number): Generator<Problem> {
  const wrong = [maxSurge, maxUnavailable].filter((count) => !Number.isInteger(count) || count < 0);
  for (const count of wrong) {
    yield problem(
      'upgrade-surge',
      `${count} is not a number of nodes`,
      'use whole numbers, such as UpgradeStrategy.surge(1, 0)',
    );
  }
  if (wrong.length > 0) return;
  const together = maxSurge + maxUnavailable;
  if (together === 0) {
    const fix = 'use UpgradeStrategy.surge(1, 0) or, without spare quota, UpgradeStrategy.surge(0, 1)';
    yield problem('upgrade-surge', 'no node can be upgraded if none may be added or missing', fix);
  } else if (together > PARALLEL_UPGRADES) {
    const message = `${together} nodes at once are more than the ${PARALLEL_UPGRADES} that GKE upgrades together`;
    yield problem('upgrade-surge', message, `lower maxSurge + maxUnavailable to ${PARALLEL_UPGRADES}`);
  }
}

function* blueGreenProblems(options: BlueGreenOptions): Generator<Problem> {
  const { batchNodes = 1, batchSoak, poolSoak } = options;
  yield* batchProblems(batchNodes);
  yield* secondsProblems('batchSoak', batchSoak, 0, SOAK);
  yield* secondsProblems('poolSoak', poolSoak, 0, SOAK);
}

function* batchProblems(batchNodes: number): Generator<Problem> {
  if (Number.isInteger(batchNodes) && batchNodes > 0) return;
  const message = `${batchNodes} is not a number of nodes`;
  yield problem('upgrade-blue-green', 'batchNodes', message, 'use a whole number of 1 or more');
}
