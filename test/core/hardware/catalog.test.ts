import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acceleratorFacts, acceleratorTypes } from '../../../lib/core/hardware/catalog/accelerators';
import {
  allMachines,
  canBeNode,
  directNetworks,
  familyFacts,
  hostsOf,
  isBareMetal,
  localSsdCounts,
  machineFacts,
  machineNames,
  parseSize,
  soldOnDemand,
} from '../../../lib/core/hardware/catalog/machine-types';
import {
  formerPlacesOfAccelerator,
  parsePlaces,
  placesOfAccelerator,
  placesOfMachine,
  placesOfZones,
  regions,
  standardZonesOf,
  zonesOfRegion,
  type Place,
} from '../../../lib/core/hardware/catalog/zones';

const FOLDER = join(__dirname, '..', '..', '..', 'lib', 'core', 'hardware', 'catalog');
const NO_FAMILY = { architecture: 'amd64', bootDiskTypes: [], compactPlacementNodes: 0 } as const;
const LOCATION = /^[a-z]+-[a-z]+\d+(-[a-z])?$/;
const BRANCH = /^R\d{3}$/;

function locations(places: readonly Place[]): string[] {
  return places.flatMap((place) => [place.region, ...place.zones]);
}

/** Every object in a data file that names its sources, with the names. */
function cited(data: unknown): string[][] {
  if (Array.isArray(data)) return data.flatMap(cited);
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    key === 'sources' && Array.isArray(value) ? [value as string[]] : cited(value),
  );
}

describe('the catalogue', () => {
  test.each(readdirSync(FOLDER).filter((name) => name.endsWith('.json')))(
    '%s is dated, and every source that it cites is named in it',
    (name) => {
      const data: { asOf: string; sources: Record<string, { ref: string; asOf: string }> } = JSON.parse(
        readFileSync(join(FOLDER, name), 'utf8'),
      );
      expect(data.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(Object.keys(data.sources).length).toBeGreaterThan(0);
      for (const source of Object.values(data.sources)) expect(source).toMatchObject({ ref: /./, asOf: /./ });
      for (const sources of cited(data)) expect(Object.keys(data.sources)).toEqual(expect.arrayContaining(sources));
    },
  );

  test('has at least 15 accelerators, 300 predefined machine types of 18 families, and 43 regions', () => {
    expect(acceleratorTypes().length).toBeGreaterThanOrEqual(15);
    expect(new Set(allMachines().map(({ family }) => family)).size).toBeGreaterThanOrEqual(18);
    expect(regions().length).toBeGreaterThanOrEqual(43);
    expect(allMachines().length).toBeGreaterThanOrEqual(300);
  });

  test.each(acceleratorTypes())('has %s in the form that the reader takes', (type) => {
    const facts = acceleratorFacts(type);
    expect(facts?.computeCapability).toMatch(/^\d+\.\d$/);
    expect(['n1', 'machine']).toContain(facts?.attach);
    expect(['active', 'legacy', 'retired']).toContain(facts?.lifecycle.state);
    for (const branch of [facts?.minimumDriverBranch, facts?.lifecycle.lastDriverBranch]) {
      if (branch !== undefined) expect(branch).toMatch(BRANCH);
    }
    if (facts?.attach === 'n1') {
      for (const size of Object.values(facts.n1Limits ?? {})) expect(parseSize(size).vcpu).toBeGreaterThan(0);
      expect(hostsOf(type)).toEqual([]);
    } else {
      expect(hostsOf(type).length).toBeGreaterThan(0);
    }
    for (const partitions of Object.values(facts?.mig ?? {})) expect(partitions).toBeGreaterThan(0);
  });

  test.each(acceleratorTypes())('says where %s is, and what to use when it is on its way out', (type) => {
    const { lifecycle } = acceleratorFacts(type) ?? { lifecycle: undefined };
    const now = locations(placesOfAccelerator(type) ?? []);
    const before = locations(formerPlacesOfAccelerator(type));
    for (const location of [...now, ...before]) expect(location).toMatch(LOCATION);
    for (const { region } of placesOfAccelerator(type) ?? []) expect(regions()).toContain(region);
    if (lifecycle?.state === 'retired') {
      expect(now).toEqual([]);
      expect(before.length).toBeGreaterThan(0);
      expect(lifecycle.withdrawn).toMatch(/^\d{4}-\d\d$/);
    } else {
      expect(now.length).toBeGreaterThan(0);
    }
    if (lifecycle?.state !== 'active') {
      expect(lifecycle?.reason).toMatch(/./);
      expect(lifecycle?.replacements.length).toBeGreaterThan(0);
    }
    for (const replacement of lifecycle?.replacements ?? []) {
      expect(acceleratorFacts(replacement)?.lifecycle.state).toBe('active');
    }
  });

  test('has only machines whose GPUs are accelerators, and whose family is described', () => {
    for (const machine of allMachines()) {
      expect(machine.vcpu, machine.name).toBeGreaterThan(0);
      expect(machine.memoryMib, machine.name).toBeGreaterThan(500);
      expect(machine.bootDiskTypes.length, machine.name).toBeGreaterThan(0);
      expect(familyFacts(machine.family)?.architecture, machine.name).toMatch(/^(amd|arm)64$/);
      if (machine.gpu) expect(acceleratorTypes(), machine.name).toContain(machine.gpu.type);
    }
  });

  test('knows the region of every machine that has GPUs of its own, except the shapes without local SSD', () => {
    const nowhere = allMachines().filter((machine) => machine.gpu && !placesOfMachine(machine.name, machine.family));
    expect(nowhere.map((machine) => machine.name).filter((name) => !name.endsWith('-nolssd'))).toEqual([]);
  });

  test('knows nothing of names that every object has', () => {
    expect(acceleratorFacts('constructor')).toBeUndefined();
    expect(familyFacts('toString')).toBeUndefined();
    expect(machineFacts('constructor')).toBeUndefined();
  });
});

describe('machine types', () => {
  test.each([
    ['nvidia-rtx-pro-6000', ['48', '96', '192', '384', '6', '12', '24'].map((vcpu) => `g4-standard-${vcpu}`)],
    [
      'nvidia-h100-80gb',
      [
        ...['1g', '2g', '4g', '8g'].map((gpus) => `a3-highgpu-${gpus}`),
        'a3-edgegpu-8g',
        ...['1g', '2g', '4g', '8g'].map((gpus) => `a3-highgpu-${gpus}-nolssd`),
        'a3-edgegpu-8g-nolssd',
      ],
    ],
    ['nvidia-tesla-k80', []],
  ])('with %s are listed smallest first, and those that are chosen by name only last', (type, names) => {
    expect(hostsOf(type).map(({ name }) => name)).toEqual(names);
  });

  test('of one number of vCPU are listed by their memory', () => {
    const [large, small] = hostsOf('nvidia-tesla-a100').slice(-2).reverse();
    expect([small?.vcpu, large?.vcpu]).toEqual([96, 96]);
    expect((large?.memoryMib ?? 0) - (small?.memoryMib ?? 0)).toBeGreaterThan(0);
  });

  test('have the facts of their entry, or those of their family', () => {
    expect(machineFacts('c3-standard-8-lssd')).toEqual({
      name: 'c3-standard-8-lssd',
      family: 'c3',
      vcpu: 8,
      memoryMib: 32 * 1024,
      bundledSsd: 2,
      byName: false,
      flexStart: true,
      sharedCore: false,
      bootDiskTypes: ['pd-balanced', 'pd-ssd', 'hyperdisk-balanced'],
    });
    expect(machineFacts('g4-standard-6')).toMatchObject({
      gpu: { type: 'nvidia-rtx-pro-6000', count: 1, fraction: '1/8' },
      byName: true,
    });
    expect(machineFacts('a3-edgegpu-8g')).toMatchObject({ flexStart: false, bundledSsd: 16 });
    expect(machineFacts('e2-micro')).toMatchObject({ sharedCore: true });
  });

  test('take numbers of local SSDs by their size', () => {
    const counts = (vcpu: number) => localSsdCounts(familyFacts('n2') ?? { ...NO_FAMILY }, vcpu);
    expect([10, 11, 20, 21].map((vcpu) => counts(vcpu)[0])).toEqual([1, 2, 2, 4]);
    expect(counts(200)).toEqual([]);
    expect(localSsdCounts(NO_FAMILY, 1)).toEqual([]);
  });

  test('are too small for nodes, not sold on demand, need networks of their own, or are bare metal', () => {
    expect(machineNames().filter((name) => !canBeNode(name))).toEqual(['f1-micro']);
    expect([soldOnDemand('n1-standard-8'), soldOnDemand('a3-ultragpu-8g')]).toEqual([true, false]);
    expect([directNetworks('n1-standard-8'), directNetworks('a3-megagpu-8g')]).toEqual([undefined, 8]);
    expect([isBareMetal('c3-standard-192-metal'), isBareMetal('c3-standard-176')]).toEqual([true, false]);
  });
});

describe('places', () => {
  test('of a region are all its zones, or those that GKE takes by itself', () => {
    expect(zonesOfRegion('us-central1')).toContain('us-central1-ai1a');
    expect(standardZonesOf('us-central1')).toEqual(['a', 'b', 'c', 'f'].map((letter) => `us-central1-${letter}`));
    expect([zonesOfRegion('us-west9'), standardZonesOf('us-west9')]).toEqual([undefined, undefined]);
  });

  test('are the regions of zones, each with its own', () => {
    expect(placesOfZones(['us-east1-b', 'us-west1-a', 'us-east1-c'])).toEqual([
      { region: 'us-east1', zones: ['us-east1-b', 'us-east1-c'] },
      { region: 'us-west1', zones: ['us-west1-a'] },
    ]);
  });

  test('of an accelerator that was never withdrawn, or is not known, have no former ones', () => {
    expect([formerPlacesOfAccelerator('nvidia-l4'), formerPlacesOfAccelerator('x')]).toEqual([[], []]);
  });

  test('are regions with the letters of their zones', () => {
    expect(parsePlaces('us-east1-b,c europe-west10')).toEqual([
      { region: 'us-east1', zones: ['us-east1-b', 'us-east1-c'] },
      { region: 'europe-west10', zones: [] },
    ]);
    expect(parsePlaces('')).toEqual([]);
  });
});
