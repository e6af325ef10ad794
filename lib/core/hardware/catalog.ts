import type { Architecture } from './architecture';
import acceleratorsJson from './catalog/accelerators.json';
import machineTypesJson from './catalog/machine-types.json';
import zonesJson from './catalog/zones.json';

/** How far a piece of hardware is on its way out. */
export interface Lifecycle {
  /** active: offered. legacy: still offered, but its drivers or libraries have ended. retired: no zone has it. */
  readonly state: 'active' | 'legacy' | 'retired';
  /** The month it was withdrawn, `YYYY-MM`. @default - it was not, or not known */
  readonly withdrawn?: string;
  /** The last branch of NVIDIA's driver that runs it, such as `R470`. @default - none is known to be the last */
  readonly lastDriverBranch?: string;
  /** Accelerator types to use instead, the nearest first. */
  readonly replacements: readonly string[];
  /** Why it is on its way out. @default - it is not */
  readonly reason?: string;
}

/** The most vCPU and memory that a machine may have. */
export interface MachineLimit {
  readonly vcpu: number;
  readonly memoryMib: number;
}

export interface AcceleratorFacts {
  readonly displayName: string;
  readonly memoryGb?: number;
  readonly computeCapability?: string;
  readonly attach: 'n1' | 'machine';
  readonly spot: boolean;
  readonly reservationOnly?: boolean;
  readonly minimumDriverBranch?: string;
  readonly minimumGkeVersions?: readonly string[];
  readonly n1Limits?: Readonly<Record<string, string>>;
  readonly n1LimitsByZone?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly mig?: Readonly<Record<string, number>>;
  readonly lifecycle: Lifecycle;
}

interface MachineEntry {
  readonly size: string;
  readonly gpu?: string;
  readonly localSsd?: readonly number[];
  readonly bundledSsd?: number;
  readonly byName?: boolean;
  readonly flexStart?: boolean;
  readonly sharedCore?: boolean;
  readonly bootDiskTypes?: readonly string[];
}

export interface FamilyFacts {
  readonly architecture: Architecture;
  readonly bootDiskTypes: readonly string[];
  readonly compactPlacementNodes: number;
  readonly custom?: boolean;
  readonly poolNodes?: number;
  readonly localSsd?: readonly { readonly upToVcpu: number; readonly counts: readonly number[] }[];
  readonly shapes?: Readonly<Record<string, string>>;
  readonly machines?: Readonly<Record<string, MachineEntry>>;
}

/** One machine type of the catalogue. */
export interface MachineFacts extends MachineLimit {
  readonly name: string;
  readonly family: string;
  readonly gpu?: { readonly type: string; readonly count: number; readonly fraction?: string };
  readonly localSsd?: readonly number[];
  readonly bundledSsd?: number;
  readonly byName: boolean;
  readonly flexStart: boolean;
  readonly sharedCore: boolean;
  readonly bootDiskTypes: readonly string[];
}

/** A region with the zones in it that are known to have something; no zones: which of them is not known. */
export interface Place {
  readonly region: string;
  readonly zones: readonly string[];
}

interface AcceleratorFile {
  readonly sharing: { readonly clientsPerGpu: { readonly min: number; readonly max: number } };
  readonly tpus: { readonly machineFamilies: readonly string[] };
  readonly accelerators: Readonly<Record<string, AcceleratorFacts>>;
}

interface MachineFile {
  readonly notOnDemand: { readonly machines: readonly string[] };
  readonly customShapes: {
    readonly maxVcpu: number;
    readonly memoryStepMiB: number;
    readonly minGiBPerVcpu: number;
    readonly maxGiBPerVcpu: number;
  };
  readonly families: Readonly<Record<string, FamilyFacts>>;
}

interface ZoneFile {
  readonly asOf: string;
  readonly regions: string;
  readonly accelerators: Readonly<Record<string, { readonly places: string }>>;
  readonly formerly: Readonly<Record<string, { readonly places: string }>>;
  readonly families: Readonly<Record<string, string>>;
  readonly machineTypes: readonly { readonly names: readonly string[]; readonly places: string }[];
}

// The edge to the data files: JSON knows no literal types. test/core/catalog.test.ts checks their form.
/* eslint-disable @typescript-eslint/consistent-type-assertions */
const accelerators = acceleratorsJson as AcceleratorFile;
const machineTypes = machineTypesJson as MachineFile;
const zones = zonesJson as ZoneFile;
/* eslint-enable @typescript-eslint/consistent-type-assertions */

export const TPU_MACHINE_FAMILIES = accelerators.tpus.machineFamilies;
export const SHARED_CLIENTS = accelerators.sharing.clientsPerGpu;
export const CUSTOM_SHAPES = machineTypes.customShapes;
/** The date of the zone lists, for messages. */
export const ZONES_AS_OF = zones.asOf;

export function acceleratorTypes(): string[] {
  return Object.keys(accelerators.accelerators);
}

export function acceleratorFacts(type: string): AcceleratorFacts | undefined {
  return own(accelerators.accelerators, type);
}

export function familyFacts(family: string): FamilyFacts | undefined {
  return own(machineTypes.families, family);
}

export function machineFacts(name: string): MachineFacts | undefined {
  return machinesByName().get(name);
}

/** Whether a machine type can be bought without a reservation, Spot or a wait, as far as is known. */
export function soldOnDemand(name: string): boolean {
  return !machineTypes.notOnDemand.machines.includes(name);
}

export function allMachines(): readonly MachineFacts[] {
  return [...machinesByName().values()];
}

/** The machine types that come with an accelerator, smallest first; those only chosen by name last. */
export function hostsOf(acceleratorType: string): readonly MachineFacts[] {
  return hostsByAccelerator().get(acceleratorType) ?? [];
}

/** The numbers of local SSDs that can be chosen on a machine of a family by its size. */
export function localSsdCounts(family: FamilyFacts, vcpu: number): readonly number[] {
  return family.localSsd?.find((rule) => vcpu <= rule.upToVcpu)?.counts ?? [];
}

export function regions(): readonly string[] {
  return zones.regions.split(' ');
}

/** Where an accelerator is offered; `undefined` for one that the catalogue does not know. */
export function placesOfAccelerator(type: string): readonly Place[] | undefined {
  const entry = own(zones.accelerators, type);
  return entry && parsePlaces(entry.places);
}

/** Where an accelerator was offered before it was withdrawn. */
export function formerPlacesOfAccelerator(type: string): readonly Place[] {
  return parsePlaces(own(zones.formerly, type)?.places ?? '');
}

/** Where a machine type is offered; `undefined` when no list says. */
export function placesOfMachine(name: string, family: string): readonly Place[] | undefined {
  const places = zones.machineTypes.find((group) => group.names.includes(name))?.places ?? own(zones.families, family);
  return places === undefined ? undefined : parsePlaces(places);
}

/** `8:52`, vCPU and GiB, as a limit. */
export function parseSize(size: string): MachineLimit {
  const [vcpu, gib] = size.split(':').map(Number);
  return { vcpu: vcpu ?? NaN, memoryMib: Math.round((gib ?? NaN) * 1024) };
}

/** `us-east1-b,c europe-west4` as places. */
export function parsePlaces(places: string): Place[] {
  return places
    .split(' ')
    .filter((token) => token !== '')
    .map((token) => {
      const [region, letters] = token.split(/(?<=\d)-/);
      return {
        region: region ?? token,
        zones: letters === undefined ? [] : letters.split(',').map((z) => `${region ?? ''}-${z}`),
      };
    });
}

const machinesByName = lazily(() => new Map(machinesOfAllFamilies().map((machine) => [machine.name, machine])));

const hostsByAccelerator = lazily(() => {
  const hosts = new Map<string, MachineFacts[]>();
  for (const machine of machinesByName().values()) {
    if (machine.gpu) hosts.set(machine.gpu.type, [...(hosts.get(machine.gpu.type) ?? []), machine]);
  }
  for (const list of hosts.values()) {
    list.sort((a, b) => Number(a.byName) - Number(b.byName) || a.vcpu - b.vcpu || a.memoryMib - b.memoryMib);
  }
  return hosts;
});

function machinesOfAllFamilies(): MachineFacts[] {
  return Object.entries(machineTypes.families).flatMap(([family, facts]) => [
    ...Object.entries(facts.shapes ?? {}).flatMap(([series, sizes]) =>
      sizes.split(' ').map((size) =>
        toMachine(`${series}-${size.slice(0, size.indexOf(':'))}`, family, facts, {
          size,
          localSsd: localSsdCounts(facts, parseSize(size).vcpu),
        }),
      ),
    ),
    ...Object.entries(facts.machines ?? {}).map(([name, entry]) => toMachine(name, family, facts, entry)),
  ]);
}

function toMachine(name: string, family: string, facts: FamilyFacts, entry: MachineEntry): MachineFacts {
  return {
    name,
    family,
    ...parseSize(entry.size),
    gpu: entry.gpu === undefined ? undefined : parseGpu(entry.gpu),
    localSsd: entry.localSsd,
    bundledSsd: entry.bundledSsd,
    byName: entry.byName ?? false,
    flexStart: entry.flexStart ?? true,
    sharedCore: entry.sharedCore ?? false,
    bootDiskTypes: entry.bootDiskTypes ?? facts.bootDiskTypes,
  };
}

function parseGpu(gpu: string): { type: string; count: number; fraction?: string } {
  const [type = gpu, count = '1'] = gpu.split(':');
  return count.includes('/') ? { type, count: 1, fraction: count } : { type, count: Number(count) };
}

function own<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function lazily<V>(make: () => V): () => V {
  let made: { readonly value: V } | undefined;
  return () => (made ??= { value: make() }).value;
}
