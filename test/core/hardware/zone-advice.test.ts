import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { ZONES_AS_OF } from '../../../lib/core/hardware/catalog/zones';
import { formatProblem, type Problem } from '../../../lib/core/problems/problem';
import { MachineType } from '../../../lib/core/hardware/machine-type';
import { locationAdvice, machineTypeAdvice, zoneAdvice, zonesWith } from '../../../lib/core/hardware/zone-advice';

const { GB200, H100, K80, L4, T4 } = Accelerator;

describe('a location', () => {
  test('fails: a region that the catalogue does not know is advice, with the nearest spelling', () => {
    expect([...locationAdvice(['us-east1-c', 'us-east4'])]).toEqual([]);
    expect([...locationAdvice(['us-eats1-c', 'us-eats1-c'])]).toEqual([
      {
        code: 'zone-name',
        message: expect.stringMatching(/knows no region "us-eats1" for "us-eats1-c"$/) as unknown,
        fix: 'did you mean us-east1? Acknowledge this if the region is newer',
      },
    ]);
  });

  test('fails: a zone that a known region does not have is advice, with the zones that it has', () => {
    expect([...locationAdvice(['us-central1-f', 'us-central1-ai1a', 'europe-west1-d'])]).toEqual([]);
    expect([...locationAdvice(['us-east1-a', 'us-east1-b'])]).toEqual([
      {
        code: 'zone-name',
        message: expect.stringMatching(/knows no zone "us-east1-a"$/) as unknown,
        fix: 'did you mean us-east1-b, us-east1-c or us-east1-d? Acknowledge this if the zone is newer',
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

  test('fails: a zone where it is not listed, with the nearest that have it, same region first', () => {
    const advice = [...zoneAdvice(L4, ['us-east1-a', 'us-east1-b'])];
    expect(advice).toMatchObject([
      {
        code: 'accelerator-zone',
        property: 'accelerators',
        message: expect.stringMatching(/^nvidia-l4 is not listed in us-east1-a as of 20/) as unknown,
      },
    ]);
    expect(advice[0]?.fix).toMatch(/^use us-east1-b, us-east1-c, us-east1-d, us-east4-a or us-east4-c, or acknowledge/);
  });

  test('fails: a region that has it in no zone', () => {
    expect([...zoneAdvice(GB200, ['us-west1-a'])]).toMatchObject([
      { code: 'accelerator-zone', fix: expect.stringMatching(/^use us-central1-a, /) as unknown },
    ]);
  });

  test.each([
    [Accelerator.RTX_PRO_6000, 'asia-northeast1-a'],
    [GB200, 'us-east1-b'],
    [H100, 'australia-southeast2'],
  ])('fails: %s in %s, a region of which no zones are known to have it', (accelerator, location) => {
    const region = location.replace(/-[ab]$/, '');
    const zone = `${region}-${location === 'us-east1-b' ? 'b' : 'a'}`;
    const [advice, ...others] = [...zoneAdvice(accelerator, [location])];
    expect(others).toEqual([]);
    expect(advice).toMatchObject({
      code: 'accelerator-zone-unknown',
      message: expect.stringContaining(`has ${accelerator.type} in ${region}, but`) as unknown,
      fix: expect.stringContaining(`{ zones: ['${zone}'] }`) as unknown,
    });
    expect([...zoneAdvice(Accelerator.of(accelerator.type, { zones: [zone] }), [location])]).toEqual([]);
  });

  test('of a spec has all zones that are given for a region', () => {
    const next = Accelerator.of('nvidia-l4', { zones: ['us-east1-b', 'us-east1-c'] });
    expect(zonesWith(next, 'us-east1')).toEqual(['us-east1-b', 'us-east1-c']);
    expect([...zoneAdvice(next, ['us-east1-c'])]).toEqual([]);
  });

  test('fails: the K80 is one advice with withdrawal, date, driver, replacements and where it used to be', () => {
    expect([...zoneAdvice(K80, ['us-east1-c'])]).toEqual([
      {
        code: 'accelerator-retired',
        property: 'accelerators',
        message:
          'nvidia-tesla-k80 was withdrawn in 2024-05, so Google Cloud refuses it in every zone (us-east1-c had it until then); the last driver branch for it is R470',
        fix: 'use nvidia-tesla-t4 (NVIDIA T4, in us-east1-c) or nvidia-l4 (NVIDIA L4, in us-east1-c)',
      },
    ]);
  });

  test('fails: the K80 in a zone that never had it, and one where the replacements are elsewhere', () => {
    const [advice, ...others] = [...zoneAdvice(K80, ['us-east1-c', 'us-west2-a'])];
    expect(others).toEqual([]);
    expect(advice?.message).toContain('us-east1-c had it until then; us-west2-a never had it (asia-east1-a, ');
    expect(advice?.fix).toMatch(/nvidia-l4 \(NVIDIA L4, not in us-west2-a but in us-west\d-\w, us-west\d-\w\)/);
    expect([...zoneAdvice(K80, [])][0]?.message).not.toContain('until then');
  });

  test('fails: an accelerator that the catalogue does not know', () => {
    expect([...zoneAdvice(Accelerator.of('nvidia-next'), ['us-east1-c'])]).toMatchObject([
      { code: 'accelerator-unknown' },
    ]);
    const next = Accelerator.of('nvidia-next', { zones: ['us-east1-c'] });
    expect([...zoneAdvice(next, ['us-east1-c'])]).toMatchObject([{ code: 'accelerator-unknown' }]);
    expect([...zoneAdvice(next, ['us-east1-b'])]).toMatchObject([
      { code: 'accelerator-unknown' },
      { code: 'accelerator-zone', message: 'us-east1-b is not among the zones given for nvidia-next' },
    ]);
  });
});

test('fails: an accelerator that was withdrawn, told without what is not known of it (accelerator-retired)', () => {
  const [advice] = zoneAdvice(K80, []);
  expect(advice).toEqual({
    code: 'accelerator-retired',
    property: 'accelerators',
    message:
      'nvidia-tesla-k80 was withdrawn in 2024-05, so Google Cloud refuses it in every zone; the last driver branch for it is R470',
    fix: 'use nvidia-tesla-t4 (NVIDIA T4) or nvidia-l4 (NVIDIA L4)',
  });
  const [elsewhere] = zoneAdvice(K80, ['us-east1-c', 'us-east1-d', 'us-west2-a', 'us-west2-b']);
  expect(elsewhere?.message).toContain(
    '(us-east1-c, us-east1-d had it until then; us-west2-a, us-west2-b never had it (asia-east1-a, asia-east1-b, ',
  );
  expect(elsewhere?.fix).toMatch(
    /^use nvidia-tesla-t4 \(NVIDIA T4, not in us-east1-b|^use nvidia-tesla-t4 \(NVIDIA T4, .*\) or nvidia-l4 \(NVIDIA L4, not in us-west2-a, us-west2-b but in us-west\d-\w, us-west\d-\w\)$/,
  );
  const [both] = zoneAdvice(K80, ['us-east1-c', 'us-east1-d']);
  expect(both?.fix).toBe(
    'use nvidia-tesla-t4 (NVIDIA T4, in us-east1-c, us-east1-d) or nvidia-l4 (NVIDIA L4, in us-east1-c, us-east1-d)',
  );
});

test('fails: several zones are told one after the other (accelerator-zone, accelerator-zone-unknown, machine-type-zone)', () => {
  const said = (advice: Iterable<Problem>) =>
    [...advice].map((each) => `${each.property ?? ''}: ${formatProblem(each)}`);
  const asOf = `as of ${ZONES_AS_OF}`;
  expect(said(zoneAdvice(L4, ['us-east1-a', 'us-east1-e']))).toEqual([
    `accelerators: nvidia-l4 is not listed in us-east1-a, us-east1-e ${asOf}: use us-east1-b, us-east1-c, us-east1-d, us-east4-a or us-east4-c, or acknowledge this if it has come there since (accelerator-zone)`,
  ]);
  expect(said(zoneAdvice(GB200, ['us-east1-b', 'us-east1-c']))).toEqual([
    `accelerators: the catalogue of ${ZONES_AS_OF} has nvidia-gb200 in us-east1, but does not know in which of its zones, so us-east1-b, us-east1-c is not checked: ask "gcloud compute accelerator-types list --filter=name=nvidia-gb200", and give the zones to Accelerator.of('nvidia-gb200', { zones: ['us-east1-b', 'us-east1-c'] }) (accelerator-zone-unknown)`,
  ]);
  expect(said(zoneAdvice(Accelerator.of('nvidia-l9'), []))).toEqual([
    'accelerators: the catalogue does not know the accelerator "nvidia-l9", so only the facts given to Accelerator.of are checked: did you mean nvidia-l4? Acknowledge this if the accelerator is newer (accelerator-unknown)',
  ]);
  expect(said(machineTypeAdvice(MachineType.of('z9-standard-4'), ['us-east1-c']))).toEqual([
    'machineType: the catalogue does not know the machine type "z9-standard-4", so its GPUs and disks, and the room for pods, are not checked: did you mean g2-standard-4? Acknowledge this if the machine type is newer (machine-type-unknown)',
  ]);
  expect(said(machineTypeAdvice(MachineType.of('c4a-standard-8'), ['us-west1-b', 'us-west1-d']))[0]).toMatch(
    new RegExp(`^machineType: c4a-standard-8 is not listed in us-west1-b, us-west1-d ${asOf}: use us-west1-a, `),
  );
});

test('fails: an accelerator that was withdrawn at an unknown time, with a replacement that is not known (accelerator-retired)', () => {
  const old: Pick<Accelerator, keyof Accelerator> = Object.create(K80, {
    lifecycle: { value: { state: 'retired', replacements: ['nvidia-next'] } },
  });
  expect([...zoneAdvice(old as Accelerator, ['us-east1-c'])].map(({ message, fix }) => `${message}: ${fix}`)).toEqual([
    'nvidia-tesla-k80 was withdrawn, so Google Cloud refuses it in every zone (us-east1-c had it until then): use nvidia-next (nvidia-next)',
  ]);
});

test('fails: a region that is like no other is told with those that begin like it (zone-name)', () => {
  expect([...locationAdvice(['us-moon99'])]).toEqual([
    {
      code: 'zone-name',
      message: `the catalogue of ${ZONES_AS_OF} knows no region "us-moon99"`,
      fix: 'did you mean us-central1, us-east1 or us-east4? Acknowledge this if the region is newer',
    },
  ]);
});

test.each([
  ['nvidia-tesla-v10', 'did you mean nvidia-tesla-v100? Acknowledge this if the accelerator is newer'],
  ['quantum', 'check the spelling, or acknowledge this if the accelerator is newer'],
])('fails: the accelerator %s is unknown, with the nearest name if one is near', (type, fix) => {
  expect([...zoneAdvice(Accelerator.of(type), [])]).toMatchObject([{ code: 'accelerator-unknown', fix }]);
});

test.each([
  ['n1-standrad-8', 'did you mean n1-standard-8? Acknowledge this if the machine type is newer'],
  ['quantum-box', 'check the spelling, or acknowledge this if the machine type is newer'],
])('fails: the machine type %s is unknown, with the nearest name if one is near', (name, fix) => {
  expect([...machineTypeAdvice(MachineType.of(name), [])]).toMatchObject([{ code: 'machine-type-unknown', fix }]);
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
        fix: expect.stringMatching(/^use us-east1, /) as unknown,
      },
    ]);
    expect([...machineTypeAdvice(MachineType.of('a2-megagpu-16g'), ['us-central1-d'])]).toMatchObject([
      { code: 'machine-type-zone', fix: expect.stringMatching(/^use us-central1-a, us-central1-b/) as unknown },
    ]);
  });
});
