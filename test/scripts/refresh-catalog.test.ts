import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  formatData,
  parseListing,
  refreshAccelerators,
  refreshMachinePlaces,
  refreshMachineTypes,
  type ListedMachine,
  type MachineFile,
  type ZoneFile,
} from '../../scripts/refresh-catalog';

const DATE = '2026-10-01';
const sources = { 'gce-list': { ref: 'an older list', asOf: '2026-08-17' } };

const zones: ZoneFile = {
  asOf: '2026-08-17',
  sources,
  regions: { places: 'us-east1-ai1b,b', sources: ['gce-list'], asOf: '2026-08-10' },
  accelerators: {
    'nvidia-tesla-k80': { places: '', sources: ['gce-list'], asOf: '2024-05-29' },
    'nvidia-tesla-p4': { places: 'us-east4-a,b', sources: ['gce-list'], asOf: '2026-08-10' },
    'nvidia-l4': { places: 'us-east1-b,c us-west1', sources: ['gce-list'], asOf: '2026-08-10' },
  },
  formerly: {},
  families: { n1: 'us-east1', t2a: 'us-central1' },
  machineTypes: [{ names: ['g2-standard-4'], places: 'us-east1' }],
};

const machines: MachineFile = {
  asOf: '2026-08-21',
  sources,
  families: {
    n1: {
      architecture: 'amd64',
      bootDiskTypes: ['pd-standard'],
      compactPlacementNodes: 0,
      shapes: { 'n1-standard': '1:3.75 4:15' },
      lssd: { 'n1-standard': '4:1' },
      machines: { 'f1-micro': { size: '1:0.6', sharedCore: true } },
    },
    g2: {
      architecture: 'amd64',
      bootDiskTypes: ['pd-ssd'],
      compactPlacementNodes: 150,
      machines: { 'g2-standard-4': { size: '4:16', gpu: 'nvidia-l4:1', localSsd: [1] } },
    },
  },
};

function machine(name: string, guestCpus: number, gib: number, more: Partial<ListedMachine> = {}): ListedMachine {
  return { name, zone: 'us-east1-b', guestCpus, memoryMb: Math.floor(gib * 1024), ...more };
}

const LISTED = [
  machine('n1-standard-1', 1, 3.75),
  machine('n1-standard-4', 4, 15),
  machine('n1-standard-4-lssd', 4, 15, { bundledLocalSsds: { partitionCount: 1 } }),
  machine('f1-micro', 1, 0.6, { isSharedCpu: true }),
  machine('g2-standard-4', 4, 16, { accelerators: [{ guestAcceleratorType: 'nvidia-l4', guestAcceleratorCount: 1 }] }),
];

describe('accelerators as gcloud lists them', () => {
  const accelerators = [
    { name: 'nvidia-l4', zone: 'https://www.googleapis.com/compute/v1/projects/p/zones/us-east1-d' },
    { name: 'nvidia-l4', zone: 'us-east1-b' },
    { name: 'nvidia-l4', zone: 'me-west1-a' },
    { name: 'nvidia-l4-vws', zone: 'us-east1-b' },
    { name: 'ct6e', zone: 'us-east1-d' },
    { name: 'nvidia-next', zone: 'us-east1-d' },
  ];
  const { file, report } = refreshAccelerators(zones, accelerators, DATE);

  test('give their zones, with the date and the source', () => {
    expect(file.accelerators['nvidia-l4']).toEqual({
      places: 'me-west1-a us-east1-b,d',
      sources: ['gcloud-accelerator-types'],
      asOf: DATE,
    });
    expect(file.asOf).toBe(DATE);
    expect(file.sources).toEqual({
      ...sources,
      'gcloud-accelerator-types': { ref: 'gcloud compute accelerator-types list', asOf: DATE },
    });
    expect(report).toContain('+ nvidia-l4: me-west1-a us-east1-d');
    expect(report).toContain('- nvidia-l4: us-east1-c us-west1');
  });

  test('that vanished keep their last zones as former ones, and are left to a human', () => {
    expect(file.accelerators['nvidia-tesla-p4']?.places).toBe('');
    expect(file.formerly['nvidia-tesla-p4']).toEqual(zones.accelerators['nvidia-tesla-p4']);
    expect(report).toContain('nvidia-tesla-p4 is in no zone any more: decide its lifecycle in accelerators.json');
  });

  test('that were gone before are left as they were', () => {
    expect(file.accelerators['nvidia-tesla-k80']).toEqual(zones.accelerators['nvidia-tesla-k80']);
    expect(file.formerly['nvidia-tesla-k80']).toBeUndefined();
    expect(report.join()).not.toContain('k80');
  });

  test('that came back are left to a human too', () => {
    const back = refreshAccelerators(zones, [{ name: 'nvidia-tesla-k80', zone: 'us-east1-c' }], DATE);
    expect(back.report).toContain(
      'nvidia-tesla-k80 was thought withdrawn and is listed again: review its lifecycle in accelerators.json',
    );
  });

  test('that are new are reported; workstation licences and TPUs are not', () => {
    expect(report.filter((line) => line.includes('is new'))).toEqual([
      'nvidia-next is new (us-east1-d): add its facts to accelerators.json and zones.json by hand',
    ]);
  });
});

describe('machine types as gcloud lists them', () => {
  test('change nothing but the date where they agree', () => {
    const { file, report } = refreshMachineTypes(machines, LISTED, DATE);
    expect(report).toEqual([]);
    expect(file.families).toEqual(machines.families);
    expect(file.asOf).toBe(DATE);
  });

  test('are added to their series, or by name when they have something of their own', () => {
    const next = [
      ...LISTED,
      machine('n1-standard-2', 2, 7.5),
      machine('g2-standard-8', 8, 32, {
        accelerators: [{ guestAcceleratorType: 'nvidia-l4', guestAcceleratorCount: 1 }],
      }),
      machine('n1-standard-1-lssd', 1, 3.75, { bundledLocalSsds: { partitionCount: 2 } }),
    ];
    const { file, report } = refreshMachineTypes(machines, next, DATE);
    expect(file.families.n1?.shapes).toEqual({ 'n1-standard': '1:3.75 2:7.5 4:15' });
    expect(file.families.n1?.machines?.['n1-standard-1-lssd']).toEqual({ size: '1:3.75', bundledSsd: 2 });
    expect(file.families.g2?.machines?.['g2-standard-8']).toEqual({ size: '8:32', gpu: 'nvidia-l4:1' });
    expect(report).toEqual(['+ n1-standard-2 (2:7.5)', '+ g2-standard-8 (8:32)', '+ n1-standard-1-lssd (1:3.75)']);
  });

  test('keep what the list does not say when their size changes', () => {
    const changed = [...LISTED.slice(0, 4), { ...LISTED[4], name: 'g2-standard-4', memoryMb: 20_480 } as ListedMachine];
    const { file, report } = refreshMachineTypes(machines, changed, DATE);
    expect(file.families.g2?.machines?.['g2-standard-4']).toEqual({ size: '4:20', gpu: 'nvidia-l4:1', localSsd: [1] });
    expect(report).toEqual(['~ g2-standard-4: 4:16 is now 4:20']);
  });

  test('that vanished stay, and are left to a human', () => {
    const { file, report } = refreshMachineTypes(machines, LISTED.slice(1), DATE);
    expect(file.families).toEqual(machines.families);
    expect(report).toEqual(['- n1-standard-1 is not listed: remove it from machine-types.json by hand if it is gone']);
  });

  test('of a new family are left to a human, those of TPUs are left out', () => {
    const { report } = refreshMachineTypes(
      machines,
      [...LISTED, machine('z9-big-2', 2, 8), machine('z9-big-4', 4, 16), machine('ct6e-standard-1t', 44, 176)],
      DATE,
    );
    expect(report).toEqual([
      'family z9 is new (z9-big-2, z9-big-4): add it to machine-types.json by hand, with what its machines take',
    ]);
  });

  test('give all zones (AI zones stay, as few projects see them), the zones of each family, and those of each machine with GPUs', () => {
    const listed = [...LISTED, { ...machine('n1-standard-4', 4, 15), zone: 'me-west1-a' }];
    const { file, report } = refreshMachinePlaces(zones, machines, listed, DATE);
    expect(file.regions).toEqual({
      places: 'me-west1-a us-east1-ai1b,b',
      sources: ['gcloud-machine-types'],
      asOf: DATE,
    });
    expect(file.families).toEqual({ n1: 'me-west1-a us-east1-b' });
    expect(file.machineTypes).toEqual([{ names: ['g2-standard-4'], places: 'us-east1-b' }]);
    expect(report).toEqual(['+ regions: me-west1-a', '- family t2a is in no zone any more']);
  });
});

describe('the files', () => {
  test.each(['zones.json', 'machine-types.json'])('%s is written as it is kept', async (name) => {
    const text = readFileSync(join(__dirname, '..', '..', 'lib', 'core', 'hardware', 'catalog', name), 'utf8');
    expect(await formatData(JSON.parse(text))).toBe(text);
  });

  test.each(['[]', '{}'])('fails: an export without entries: %s', (text) => {
    expect(() => parseListing(text, 'machine-types')).toThrow(
      'export it with gcloud compute machine-types list --format=json',
    );
  });
});
