import { accepted, boundsProblems, problem, secondsProblems, type Problem } from '../../core/problems';
import { Duration } from 'cdk8s';

/** The pace of a blue-green upgrade. */
export interface BlueGreenOptions {
  /** The number of nodes drained at a time, 1 or more. @default 1 */
  readonly batchNodes?: number;
  /** The pause after each batch. Whole seconds, at most 7 days. @default Duration.seconds(0) */
  readonly batchSoak?: Duration;
  /** The time for which drained nodes are kept for a rollback. Whole seconds, at most 7 days. @default Duration.hours(1) */
  readonly poolSoak?: Duration;
}

/** The nodes of a pool that GKE upgrades at once. */
const AT_ONCE = { least: 1, most: 20 };
const SOAK = { most: Duration.days(7).toSeconds() };

/**
 * The way in which a pool's nodes are upgraded.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/node-pool-upgrade-strategies
 */
export class UpgradeStrategy {
  declare readonly '~type': 'UpgradeStrategy';

  /**
   * A few nodes at a time. Refused: 0 of both, and more than 20 together.
   *
   * @param maxSurge nodes that are added during the upgrade; they need quota, also for GPUs
   * @param maxUnavailable nodes that may be unavailable during the upgrade
   */
  static surge(maxSurge: number, maxUnavailable: number): UpgradeStrategy {
    const counts = { maxSurge, maxUnavailable };
    return accepted(
      `UpgradeStrategy.surge(${maxSurge}, ${maxUnavailable})`,
      [surgeProblems(maxSurge, maxUnavailable)],
      () => new UpgradeStrategy('surge', counts),
    );
  }

  /** A second set of nodes beside the first. It needs quota for both, and excludes compact placement. */
  static blueGreen(options: BlueGreenOptions = {}): UpgradeStrategy {
    return accepted('UpgradeStrategy.blueGreen', [blueGreenProblems(options)], () => {
      const { batchNodes = 1, batchSoak = Duration.seconds(0), poolSoak = Duration.hours(1) } = options;
      return new UpgradeStrategy('blueGreen', undefined, { batchNodes, batchSoak, poolSoak });
    });
  }

  private constructor(
    readonly kind: 'surge' | 'blueGreen',
    /** Set if `kind` is `surge`. */
    readonly surge?: { readonly maxSurge: number; readonly maxUnavailable: number },
    /** Set if `kind` is `blueGreen`. */
    readonly blueGreen?: Required<BlueGreenOptions>,
  ) {}
}

function* surgeProblems(maxSurge: number, maxUnavailable: number): Generator<Problem> {
  const together = maxSurge + maxUnavailable;
  const areCounts = [maxSurge, maxUnavailable].every((count) => Number.isInteger(count) && count >= 0);
  if (areCounts && together >= AT_ONCE.least && together <= AT_ONCE.most) return;
  const message = `maxSurge ${maxSurge} and maxUnavailable ${maxUnavailable} are ${together} nodes at once`;
  const fix = `use whole numbers that are together from ${AT_ONCE.least} to ${AT_ONCE.most}`;
  yield problem('upgrade-surge', message, fix);
}

function* blueGreenProblems(options: BlueGreenOptions): Generator<Problem> {
  const { batchNodes, batchSoak, poolSoak } = options;
  yield* boundsProblems('upgrade-blue-green', { batchNodes }, { least: 1 });
  yield* secondsProblems({ batchSoak, poolSoak }, SOAK, 'upgrade-blue-green');
}
