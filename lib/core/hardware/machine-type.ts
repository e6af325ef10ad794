import { Size } from 'cdk8s';
import type { AcceleratorCount } from './accelerator';
import { isTpuMachine, tpuProblem } from './accelerator-problems';
import type { Architecture } from './architecture';
import { allMachines, familyFacts, hostsOf, machineFacts, type MachineFacts } from './catalog/machine-types';
import { placesOfMachine, type Place } from './catalog/zones';
import { toCompactPlacement, type CompactPlacement } from './compact-placement';
import { customFacts } from './custom-machine-type';
import { accepted, problem, valueText, type Problem } from '../problems';

/** The GPUs that a machine type comes with. */
export interface MachineGpu {
  readonly type: string;
  readonly count: number;
  /** The fraction of one GPU that the machine has, such as `1/8`. @default - whole GPUs */
  readonly fraction?: string;
}

/** The local SSDs of a machine type. */
export interface LocalSsdRule {
  /** chosen: none, or one of `counts`. bundled: always the one number in `counts`. none: it takes none. */
  readonly mode: 'chosen' | 'bundled' | 'none';
  readonly counts: readonly number[];
  /** The size of one of them in GiB. @default 375 */
  readonly gib?: number;
}

/** The least vCPU and memory of a machine with accelerators. */
export interface SmallestMachineOptions {
  /** @default 4 for each GPU on N1; any elsewhere */
  readonly minVcpu?: number;
  /** @default - any */
  readonly minMemory?: Size;
}

/** The vCPU for each GPU on N1. GKE's own pods take 0.8, and the pod that feeds the GPU needs the rest. */
const N1_VCPU_PER_GPU = 4;

/**
 * A machine type of Compute Engine, with its facts from the catalogue.
 *
 * @see https://cloud.google.com/compute/docs/machine-resource
 */
export class MachineType {
  declare readonly '~type': 'MachineType';

  /**
   * A machine type by its name: predefined, or custom (`custom-8-53248`, `n1-custom-8-53248`,
   * `n2-custom-…`). One that the catalogue does not know is advice at synthesis, not a problem.
   * Refused: TPU machines, and texts that cannot be a machine type.
   */
  static of(name: string | MachineType): MachineType {
    if (typeof name !== 'string') return name;
    const make = () => new MachineType(name, machineFacts(name) ?? customFacts(name));
    return accepted(`MachineType.of(${valueText(name)})`, [nameProblems(name)], make);
  }

  /**
   * The smallest machine type that carries the accelerators: the fewest vCPU, then the least memory. On N1 it is the
   * smallest predefined shape (n1-standard, then n1-highmem) with 4 vCPU for each GPU. Types with a fraction of a GPU, on
   * bare metal or without disks are chosen only if no other exists. Refused if none exists.
   */
  static smallestFor(accelerators: AcceleratorCount, options: SmallestMachineOptions = {}): MachineType {
    const { accelerator, count } = accelerators;
    const minVcpu = options.minVcpu ?? (accelerator.attach === 'n1' ? N1_VCPU_PER_GPU * count : 1);
    const minMemory = (options.minMemory?.toKibibytes() ?? 0) / 1024;
    const carriers = machinesFor(accelerators);
    const chosen = carriers.find((machine) => machine.vcpu >= minVcpu && machine.memoryMib >= minMemory);
    const what = `${count} × ${accelerator.type}`;
    const wrong = chosen ? [] : [noMachine(what, minVcpu, minMemory, carriers.at(-1))];
    const name = chosen?.name ?? '';
    return accepted(`MachineType.smallestFor(${what})`, [wrong], () => new MachineType(name, chosen));
  }

  readonly family: string;
  /** True if the catalogue has it, or its name says its size. */
  readonly known: boolean;
  readonly vcpu?: number;
  readonly memory?: Size;
  /** `undefined` when not known. */
  readonly architecture?: Architecture;
  /** The GPUs it comes with; `undefined`: none, or not known. */
  readonly gpu?: MachineGpu;
  /** `undefined` when not known. */
  readonly localSsd?: LocalSsdRule;
  /** Boot disks it takes; `undefined` when not known. */
  readonly bootDiskTypes?: readonly string[];
  /** `undefined` when not known. */
  readonly compactPlacement?: CompactPlacement;
  /** True if flex-start offers it; `undefined` if not known. */
  readonly flexStart?: boolean;
  /** The most nodes that a pool of it may have, where the machine limits that. */
  readonly maxNodesPerPool?: number;
  /** True if it shares its cores with other machines. */
  readonly sharedCore: boolean;

  private constructor(
    readonly name: string,
    facts: MachineFacts | undefined,
  ) {
    const family = facts?.family ?? name.split('-')[0] ?? name;
    const ofFamily = familyFacts(family);
    this.family = family;
    this.known = facts !== undefined;
    this.vcpu = facts?.vcpu;
    this.memory = facts && Size.mebibytes(facts.memoryMib);
    this.architecture = ofFamily?.architecture;
    this.gpu = facts?.gpu;
    this.localSsd = facts && toLocalSsd(facts);
    this.bootDiskTypes = facts?.bootDiskTypes;
    this.compactPlacement = ofFamily && toCompactPlacement(ofFamily.compactPlacementNodes);
    this.flexStart = facts?.flexStart;
    this.maxNodesPerPool = ofFamily?.poolNodes;
    this.sharedCore = facts?.sharedCore ?? false;
  }

  /** The places that offer it; `undefined` when no list has it. */
  get places(): readonly Place[] | undefined {
    return this.known ? placesOfMachine(this.name, this.family) : undefined;
  }

  toString(): string {
    return this.name;
  }
}

/** The machine types that can carry the accelerators, in the order of preference. */
export function machinesFor({ accelerator, count }: AcceleratorCount): readonly MachineFacts[] {
  if (accelerator.attach !== 'n1') {
    const hosts = hostsOf(accelerator.type).filter((host) => host.gpu?.count === count);
    const whole = hosts.filter((host) => !host.byName);
    return whole.length > 0 ? whole : hosts;
  }
  const limit = accelerator.n1Limit(count);
  return allMachines()
    .filter((machine) => /^n1-(standard|highmem)-/.test(machine.name))
    .filter((machine) => !limit || (machine.vcpu <= limit.vcpu && machine.memoryMib <= limit.memoryMib))
    .sort((a, b) => a.vcpu - b.vcpu || a.memoryMib - b.memoryMib);
}

function* nameProblems(name: string): Generator<Problem> {
  if (isTpuMachine(name)) yield tpuProblem(name);
  else if (name.length > 63 || !/^[a-z][a-z0-9]*(-[a-zA-Z0-9]+)+$/.test(name)) {
    const examples = 'n1-standard-8, g2-standard-12 or custom-8-53248';
    const message = `${JSON.stringify(name)} cannot be a machine type`;
    yield problem('machine-type-name', 'machineType', message, `use a name such as ${examples}`);
  }
}

function toLocalSsd(facts: MachineFacts): LocalSsdRule {
  if (facts.bundledSsd !== undefined) return { mode: 'bundled', counts: [facts.bundledSsd], gib: facts.ssdGib };
  return facts.localSsd && facts.localSsd.length > 0
    ? { mode: 'chosen', counts: facts.localSsd }
    : { mode: 'none', counts: [] };
}

function noMachine(what: string, minVcpu: number, minMemory: number, largest: MachineFacts | undefined): Problem {
  if (!largest) {
    const message = `the catalogue knows no machine type with ${what}, so none can be chosen`;
    return problem('machine-type-none', 'machineType', message, 'name it in machineType');
  }
  const memory = minMemory > 0 ? ` and ${minMemory} MiB of memory` : '';
  const has = `${largest.name} has (${largest.vcpu} vCPU, ${largest.memoryMib} MiB)`;
  return problem(
    'machine-type-none',
    'machineType',
    `no machine type with ${what} has ${minVcpu} vCPU${memory}`,
    `ask for at most what ${has}`,
  );
}
