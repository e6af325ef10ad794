import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acceleratorFacts, acceleratorTypes } from '../../../lib/core/hardware/catalog/accelerators';
import {
  allMachines,
  familyFacts,
  hostsOf,
  machineFacts,
  parseSize,
} from '../../../lib/core/hardware/catalog/machine-types';
import {
  formerPlacesOfAccelerator,
  parsePlaces,
  placesOfAccelerator,
  placesOfMachine,
  regions,
  type Place,
} from '../../../lib/core/hardware/catalog/zones';

const FOLDER = join(__dirname, '..', '..', '..', 'lib', 'core', 'hardware', 'catalog');
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

describe('places', () => {
  test('are regions with the letters of their zones', () => {
    expect(parsePlaces('us-east1-b,c europe-west10')).toEqual([
      { region: 'us-east1', zones: ['us-east1-b', 'us-east1-c'] },
      { region: 'europe-west10', zones: [] },
    ]);
    expect(parsePlaces('')).toEqual([]);
  });
});
