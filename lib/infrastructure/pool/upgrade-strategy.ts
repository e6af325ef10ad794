import { Duration } from 'cdk8s';
import { secondsProblems } from '../../core/problems/seconds-problems';
import { optionsProblems } from '../../core/problems/given';
import { refuse } from '../../core/problems/errors';
import type { Problem } from '../../core/problems/problem';

/** How fast the nodes of the first set are emptied, and how long there is a way back. */
export interface BlueGreenOptions {
  /** How many nodes are drained at a time. @default 1 */
  readonly batchNodes?: number;
  /** How long to wait after each batch. At most 7 days. @default Duration.seconds(0) */
  readonly batchSoak?: Duration;
  /** How long the old nodes are kept, to go back to, after all are drained. At most 7 days. @default Duration.hours(1) */
  readonly poolSoak?: Duration;
}

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
   * A few nodes at a time.
   *
   * @param maxSurge nodes that are added for the time of the upgrade: they need quota, of GPUs too
   * @param maxUnavailable nodes that may be missing meanwhile
   */
  static surge(maxSurge: number, maxUnavailable: number): UpgradeStrategy {
    const counts = [maxSurge, maxUnavailable];
    const problems: Problem[] = counts
      .filter((count) => !Number.isInteger(count) || count < 0)
      .map((count) => surgeProblem(`${count} is not a number of nodes`, 'use whole numbers of 0 or more'));
    const together = maxSurge + maxUnavailable;
    if (problems.length === 0 && together === 0) {
      problems.push(
        surgeProblem(
          'no node can be upgraded while none may be added or missing',
          'use UpgradeStrategy.surge(1, 0) or, without spare quota, UpgradeStrategy.surge(0, 1)',
        ),
      );
    }
    if (problems.length === 0 && together > PARALLEL_UPGRADES) {
      problems.push(
        surgeProblem(
          `${together} nodes at once are more than the ${PARALLEL_UPGRADES} that GKE upgrades together`,
          `lower maxSurge + maxUnavailable to ${PARALLEL_UPGRADES}`,
        ),
      );
    }
    refuse(`UpgradeStrategy.surge(${counts.join(', ')})`, problems);
    return new UpgradeStrategy('surge', { maxSurge, maxUnavailable });
  }

  /** A second set of nodes beside the first: needs quota for both. Not with compact placement. */
  static blueGreen(options: BlueGreenOptions = {}): UpgradeStrategy {
    refuse('UpgradeStrategy.blueGreen', optionsProblems(options));
    const { batchNodes = 1, batchSoak = Duration.seconds(0), poolSoak = Duration.hours(1) } = options;
    refuse('UpgradeStrategy.blueGreen', [
      ...(Number.isInteger(batchNodes) && batchNodes > 0
        ? []
        : [
            {
              code: 'upgrade-blue-green',
              property: 'batchNodes',
              message: `${batchNodes} is not a number of nodes`,
              fix: 'use a whole number of 1 or more',
            },
          ]),
      ...secondsProblems('batchSoak', batchSoak, 0, SOAK),
      ...secondsProblems('poolSoak', poolSoak, 0, SOAK),
    ]);
    return new UpgradeStrategy('blueGreen', undefined, { batchNodes, batchSoak, poolSoak });
  }

  private constructor(
    readonly kind: 'surge' | 'blueGreen',
    /** Where `kind` is `surge`. */
    readonly surge?: { readonly maxSurge: number; readonly maxUnavailable: number },
    /** Where `kind` is `blueGreen`. */
    readonly blueGreen?: Required<BlueGreenOptions>,
  ) {}
}

function surgeProblem(message: string, fix: string): Problem {
  return { code: 'upgrade-surge', message, fix };
}
