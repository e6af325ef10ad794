import {
  acceleratorFacts,
  acceleratorTypes,
  n1Limit,
  type AcceleratorFacts,
  type Lifecycle,
} from './catalog/accelerators';
import { familyFacts, hostsOf, type MachineLimit } from './catalog/machine-types';
import { formerPlacesOfAccelerator, placesOfAccelerator, placesOfZones, type Place } from './catalog/zones';
import { accepted, valueText } from '../problems';
import { acceleratorProblems, countProblems } from './accelerator-problems';
import type { Architecture } from './architecture';
import { toCompactPlacement, type CompactPlacement } from './compact-placement';

/** Facts of an accelerator that replace the catalogue's. A fact that is left out is not checked. */
export interface AcceleratorSpec {
  /** @default - the type itself */
  readonly displayName?: string;
  /** The memory of one GPU, in GB as NVIDIA counts. @default - not known */
  readonly memoryGb?: number;
  /** NVIDIA's compute capability, such as `8.9`. @default - not known */
  readonly computeCapability?: string;
  /** The processor of the machines that carry it. @default - not known */
  readonly architecture?: Architecture;
  /** n1: attached to an N1 machine. machine: part of a machine type. @default - not known */
  readonly attach?: 'n1' | 'machine';
  /** The possible numbers on one machine. @default - any number */
  readonly counts?: readonly number[];
  /** Zones that have it. @default - not checked */
  readonly zones?: readonly string[];
  /** @default - not checked */
  readonly bootDiskTypes?: readonly string[];
  /** MIG partition sizes, each with the partitions of one GPU. @default - not checked */
  readonly mig?: Readonly<Record<string, number>>;
}

/** A number of accelerators on each node. `Accelerator.times` makes it. */
class AcceleratorCount {
  declare readonly '~type': 'AcceleratorCount';

  constructor(
    readonly accelerator: Accelerator,
    readonly count: number,
  ) {}
}
export type { AcceleratorCount };

/**
 * A GPU model of Google Cloud, as node pools name it. A constant has the name of the type, without `nvidia` and `tesla`:
 * `H100_80GB` is `nvidia-h100-80gb`.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/gpus
 */
export class Accelerator {
  /** Retired: `lifecycle` says since when, and what replaces it. */
  static readonly K80 = Accelerator.of('nvidia-tesla-k80');
  static readonly P4 = Accelerator.of('nvidia-tesla-p4');
  static readonly P100 = Accelerator.of('nvidia-tesla-p100');
  static readonly V100 = Accelerator.of('nvidia-tesla-v100');
  static readonly T4 = Accelerator.of('nvidia-tesla-t4');
  static readonly L4 = Accelerator.of('nvidia-l4');
  /** With 40 GB. */
  static readonly A100 = Accelerator.of('nvidia-tesla-a100');
  /** Another name of `A100`, beside `A100_80GB`. */
  static readonly A100_40GB = Accelerator.A100;
  static readonly A100_80GB = Accelerator.of('nvidia-a100-80gb');
  static readonly H100_80GB = Accelerator.of('nvidia-h100-80gb');
  static readonly H100_MEGA_80GB = Accelerator.of('nvidia-h100-mega-80gb');
  static readonly H200_141GB = Accelerator.of('nvidia-h200-141gb');
  static readonly B200 = Accelerator.of('nvidia-b200');
  /** On Arm machines, by reservation only. */
  static readonly GB200 = Accelerator.of('nvidia-gb200');
  /** On bare Arm machines, by reservation only. */
  static readonly GB300 = Accelerator.of('nvidia-gb300');
  static readonly RTX_PRO_6000 = Accelerator.of('nvidia-rtx-pro-6000');
  /** @deprecated Use `H100_80GB`. */
  static readonly H100 = Accelerator.H100_80GB;
  /** @deprecated Use `H100_MEGA_80GB`. */
  static readonly H100_MEGA = Accelerator.H100_MEGA_80GB;
  /** @deprecated Use `H200_141GB`. */
  static readonly H200 = Accelerator.H200_141GB;

  /** All accelerators of the catalogue, oldest first. */
  static all(): Accelerator[] {
    return acceleratorTypes().map((type) => Accelerator.of(type));
  }

  /**
   * An accelerator by its type. One that the catalogue does not know is advice at synthesis, not
   * a problem: only the facts of `spec` are checked. TPUs and texts that cannot be a type are refused.
   *
   * @param type the value of the node label `cloud.google.com/gke-accelerator`
   * @param spec facts that replace the catalogue's
   */
  static of(type: string, spec: AcceleratorSpec = {}): Accelerator {
    const expression = `Accelerator.of(${valueText(type)})`;
    return accepted(expression, [acceleratorProblems(type)], () => new Accelerator(type, acceleratorFacts(type), spec));
  }

  readonly displayName: string;
  /** Memory of one GPU, in GB. */
  readonly memoryGb?: number;
  readonly computeCapability?: string;
  readonly attach?: 'n1' | 'machine';
  readonly lifecycle: Lifecycle;
  /** True if Spot machines offer it; `undefined` if not known. */
  readonly spot?: boolean;
  /** True if only a reservation offers it. */
  readonly reservationOnly: boolean;
  /** The oldest branch of NVIDIA's driver that runs it, such as `R535`, if known. */
  readonly minimumDriverBranch?: string;
  /** The oldest GKE versions that take it, one for each minor version that a source names. */
  readonly minimumGkeVersions: readonly string[];
  /** Partition sizes of Multi-Instance GPU, each with the partitions of one GPU; `undefined`: none, or not known. */
  readonly mig?: Readonly<Record<string, number>>;

  private constructor(
    /** The value of the node label `cloud.google.com/gke-accelerator`. */
    readonly type: string,
    private readonly facts: AcceleratorFacts | undefined,
    private readonly spec: AcceleratorSpec,
  ) {
    this.displayName = spec.displayName ?? facts?.displayName ?? type;
    this.memoryGb = spec.memoryGb ?? facts?.memoryGb;
    this.computeCapability = spec.computeCapability ?? facts?.computeCapability;
    this.attach = spec.attach ?? facts?.attach;
    this.lifecycle = facts?.lifecycle ?? { state: 'active', replacements: [] };
    this.spot = facts?.spot;
    this.reservationOnly = facts?.reservationOnly ?? false;
    this.minimumDriverBranch = facts?.minimumDriverBranch;
    this.minimumGkeVersions = facts?.minimumGkeVersions ?? [];
    this.mig = spec.mig ?? facts?.mig;
  }

  /** True if the catalogue has it. */
  get known(): boolean {
    return this.facts !== undefined;
  }

  /** The processor of the machines that carry it; `undefined` when not known. */
  get architecture(): Architecture | undefined {
    return this.spec.architecture ?? this.hostFamily?.architecture;
  }

  /** The possible numbers on one machine; `undefined` when not known. */
  get counts(): readonly number[] | undefined {
    if (this.spec.counts) return this.spec.counts;
    if (this.facts?.n1Limits) return Object.keys(this.facts.n1Limits).map(Number);
    if (!this.facts) return undefined;
    return [...new Set(hostsOf(this.type).map((host) => host.gpu?.count ?? 0))].sort((a, b) => a - b);
  }

  /** The places that offer it, by the catalogue or the spec. A place without zones is a region whose zones are not known. */
  get places(): readonly Place[] | undefined {
    if (!this.spec.zones) return placesOfAccelerator(this.type);
    return placesOfZones(this.spec.zones);
  }

  /** The zones known to have it; `undefined` when not known. */
  get zones(): readonly string[] | undefined {
    return this.places?.flatMap((place) => place.zones);
  }

  /** The zones that its spec gives. @internal */
  get ownZones(): readonly string[] {
    return this.spec.zones ?? [];
  }

  /** The zones that had it before it was withdrawn. */
  get formerZones(): readonly string[] {
    return formerPlacesOfAccelerator(this.type).flatMap((place) => place.zones);
  }

  /** Boot disks that a machine carrying it takes; `undefined` when not known. */
  get bootDiskTypes(): readonly string[] | undefined {
    if (this.spec.bootDiskTypes) return this.spec.bootDiskTypes;
    const ofHosts = hostsOf(this.type).flatMap((host) => host.bootDiskTypes);
    return ofHosts.length > 0 ? [...new Set(ofHosts)] : this.hostFamily?.bootDiskTypes;
  }

  /** The limits of its compact placement; `undefined` when not known. */
  get compactPlacement(): CompactPlacement | undefined {
    const nodes = this.hostFamily?.compactPlacementNodes;
    return nodes === undefined ? undefined : toCompactPlacement(nodes);
  }

  /**
   * A number of them on each node. A number that no machine has is refused, and the message lists the possible ones.
   */
  times(count: number): AcceleratorCount {
    const expression = `Accelerator.of(${valueText(this.type)}).times`;
    const counts = countProblems({ accelerator: this, count });
    return accepted(`${expression}(${count})`, [counts], () => new AcceleratorCount(this, count));
  }

  /**
   * The most vCPU and memory that an N1 machine with this number of them may have; `undefined` when not
   * known or not attached to N1.
   *
   * @param zone some zones have limits of their own. @default - the limit that holds everywhere
   */
  n1Limit(count: number, zone?: string): MachineLimit | undefined {
    return this.facts && n1Limit(this.facts, count, zone);
  }

  toString(): string {
    return this.type;
  }

  private get hostFamily() {
    if (this.attach === 'n1') return familyFacts('n1');
    const family = hostsOf(this.type)[0]?.family;
    return family === undefined ? undefined : familyFacts(family);
  }
}
