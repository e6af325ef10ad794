import { Duration } from 'cdk8s';
import { FLEX_START } from './catalog/machine-types';
import { secondsProblems } from '../problems/seconds-problems';
import { accepted } from '../problems/errors';
import { problem, valueText, type Problem } from '../problems/problem';
import { DURATION, text, typeProblems, valueOf } from '../problems/rules';

export const CAPACITY = valueOf('Capacity', 'use Capacity.SPOT, Capacity.ON_DEMAND or another way of Capacity');

/** The first 15 of a spot machine's last 30 seconds are for pods, the others for pods of the system. */
const SPOT_GRACE_SECONDS = 15;
/** The longest that Dynamic Workload Scheduler lets a node live. */
const LONGEST_RUN = Duration.minutes(FLEX_START.minutes.max);
const SHORTEST_RUN = Duration.minutes(FLEX_START.minutes.min);
const MAX_RUN = { code: 'max-run', atMost: LONGEST_RUN.toSeconds() };
const RESERVATION_FIX =
  'use its name, such as "ours", or for one that another project shares "projects/acme-gpus/reservations/ours"; "/reservationBlocks/…/reservationSubBlocks/…" may follow';
const NAME = '[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?';
const PROJECT = '(?:[a-z0-9][-a-z0-9.]*:)?[a-z][-a-z0-9]{4,28}[a-z0-9]';
const RESERVATION = new RegExp(
  `^(?:projects/${PROJECT}/reservations/)?${NAME}(?:/reservationBlocks/${NAME}(?:/reservationSubBlocks/${NAME})?)?$`,
);

/**
 * How a pool's machines are bought. One choice, as the ways cannot be combined.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/about-consumption-options
 */
export class Capacity {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Capacity';

  /** Machines at list price for as long as they are kept. */
  static readonly ON_DEMAND = new Capacity('onDemand');
  /**
   * Cheap machines that Google Cloud can take back at any time. The machine then has 30 seconds, and pods have 15
   * of them to save their work. From GKE 1.35.0-gke.1171000 on, a setting of the pool's kubelet can make it 120 in all.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/concepts/spot-vms
   */
  static readonly SPOT = new Capacity('spot');

  /**
   * Machines of one reservation. Refused if the name is not of a form that GKE takes.
   *
   * @param name the name of a reservation of the cluster's project, or `projects/<project>/reservations/<name>` of another
   * project that shares it. For a part of the reservation, `/reservationBlocks/<block>` follows, and for a part of the
   * block `/reservationSubBlocks/<sub-block>`.
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/consuming-reservations
   */
  static reservation(name: string): Capacity {
    const types = typeProblems({ name }, { name: text(RESERVATION_FIX) });
    const where = `Capacity.reservation(${valueText(name)})`;
    return accepted(where, [types, reservationProblems(name)], () => new Capacity('reservation', name));
  }

  /**
   * Machines that start one by one, when there are some to spare, and live at most `maxRun`.
   *
   * Refused for machines without GPUs, except H4D.
   *
   * @param maxRun 10 minutes to 7 days. @default Duration.days(7)
   * @see https://cloud.google.com/kubernetes-engine/docs/concepts/dws
   */
  static flexStart(maxRun: Duration = LONGEST_RUN): Capacity {
    const types = typeProblems({ maxRun }, { maxRun: DURATION });
    const seconds = secondsProblems('maxRun', maxRun, SHORTEST_RUN.toSeconds(), MAX_RUN);
    return accepted('Capacity.flexStart', [types, seconds], () => new Capacity('flexStart', undefined, maxRun));
  }

  /**
   * Machines that start together, when there are enough to spare for all. A ProvisioningRequest asks for them, and says how long
   * they live.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/provisioningrequest
   */
  static queued(): Capacity {
    return new Capacity('queued');
  }

  private constructor(
    readonly kind: 'onDemand' | 'spot' | 'reservation' | 'flexStart' | 'queued',
    /** The reservation, where there is one: its name or its path. */
    readonly reservationName?: string,
    /** How long a node lives at most, where that is limited. */
    readonly maxRun?: Duration,
  ) {}

  /** The seconds that pods have to end when Google Cloud takes their node back. @default - it is not taken back */
  get graceSeconds(): number | undefined {
    return this.interruptible ? SPOT_GRACE_SECONDS : undefined;
  }

  /** Whether Google Cloud may take a node back while work runs on it. */
  get interruptible(): boolean {
    return this.kind === 'spot';
  }
}

function* reservationProblems(name: string): Generator<Problem> {
  if (RESERVATION.test(name)) return;
  yield problem('reservation-name', `${JSON.stringify(name)} names no reservation as GKE does`, RESERVATION_FIX);
}
