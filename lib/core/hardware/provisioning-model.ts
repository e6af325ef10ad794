import { accepted, problem, secondsProblems, valueText, type Problem } from '../problems';
import { Duration } from 'cdk8s';
import flexStart from './catalog/flex-start.json';

/** The seconds for pods when a spot machine is taken back: 15 of its last 30. The others are for pods of the system. */
const SPOT_GRACE_SECONDS = 15;
/** The longest life of a node by Dynamic Workload Scheduler. */
const LONGEST_RUN = Duration.minutes(flexStart.minutes.max);
const MAX_RUN = { least: 60 * flexStart.minutes.min, most: LONGEST_RUN.toSeconds() };

const RESERVATION =
  /^(projects\/[^/]+\/reservations\/)?[a-z][-a-z0-9]{0,62}(\/reservationBlocks\/[^/]+(\/reservationSubBlocks\/[^/]+)?)?$/;

/**
 * The way in which Google Cloud provides a pool's machines. A pool has exactly one.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/about-consumption-options
 */
export class ProvisioningModel {
  declare readonly '~type': 'ProvisioningModel';

  /** Machines at list price for as long as they are kept. */
  static readonly ON_DEMAND = new ProvisioningModel('onDemand');
  /**
   * Cheap machines that Google Cloud can take back at any time. The machine then has 30 seconds, of which pods have 15 to
   * save their work. From GKE 1.35.0-gke.1171000 on, a setting of the pool's kubelet can make it 120 in all.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/concepts/spot-vms
   */
  static readonly SPOT = new ProvisioningModel('spot');

  /**
   * Machines of one reservation.
   *
   * @param name the name of a reservation of the cluster's project, or `projects/<project>/reservations/<name>` of another
   * project that shares it. For a part of the reservation, `/reservationBlocks/<block>` follows, and for a part of the
   * block `/reservationSubBlocks/<sub-block>`.
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/consuming-reservations
   */
  static reservation(name: string): ProvisioningModel {
    const make = () => new ProvisioningModel('reservation', name);
    return accepted(`ProvisioningModel.reservation(${valueText(name)})`, [reservationProblems(name)], make);
  }

  /**
   * Machines that start one by one as they become available, and live at most `maxRun`.
   *
   * Refused for machines without GPUs, except H4D.
   *
   * @param maxRun 10 minutes to 7 days. @default Duration.days(7)
   * @see https://cloud.google.com/kubernetes-engine/docs/concepts/dws
   */
  static flexStart(maxRun: Duration = LONGEST_RUN): ProvisioningModel {
    const seconds = secondsProblems({ maxRun }, MAX_RUN, 'max-run');
    return accepted(
      'ProvisioningModel.flexStart',
      [seconds],
      () => new ProvisioningModel('flexStart', undefined, maxRun),
    );
  }

  /**
   * Machines that start together, when all of them are available. A ProvisioningRequest asks for them, and sets how long
   * they live.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/provisioningrequest
   */
  static queued(): ProvisioningModel {
    return new ProvisioningModel('queued');
  }

  private constructor(
    readonly kind: 'onDemand' | 'spot' | 'reservation' | 'flexStart' | 'queued',
    /** The name or the path of the reservation, if there is one. */
    readonly reservationName?: string,
    /** The longest life of a node, if limited. */
    readonly maxRun?: Duration,
  ) {}

  /** The seconds that pods have to end when Google Cloud takes their node back. @default - it does not take nodes back */
  get graceSeconds(): number | undefined {
    return this.interruptible ? SPOT_GRACE_SECONDS : undefined;
  }

  /** True if Google Cloud may take a node back while work runs on it. */
  get interruptible(): boolean {
    return this.kind === 'spot';
  }
}

function* reservationProblems(name: string): Generator<Problem> {
  if (RESERVATION.test(name)) return;
  const fix = 'use a name such as "ours", or "projects/acme-gpus/reservations/ours" of another project';
  yield problem('reservation-name', `${JSON.stringify(name)} names no reservation as GKE does`, fix);
}
