import { expect, test } from 'vitest';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { Capacity } from '../../../lib/core/hardware/capacity';
import { Nodes } from '../../../lib/infrastructure/pool/nodes';
import { codesOfAdvice, cpuPool, gpuPool, messagesOf, problemsOf, regional, zonal } from './pools';

test('fails: pool-zones-unknown for a fixed total in a region without zones, and not for what needs none', () => {
  expect(problemsOf(() => cpuPool({ nodes: Nodes.fixed(3) }, regional)).codes).toEqual(['pool-zones-unknown']);
  expect(problemsOf(() => cpuPool({ nodes: Nodes.perZone(1) }, regional)).codes).toEqual([]);
  expect(problemsOf(() => cpuPool({ nodes: Nodes.between(0, 3) }, regional)).codes).toEqual([]);
});

test('fails: capacity-reservation-zones in a region without zones', () => {
  const { codes } = problemsOf(() => cpuPool({ capacity: Capacity.reservation('ours') }, regional));
  expect(codes).toEqual(['capacity-reservation-zones']);
});

test('fails: pool-cluster-location for a cluster that is nowhere', () => {
  const { codes } = problemsOf(() => cpuPool({}, { clusterName: 'nowhere' }));
  expect(codes).toEqual(['pool-cluster-location']);
});

test('advises that a machine type is not listed in a zone', () => {
  const pool = cpuPool({ machineType: 'c4-standard-8' }, { ...zonal, location: 'us-west8-a' });
  expect(codesOfAdvice(pool)).toEqual(['zone-name', 'machine-type-zone']);
});

test.each([
  [Accelerator.L4, 'europe-west4'],
  [Accelerator.L4, 'asia-southeast1'],
  [Accelerator.L4, 'us-west1'],
  [Accelerator.T4, 'europe-west1'],
  [Accelerator.T4, 'us-east4'],
])('a region whose zones all have the GPU needs no zones: %s in %s', (accelerator, location) => {
  const pool = gpuPool({ accelerators: accelerator.times(1) }, { ...regional, location });
  expect(codesOfAdvice(pool)).toEqual([]);
});

test('fails: accelerator-zones where one zone of the region lacks the GPU, which the message names', () => {
  const make = () => gpuPool({ accelerators: Accelerator.L4.times(1) }, regional);
  expect(problemsOf(make).codes).toEqual(['accelerator-zones']);
  expect(messagesOf(make)[0]).toMatch(
    /^nvidia-l4 is not listed in us-central1-f, GKE makes a pool in all of its zones/,
  );
});

test('fails: accelerator-zone-unknown for a GPU whose zones in the region are not known', () => {
  const g4 = Accelerator.RTX_PRO_6000.times(1);
  const tokyo = { ...regional, location: 'asia-northeast1' };
  expect(codesOfAdvice(gpuPool({ accelerators: g4 }, tokyo))).toEqual(['accelerator-zone-unknown']);
  expect(codesOfAdvice(gpuPool({ accelerators: g4, zones: ['asia-northeast1-b'] }, tokyo))).toEqual([
    'accelerator-zone-unknown',
  ]);
});

test.each([
  ['the pool', { zones: ['us-central1-d'] }, regional],
  ['the cluster, as its location', {}, { ...zonal, location: 'us-central1-d' }],
  ['the cluster, as one of its zones', {}, { ...regional, nodeLocations: ['us-central1-a', 'us-central1-d'] }],
])('fails: zone-name for a zone that is not there, written at %s', (_, options, cluster) => {
  expect(codesOfAdvice(cpuPool(options, cluster))).toEqual(['zone-name']);
});

test('fails: zone-name for a zone given to Accelerator.of', () => {
  const accelerators = Accelerator.of('nvidia-l4', { zones: ['us-central1-a', 'us-central1-e'] }).times(1);
  expect(codesOfAdvice(gpuPool({ accelerators }))).toEqual(['zone-name']);
});

test.each([
  ['capacity-version', { machineType: 'h4d-standard-192', capacity: Capacity.flexStart() }, '1.32.2-gke.1651999'],
  ['machine-type-no-room', { machineType: 'e2-micro' }, '1.33'],
])('fails: %s, as advice', (code, options, minimumKubernetesVersion) => {
  expect(codesOfAdvice(cpuPool(options, { ...zonal, minimumKubernetesVersion }))).toEqual([code]);
});

test('fails: machine-type-version, as advice', () => {
  const options = { accelerators: Accelerator.RTX_PRO_6000.times(1), machineType: 'g4-standard-12' };
  const codesFor = (version: string) =>
    codesOfAdvice(gpuPool(options, { ...zonal, location: 'us-central1-b', minimumKubernetesVersion: version }));
  expect(codesFor('1.34.4')).toEqual(['machine-type-version']);
  expect(codesFor('1.34.5-gke.1153000')).toEqual([]);
});

test('fails: pool-zones names the nearest zone of the region', () => {
  expect(problemsOf(() => cpuPool({ zones: ['us-centrl1-b'] }, regional)).fixes).toEqual([
    'did you mean us-central1-b? Otherwise use zones of us-central1, such as us-central1-b',
  ]);
});
