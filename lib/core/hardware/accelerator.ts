import {
  acceleratorFacts,
  acceleratorTypes,
  n1Limit,
  type AcceleratorFacts,
  type Lifecycle,
} from './catalog/accelerators';
import { familyFacts, hostsOf, type MachineLimit } from './catalog/machine-types';
import { formerPlacesOfAccelerator, placesOfAccelerator, placesOfZones, type Place } from './catalog/zones';
import { accepted } from '../problems/errors';
import { valueText } from '../problems/problem';
import {
  choice,
  listOf,
  number,
  object,
  optional,
  recordOf,
  text,
  typeProblems,
  valueOf,
  type Rules,
} from '../problems/rules';
import { acceleratorProblems, countProblems } from './accelerator-problems';
import { ARCHITECTURE, type Architecture } from './architecture';
import { toCompactPlacement, type CompactPlacement } from './compact-placement';

export const ACCELERATOR = valueOf('Accelerator', 'use Accelerator.L4 or another, without times');
export const ACCELERATORS = valueOf('AcceleratorCount', 'use Accelerator.L4.times(1), or what your nodes carry');

/** Facts of an accelerator that the catalogue lacks or has wrong. A fact that is left out is not checked. */
export interface AcceleratorSpec {
  /** @default - the type itself */
  readonly displayName?: string;
  /** Memory of one GPU, in GB as NVIDIA counts. @default - not known */
  readonly memoryGb?: number;
  /** NVIDIA's compute capability, such as `8.9`. @default - not known */
  readonly computeCapability?: string;
  /** The processor of the machines that carry it. @default - not known */
  readonly architecture?: Architecture;
  /** n1: attached to an N1 machine. machine: comes with a machine type. @default - not known */
  readonly attach?: 'n1' | 'machine';
  /** How many one machine can have. @default - any number */
  readonly counts?: readonly number[];
  /** Zones that have it. @default - not checked */
  readonly zones?: readonly string[];
  /** @default - not checked */
  readonly bootDiskTypes?: readonly string[];
  /** MIG partition sizes, each with the partitions of one GPU. @default - not checked */
  readonly mig?: Readonly<Record<string, number>>;
}

const SPEC: Rules<AcceleratorSpec> = {
  displayName: optional(text('name it, such as "NVIDIA L4"')),
  memoryGb: optional(number('give the memory of one GPU in GB')),
  computeCapability: optional(text('give it as NVIDIA does, such as "8.9"')),
  architecture: optional(ARCHITECTURE),
  attach: optional(choice('n1', 'machine')),
  counts: optional(listOf(number('give whole numbers, such as [1, 2, 4]'))),
  zones: optional(listOf(text('name zones, such as ["us-east1-c"]'))),
  bootDiskTypes: optional(listOf(text('name types of disks, such as ["pd-ssd"]'))),
  mig: optional(recordOf(number('give the partitions of one GPU by their size'), "give { '1g.5gb': 7 }")),
};
const PARTS = {
  type: text('name it, such as "nvidia-l4"'),
  spec: object(SPEC, 'give the facts by their names, or leave them out'),
};

/** A number of accelerators on each node. `Accelerator.times` makes it. */
class AcceleratorCount {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'AcceleratorCount';

  constructor(
    readonly accelerator: Accelerator,
    readonly count: number,
  ) {}
}
export type { AcceleratorCount };

/**
 * A GPU model of Google Cloud, as node pools name it.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/gpus
 */
export class Accelerator {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Accelerator';

  /** Retired: `lifecycle` says since when, and what replaces it. */
  static readonly K80 = Accelerator.of('nvidia-tesla-k80');
  static readonly P4 = Accelerator.of('nvidia-tesla-p4');
  static readonly P100 = Accelerator.of('nvidia-tesla-p100');
  static readonly V100 = Accelerator.of('nvidia-tesla-v100');
  static readonly T4 = Accelerator.of('nvidia-tesla-t4');
  static readonly L4 = Accelerator.of('nvidia-l4');
  /** With 40 GB. */
  static readonly A100 = Accelerator.of('nvidia-tesla-a100');
  static readonly A100_80GB = Accelerator.of('nvidia-a100-80gb');
  static readonly H100 = Accelerator.of('nvidia-h100-80gb');
  static readonly H100_MEGA = Accelerator.of('nvidia-h100-mega-80gb');
  static readonly H200 = Accelerator.of('nvidia-h200-141gb');
  static readonly B200 = Accelerator.of('nvidia-b200');
  /** On Arm machines, by reservation only. */
  static readonly GB200 = Accelerator.of('nvidia-gb200');
  /** On bare Arm machines, by reservation only. */
  static readonly GB300 = Accelerator.of('nvidia-gb300');
  static readonly RTX_PRO_6000 = Accelerator.of('nvidia-rtx-pro-6000');

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
    const checks = [typeProblems({ type, spec }, PARTS), acceleratorProblems(type)];
    return accepted(expression, checks, () => new Accelerator(type, acceleratorFacts(type), spec));
  }

  readonly displayName: string;
  /** Memory of one GPU, in GB. */
  readonly memoryGb?: number;
  readonly computeCapability?: string;
  readonly attach?: 'n1' | 'machine';
  readonly lifecycle: Lifecycle;
  /** Whether it is offered on Spot machines; `undefined` if not known. */
  readonly spot?: boolean;
  /** Whether only a reservation gives it. */
  readonly reservationOnly: boolean;
  /** The oldest branch of NVIDIA's driver that runs it, such as `R535`, where a source says. */
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

  /** Whether the catalogue has it. */
  get known(): boolean {
    return this.facts !== undefined;
  }

  /** The processor of the machines that carry it; `undefined` when not known. */
  get architecture(): Architecture | undefined {
    return this.spec.architecture ?? this.hostFamily?.architecture;
  }

  /** How many one machine can have; `undefined` when not known. */
  get counts(): readonly number[] | undefined {
    if (this.spec.counts) return this.spec.counts;
    if (this.facts?.n1Limits) return Object.keys(this.facts.n1Limits).map(Number);
    if (!this.facts) return undefined;
    return [...new Set(hostsOf(this.type).map((host) => host.gpu?.count ?? 0))].sort((a, b) => a - b);
  }

  /** Where the catalogue, or the spec, has it. A place without zones is a region whose zones are not known. */
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

  /** `undefined` when not known. */
  get compactPlacement(): CompactPlacement | undefined {
    const nodes = this.hostFamily?.compactPlacementNodes;
    return nodes === undefined ? undefined : toCompactPlacement(nodes);
  }

  /**
   * A number of them on each node. Refused: a number that no machine has. The message lists those that exist.
   */
  times(count: number): AcceleratorCount {
    const expression = `Accelerator.of(${valueText(this.type)}).times`;
    const types = typeProblems({ count }, { count: number('use a whole number, such as 1') });
    return accepted(expression, [types], () => {
      const counts = countProblems({ accelerator: this, count });
      return accepted(`${expression}(${count})`, [counts], () => new AcceleratorCount(this, count));
    });
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
