/**
 * Updates the hardware catalogue from files that gcloud exported; docs/catalogue.md has the steps.
 *
 *   node --import tsx scripts/refresh-catalog.ts --accelerator-types a.json --machine-types m.json [--as-of 2026-09-01]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { parsePlaces, type Place } from '../lib/core/hardware/catalog/zones';
import { isAiZone, regionOf } from '../lib/core/hardware/location';
import { machinesOf, parseSize, type FamilyFacts } from '../lib/core/hardware/catalog/machine-types';
import { TPU_MACHINE_FAMILIES } from '../lib/core/hardware/catalog/accelerators';

/** The fields that are read of `gcloud compute accelerator-types list --format=json`. */
export interface ListedAccelerator {
  readonly name: string;
  readonly zone: string;
}

/** The fields that are read of `gcloud compute machine-types list --format=json`. */
export interface ListedMachine {
  readonly name: string;
  readonly zone: string;
  readonly guestCpus: number;
  readonly memoryMb: number;
  readonly isSharedCpu?: boolean;
  readonly accelerators?: readonly { readonly guestAcceleratorType: string; readonly guestAcceleratorCount: number }[];
  readonly bundledLocalSsds?: { readonly partitionCount?: number };
}

interface Source {
  readonly ref: string;
  readonly asOf: string;
}

interface ListedPlaces {
  readonly places: string;
  readonly sources: readonly string[];
  readonly asOf: string;
}

export interface ZoneFile {
  readonly asOf: string;
  readonly sources: Readonly<Record<string, Source>>;
  readonly regions: ListedPlaces;
  readonly accelerators: Readonly<Record<string, ListedPlaces>>;
  readonly formerly: Readonly<Record<string, ListedPlaces>>;
  readonly families: Readonly<Record<string, string>>;
  readonly machineTypes: readonly { readonly names: readonly string[]; readonly places: string }[];
}

export interface MachineFile {
  readonly asOf: string;
  readonly sources: Readonly<Record<string, Source>>;
  readonly families: Readonly<Record<string, FamilyFacts>>;
}

/** The new data, and a report for a person: new, removed and changed entries, and open decisions. */
export interface Refreshed<F> {
  readonly file: F;
  readonly report: readonly string[];
}

/** The zones of every accelerator. A type that is no longer listed keeps its last zones as former zones. */
export function refreshAccelerators(
  file: ZoneFile,
  listed: readonly ListedAccelerator[],
  asOf: string,
): Refreshed<ZoneFile> {
  const report: string[] = [];
  const places = placesByName(listed);
  const accelerators = { ...file.accelerators };
  const formerly = { ...file.formerly };
  for (const [type, before] of Object.entries(file.accelerators)) {
    const now = places.get(type) ?? '';
    report.push(...changes(type, before.places, now));
    if (now === before.places) continue;
    accelerators[type] = { places: now, sources: [sourceOf('accelerator-types')], asOf };
    if (now === '') {
      formerly[type] = before;
      report.push(`${type} is in no zone any more: decide its lifecycle in accelerators.json`);
    }
    if (before.places === '') {
      report.push(`${type} was thought withdrawn and is listed again: review its lifecycle in accelerators.json`);
    }
  }
  for (const type of [...places.keys()].filter(isNvidia).filter((name) => !file.accelerators[name])) {
    report.push(
      `${type} is new (${places.get(type) ?? ''}): add its facts to accelerators.json and zones.json by hand`,
    );
  }
  return { file: { ...file, ...dated(file, 'accelerator-types', asOf), accelerators, formerly }, report };
}

/** The shapes of every known family. A shape that is no longer listed stays until a person removes it. */
export function refreshMachineTypes(
  file: MachineFile,
  listed: readonly ListedMachine[],
  asOf: string,
): Refreshed<MachineFile> {
  const report: string[] = [];
  const byName = new Map(listed.map((machine) => [machine.name, machine]));
  const families: Record<string, FamilyFacts> = { ...file.families };
  const strangers = new Map<string, string[]>();
  for (const machine of byName.values()) {
    const family = familyOf(machine.name);
    if (TPU_MACHINE_FAMILIES.includes(family)) continue;
    const facts = families[family];
    if (!facts) {
      strangers.set(family, [...(strangers.get(family) ?? []), machine.name]);
      continue;
    }
    const before = sizeIn(facts, machine.name);
    const now = sizeOf(machine);
    if (before === now) continue;
    families[family] = withMachine(facts, machine);
    report.push(before === undefined ? `+ ${machine.name} (${now})` : `~ ${machine.name}: ${before} is now ${now}`);
  }
  for (const [family, names] of strangers) {
    report.push(
      `family ${family} is new (${names.join(', ')}): add it to machine-types.json by hand, with what its machines take`,
    );
  }
  for (const name of Object.values(file.families)
    .flatMap(namesIn)
    .filter((each) => !byName.has(each))) {
    report.push(`- ${name} is not listed: remove it from machine-types.json by hand if it is gone`);
  }
  return { file: { ...file, ...dated(file, 'machine-types', asOf), families }, report };
}

/** The zones of every family and of every machine type with GPUs, and all regions. */
export function refreshMachinePlaces(
  file: ZoneFile,
  machines: MachineFile,
  listed: readonly ListedMachine[],
  asOf: string,
): Refreshed<ZoneFile> {
  const known = listed.filter((machine) => machines.families[familyOf(machine.name)]);
  const withGpu = known.filter((machine) => machine.accelerators && machine.accelerators.length > 0);
  const gpuFamilies = new Set(withGpu.map((machine) => familyOf(machine.name)));
  const ofFamilies = placesByName(
    known.map(({ name, zone }) => ({ name: familyOf(name), zone })).filter(({ name }) => !gpuFamilies.has(name)),
  );
  const groups = new Map<string, string[]>();
  for (const [name, places] of placesByName(withGpu)) groups.set(places, [...(groups.get(places) ?? []), name]);
  // A project is shown AI zones only if it has asked for that.
  const aiZones = locations(file.regions.places).filter(isAiZone);
  const allZones = toPlaces([...new Set([...listed.map(({ zone }) => lastPart(zone)), ...aiZones])].sort());
  const report = [
    ...changes('regions', file.regions.places, allZones),
    ...Object.keys(file.families)
      .filter((family) => !ofFamilies.has(family))
      .map((family) => `- family ${family} is in no zone any more`),
  ];
  return {
    file: {
      ...file,
      ...dated(file, 'machine-types', asOf),
      regions: { places: allZones, sources: [sourceOf('machine-types')], asOf },
      families: Object.fromEntries(ofFamilies),
      machineTypes: [...groups].map(([places, names]) => ({ names, places })),
    },
    report,
  };
}

/** The text of a data file of the catalogue. */
export async function formatData(data: unknown): Promise<string> {
  const config = await resolveConfig(join(__dirname, '..', 'package.json'));
  return format(JSON.stringify(data), { ...config, parser: 'json' });
}

function dated(file: { readonly sources: Readonly<Record<string, Source>> }, list: string, asOf: string) {
  return { asOf, sources: { ...file.sources, [sourceOf(list)]: { ref: `gcloud compute ${list} list`, asOf } } };
}

function sourceOf(list: string): string {
  return `gcloud-${list}`;
}

function changes(what: string, before: string, after: string): string[] {
  const [old, now] = [locations(before), locations(after)];
  const came = now.filter((location) => !old.includes(location));
  const went = old.filter((location) => !now.includes(location));
  return [
    ...(came.length > 0 ? [`+ ${what}: ${came.join(' ')}`] : []),
    ...(went.length > 0 ? [`- ${what}: ${went.join(' ')}`] : []),
  ];
}

function locations(places: string): string[] {
  return parsePlaces(places).flatMap((place: Place) => (place.zones.length > 0 ? place.zones : [place.region]));
}

function placesByName(listed: readonly { readonly name: string; readonly zone: string }[]): Map<string, string> {
  const zones = new Map<string, Set<string>>();
  for (const { name, zone } of listed) zones.set(name, (zones.get(name) ?? new Set()).add(lastPart(zone)));
  return new Map([...zones].map(([name, set]) => [name, toPlaces([...set].sort())]));
}

function toPlaces(zones: readonly string[]): string {
  const all = [...new Set(zones.map((zone) => regionOf(zone)))];
  const letters = (region: string) =>
    zones.filter((zone) => regionOf(zone) === region).map((zone) => zone.slice(region.length + 1));
  return all.map((region) => `${region}-${letters(region).join(',')}`).join(' ');
}

function sizeOf({ guestCpus, memoryMb }: ListedMachine): string {
  return `${guestCpus}:${Math.round((memoryMb / 1024) * 100) / 100}`;
}

function sizeIn(facts: FamilyFacts, name: string): string | undefined {
  const machine = machinesOf('', facts).find((each) => each.name === name);
  return machine && sizeOf({ name, zone: '', guestCpus: machine.vcpu, memoryMb: machine.memoryMib });
}

function namesIn(facts: FamilyFacts): string[] {
  return machinesOf('', facts).map(({ name }) => name);
}

function withMachine(facts: FamilyFacts, machine: ListedMachine): FamilyFacts {
  const size = sizeOf(machine);
  const [series, vcpu] = splitName(machine.name);
  const gpu = machine.accelerators?.[0];
  const disks = machine.bundledLocalSsds?.partitionCount;
  const plain = !gpu && !disks && !machine.isSharedCpu && vcpu === String(machine.guestCpus);
  if (plain && !facts.machines?.[machine.name]) {
    const others = sizesOf(facts, series).filter((each) => !each.startsWith(`${vcpu}:`));
    const sizes = [...others, size].sort((a, b) => parseSize(a).vcpu - parseSize(b).vcpu);
    return { ...facts, shapes: { ...facts.shapes, [series]: sizes.join(' ') } };
  }
  const entry = {
    ...facts.machines?.[machine.name],
    size,
    ...(gpu && { gpu: `${gpu.guestAcceleratorType}:${gpu.guestAcceleratorCount}` }),
    ...(disks && { bundledSsd: disks }),
    ...(machine.isSharedCpu && { sharedCore: true }),
  };
  return { ...facts, machines: { ...facts.machines, [machine.name]: entry } };
}

function sizesOf(facts: FamilyFacts, series: string): string[] {
  return facts.shapes?.[series]?.split(' ') ?? [];
}

function splitName(name: string): [series: string, last: string] {
  const dash = name.lastIndexOf('-');
  return [name.slice(0, dash), name.slice(dash + 1)];
}

function familyOf(name: string): string {
  return name === 'f1-micro' || name === 'g1-small' ? 'n1' : (name.split('-')[0] ?? name);
}

/** gcloud prints a zone as its name or as its address. */
function lastPart(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1);
}

/** Whether a type is a GPU of GKE: made by NVIDIA, and not a licence (`-vws`) for the same hardware. */
function isNvidia(type: string): boolean {
  return type.startsWith('nvidia-') && !type.endsWith('-vws');
}

/** A list that gcloud wrote. An empty list is refused as a mistake in the export. */
export function parseListing<E>(text: string, list: string): E[] {
  const entries: unknown = JSON.parse(text);
  if (!Array.isArray(entries) || entries.length === 0) {
    throw new Error(
      `the export of ${list} is not a list with entries: export it with gcloud compute ${list} list --format=json`,
    );
  }
  return entries as E[]; // the edge to gcloud
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'accelerator-types': { type: 'string' },
      'machine-types': { type: 'string' },
      'as-of': { type: 'string' },
    },
  });
  const asOf = values['as-of'] ?? new Date().toISOString().slice(0, 10);
  const folder = join(__dirname, '..', 'lib', 'core', 'hardware', 'catalog');
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  let zones = read('zones.json') as ZoneFile; // the edge to the data files
  let machines = read('machine-types.json') as MachineFile;
  const report: string[] = [];
  if (values['accelerator-types'] !== undefined) {
    const text = readFileSync(values['accelerator-types'], 'utf8');
    const done = refreshAccelerators(zones, parseListing<ListedAccelerator>(text, 'accelerator-types'), asOf);
    zones = done.file;
    report.push(...done.report);
  }
  if (values['machine-types'] !== undefined) {
    const listed = parseListing<ListedMachine>(readFileSync(values['machine-types'], 'utf8'), 'machine-types');
    const shapes = refreshMachineTypes(machines, listed, asOf);
    const places = refreshMachinePlaces(zones, shapes.file, listed, asOf);
    machines = shapes.file;
    zones = places.file;
    report.push(...shapes.report, ...places.report);
  }
  writeFileSync(join(folder, 'zones.json'), await formatData(zones));
  writeFileSync(join(folder, 'machine-types.json'), await formatData(machines));
  console.log(report.length > 0 ? report.join('\n') : 'nothing changed');
}

if (process.argv[1] === __filename) void main();
