import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { ZONES_AS_OF } from '../../../lib/core/hardware/catalog/zones';
import { formatProblem, type Problem } from '../../../lib/core/problems/problem';
import { MachineType } from '../../../lib/core/hardware/machine-type';
import { locationAdvice, machineTypeAdvice, zoneAdvice, zonesWith } from '../../../lib/core/hardware/zone-advice';

const { GB200, K80, L4, T4 } = Accelerator;

describe('a location', () => {
  test('fails: a region that the catalogue does not know is advice', () => {
    expect([...locationAdvice(['us-east1-c', 'us-east4'])]).toEqual([]);
    expect([...locationAdvice(['us-eats1-c', 'us-eats1-c'])]).toEqual([
      {
        code: 'zone-name',
        message: expect.stringMatching(/knows no zone "us-eats1-c"$/) as unknown,
        fix: 'check the spelling, or acknowledge this if it is newer than the catalogue',
      },
    ]);
  });

  test('fails: a zone that a known region does not have is advice, with the zones that it has', () => {
    expect([...locationAdvice(['us-central1-f', 'us-central1-ai1a', 'europe-west1-d'])]).toEqual([]);
    expect([...locationAdvice(['us-east1-a', 'us-east1-b'])]).toEqual([
      {
        code: 'zone-name',
        message: expect.stringMatching(/knows no zone "us-east1-a"$/) as unknown,
        fix: 'use us-east1-b, us-east1-c or us-east1-d, or acknowledge this if it is newer than the catalogue',
      },
    ]);
  });
});

describe('the zones of an accelerator in a region', () => {
  test.each([
    [L4, 'us-east1', ['us-east1-b', 'us-east1-c', 'us-east1-d']],
    [T4, 'africa-south1', []],
    [K80, 'us-east1', []],
    [GB200, 'us-east1', undefined],
    [Accelerator.of('nvidia-next'), 'us-east1', undefined],
  ])('%s in %s', (accelerator, region, zones) => {
    expect(zonesWith(accelerator, region)).toEqual(zones);
  });
});

describe('advice on an accelerator in zones', () => {
  test.each([
    [L4, ['us-east1-b', 'us-east1-c']],
    [L4, ['us-east1']],
    [L4, ['us-central1-a']],
  ])('is silent where it is listed: %s in %j', (accelerator, zones) => {
    expect([...zoneAdvice(accelerator, zones)]).toEqual([]);
  });

  test('fails: a zone where it is not listed, with those of its region that have it', () => {
    const advice = [...zoneAdvice(L4, ['us-east1-a', 'us-east1-b'])];
    expect(advice).toMatchObject([
      {
        code: 'accelerator-zone',
        property: 'accelerators',
        message: expect.stringMatching(/^nvidia-l4 is not listed in us-east1-a as of 20/) as unknown,
      },
    ]);
    expect(advice[0]?.fix).toMatch(/^use us-east1-b, us-east1-c or us-east1-d, or acknowledge/);
  });

  test('fails: a region that has it in no zone', () => {
    expect([...zoneAdvice(GB200, ['us-west1-a'])]).toMatchObject([
      { code: 'accelerator-zone', fix: expect.stringMatching(/^use europe-west4, us-central1, /) as unknown },
    ]);
  });

  test('of a spec has all zones that are given for a region', () => {
    const next = Accelerator.of('nvidia-l4', { zones: ['us-east1-b', 'us-east1-c'] });
    expect(zonesWith(next, 'us-east1')).toEqual(['us-east1-b', 'us-east1-c']);
    expect([...zoneAdvice(next, ['us-east1-c'])]).toEqual([]);
  });

  test('fails: the K80 is one advice with withdrawal, date, driver and replacements', () => {
    expect([...zoneAdvice(K80, ['us-east1-c'])]).toEqual([
      {
        code: 'accelerator-retired',
        property: 'accelerators',
        message:
          'nvidia-tesla-k80 was withdrawn in 2024-05, so Google Cloud refuses it in every zone; the last driver branch for it is R470',
        fix: 'use nvidia-tesla-t4 or nvidia-l4',
      },
    ]);
  });

  test('fails: an accelerator that the catalogue does not know', () => {
    expect([...zoneAdvice(Accelerator.of('nvidia-next'), ['us-east1-c'])]).toMatchObject([
      { code: 'accelerator-unknown' },
    ]);
    const next = Accelerator.of('nvidia-next', { zones: ['us-east1-c'] });
    expect([...zoneAdvice(next, ['us-east1-c'])]).toMatchObject([{ code: 'accelerator-unknown' }]);
    expect([...zoneAdvice(next, ['us-east1-b'])]).toMatchObject([
      { code: 'accelerator-unknown' },
      {
        code: 'accelerator-zone',
        message: expect.stringMatching(/^nvidia-next is not listed in us-east1-b/) as unknown,
      },
    ]);
  });
});

test('fails: several zones are told one after the other (accelerator-zone, machine-type-zone)', () => {
  const said = (advice: Iterable<Problem>) =>
    [...advice].map((each) => `${each.property ?? ''}: ${formatProblem(each)}`);
  const asOf = `as of ${ZONES_AS_OF}`;
  const newer = 'check the spelling, or acknowledge this if it is newer than the catalogue';
  expect(said(zoneAdvice(L4, ['us-east1-a', 'us-east1-e']))).toEqual([
    `accelerators: nvidia-l4 is not listed in us-east1-a, us-east1-e ${asOf}: use us-east1-b, us-east1-c or us-east1-d, or acknowledge this if it has come there since (accelerator-zone)`,
  ]);
  expect(said(zoneAdvice(GB200, ['us-east1-b', 'us-east1-c']))).toEqual([]);
  expect(said(zoneAdvice(Accelerator.of('nvidia-l9'), []))).toEqual([
    `accelerators: the catalogue does not know the accelerator "nvidia-l9", so only the facts given to Accelerator.of are checked: ${newer} (accelerator-unknown)`,
  ]);
  expect(said(machineTypeAdvice(MachineType.of('z9-standard-4'), ['us-east1-c']))).toEqual([
    `machineType: the catalogue does not know the machine type "z9-standard-4", so its GPUs and disks, and the room for pods, are not checked: ${newer} (machine-type-unknown)`,
  ]);
  expect(said(machineTypeAdvice(MachineType.of('c4a-standard-8'), ['us-west1-b', 'us-west1-d']))[0]).toMatch(
    new RegExp(`^machineType: c4a-standard-8 is not listed in us-west1-b, us-west1-d ${asOf}: use us-west1-a`),
  );
});

describe('advice on a machine type in zones', () => {
  test.each([
    ['n1-standard-8', ['us-east1-c']],
    ['custom-8-53248', ['us-east1-c']],
    ['a2-highgpu-1g', ['us-central1-a']],
    ['a2-ultragpu-1g-nolssd', ['us-west1-a']],
  ])('is silent where it is listed, or no list says: %s in %j', (name, zones) => {
    expect([...machineTypeAdvice(MachineType.of(name), zones)]).toEqual([]);
  });

  test('fails: a machine type that the catalogue does not know', () => {
    expect([...machineTypeAdvice(MachineType.of('z9-standard-4'), ['us-east1-c'])]).toMatchObject([
      { code: 'machine-type-unknown', message: expect.stringContaining('"z9-standard-4"') as unknown },
    ]);
  });

  test('fails: a machine type without GPUs in a zone of its region that lacks it', () => {
    expect([...machineTypeAdvice(MachineType.of('c4a-standard-8'), ['us-west1-a', 'us-west1-b'])]).toMatchObject([
      { code: 'machine-type-zone', message: expect.stringMatching(/is not listed in us-west1-b as of/) as unknown },
    ]);
  });

  test('fails: a machine type in a zone where it is not listed', () => {
    expect([...machineTypeAdvice(MachineType.of('a2-highgpu-1g'), ['us-east4-a'])]).toMatchObject([
      {
        code: 'machine-type-zone',
        message: expect.stringMatching(/^a2-highgpu-1g is not listed in us-east4-a as of 20/) as unknown,
        fix: expect.stringMatching(/^use asia-northeast1, .*us-east1, /) as unknown,
      },
    ]);
    expect([...machineTypeAdvice(MachineType.of('a2-megagpu-16g'), ['us-central1-d'])]).toMatchObject([
      { code: 'machine-type-zone', fix: expect.stringMatching(/^use us-central1-a, us-central1-b/) as unknown },
    ]);
  });
});
