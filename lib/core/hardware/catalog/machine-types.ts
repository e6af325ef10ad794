import type { Architecture } from '../architecture';
import { lazily } from '../../lazily';
import machineTypesJson from './machine-types.json';

/** The most vCPU and memory that a machine may have. */
export interface MachineLimit {
  readonly vcpu: number;
  readonly memoryMib: number;
}

interface MachineEntry {
  readonly size: string;
  readonly gpu?: string;
  readonly localSsd?: readonly number[];
  readonly bundledSsd?: number;
  readonly ssdGib?: number;
  readonly byName?: boolean;
  readonly flexStart?: boolean;
  readonly sharedCore?: boolean;
  readonly bootDiskTypes?: readonly string[];
}

export interface FamilyFacts {
  readonly architecture: Architecture;
  readonly bootDiskTypes: readonly string[];
  readonly compactPlacementNodes: number;
  readonly ssdGib?: number;
  readonly poolNodes?: number;
  readonly localSsd?: readonly { readonly upToVcpu: number; readonly counts: readonly number[] }[];
  readonly shapes?: Readonly<Record<string, string>>;
  readonly lssd?: Readonly<Record<string, string>>;
  readonly machines?: Readonly<Record<string, MachineEntry>>;
}

/** One machine type of the catalogue. */
export interface MachineFacts extends MachineLimit {
  readonly name: string;
  readonly family: string;
  readonly gpu?: { readonly type: string; readonly count: number; readonly fraction?: string };
  readonly localSsd?: readonly number[];
  readonly bundledSsd?: number;
  readonly ssdGib?: number;
  readonly byName: boolean;
  readonly flexStart: boolean;
  readonly sharedCore: boolean;
  readonly bootDiskTypes: readonly string[];
}

interface MachineFile {
  readonly notOnDemand: { readonly machines: readonly string[] };
  readonly directNetworks: { readonly machines: Readonly<Record<string, number>> };
  readonly bareMetal: { readonly suffix: string };
  readonly customShapes: { readonly families: readonly string[] };
  readonly smallestNode: { readonly refused: readonly string[] };
  readonly attachedGpuLocalSsd: { readonly counts: Readonly<Record<string, readonly number[]>> };
  readonly families: Readonly<Record<string, FamilyFacts>>;
}

// The edge to the data file: JSON knows no literal types. test/core/hardware/catalog.test.ts checks its form.
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions
const file = machineTypesJson as MachineFile;
const families = new Map(Object.entries(file.families));
const networks = new Map(Object.entries(file.directNetworks.machines));

export function familyFacts(family: string): FamilyFacts | undefined {
  return families.get(family);
}

export function hasCustomShapes(family: string): boolean {
  return file.customShapes.families.includes(family);
}

/** True if GKE makes nodes of a machine type. It refuses types that are too small. */
export function canBeNode(name: string): boolean {
  return !file.smallestNode.refused.includes(name);
}

/** The possible numbers of local SSDs on an N1 machine with an attached GPU; `undefined`: the same as without. */
export function localSsdCountsBeside(acceleratorType: string): readonly number[] | undefined {
  return file.attachedGpuLocalSsd.counts[acceleratorType];
}

export function machineFacts(name: string): MachineFacts | undefined {
  const [prefix = ''] = name.split('-');
  const family = machinesByFamily.get(prefix);
  // Two machine types of N1 have other prefixes.
  return family ? family().get(name) : allMachines().find((machine) => machine.name === name);
}

/** True if a machine type is sold on demand, as far as is known. */
export function soldOnDemand(name: string): boolean {
  return !file.notOnDemand.machines.includes(name);
}

/** The number of extra networks that connect the GPUs of several such machines at full speed; `undefined`: none. */
export function directNetworks(name: string): number | undefined {
  return networks.get(name);
}

/** True if a machine type is bare metal, whose firmware has no secure boot. */
export function isBareMetal(name: string): boolean {
  return name.endsWith(file.bareMetal.suffix);
}

export function machineNames(): readonly string[] {
  return allMachines().map(({ name }) => name);
}

export function allMachines(): readonly MachineFacts[] {
  return [...machinesByFamily.values()].flatMap((machines) => [...machines().values()]);
}

/** The machine types that come with an accelerator, smallest first. Those that are only chosen by name are last. */
export function hostsOf(acceleratorType: string): readonly MachineFacts[] {
  return hostsByAccelerator().get(acceleratorType) ?? [];
}

/** The numbers of local SSDs that a machine of a family takes, by its size. */
export function localSsdCounts(family: FamilyFacts, vcpu: number): readonly number[] {
  return family.localSsd?.find((rule) => vcpu <= rule.upToVcpu)?.counts ?? [];
}

/** `8:52`, vCPU and GiB, as a limit. */
export function parseSize(size: string): MachineLimit {
  const [vcpu, gib] = size.split(':').map(Number);
  return { vcpu: vcpu ?? NaN, memoryMib: Math.round((gib ?? NaN) * 1024) };
}

/** The tables of families. Each is made on first use, because most programs name a few machine types. */
const machinesByFamily = new Map(
  [...families].map(([family, facts]) => [
    family,
    lazily(() => new Map(machinesOf(family, facts).map((machine) => [machine.name, machine]))),
  ]),
);

const hostsByAccelerator = lazily(() => {
  const hosts = new Map<string, MachineFacts[]>();
  for (const [family, facts] of families) {
    for (const [name, entry] of Object.entries(facts.machines ?? {})) {
      if (entry.gpu === undefined) continue;
      const type = parseGpu(entry.gpu).type;
      hosts.set(type, [...(hosts.get(type) ?? []), toMachine(name, family, facts, entry)]);
    }
  }
  for (const list of hosts.values()) {
    list.sort((a, b) => Number(a.byName) - Number(b.byName) || a.vcpu - b.vcpu || a.memoryMib - b.memoryMib);
  }
  return hosts;
});

/** All machine types of a family. */
export function machinesOf(family: string, facts: FamilyFacts): MachineFacts[] {
  const plain = sized(facts.shapes).map(({ series, vcpu, text: size }) =>
    toMachine(`${series}-${vcpu}`, family, facts, { size, localSsd: localSsdCounts(facts, Number(vcpu)) }),
  );
  const sizes = new Map(sized(facts.shapes).map(({ series, vcpu, text }) => [`${series}-${vcpu}`, text]));
  const withDisks = sized(facts.lssd).map(({ series, vcpu, text }) => {
    const bundledSsd = Number(text.slice(vcpu.length + 1));
    return toMachine(`${series}-${vcpu}-lssd`, family, facts, { size: sizes.get(`${series}-${vcpu}`) ?? '', bundledSsd });
  });
  const named = Object.entries(facts.machines ?? {}).map(([name, entry]) => toMachine(name, family, facts, entry));
  return [...plain, ...withDisks, ...named];
}

/** `{ 'n1-standard': '1:3.75 2:7.5' }`, one by one. */
function sized(bySeries: Readonly<Record<string, string>> = {}) {
  return Object.entries(bySeries).flatMap(([series, texts]) =>
    texts.split(' ').map((text) => ({ series, text, vcpu: text.slice(0, text.indexOf(':')) })),
  );
}

function toMachine(name: string, family: string, facts: FamilyFacts, entry: MachineEntry): MachineFacts {
  return {
    name,
    family,
    ...parseSize(entry.size),
    gpu: entry.gpu === undefined ? undefined : parseGpu(entry.gpu),
    localSsd: entry.localSsd,
    bundledSsd: entry.bundledSsd,
    ssdGib: entry.ssdGib ?? facts.ssdGib,
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
