import { expect, test } from 'vitest';
import type { ICluster } from '../../../lib/core/contracts/cluster';
import { Accelerator, type AcceleratorCount } from '../../../lib/core/hardware/accelerator';
import { ProvisioningModel } from '../../../lib/core/hardware/provisioning-model';
import { NodeCount } from '../../../lib/infrastructure/pool/node-count';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { stackOf } from '../synthesized';
import { codesOfAdvice, cpuPool, gpuPool, messagesOf, problemsOf, regional, textsOf, zonal } from './pools';

test('fails: pool-zones-unknown for a fixed total in a region without zones, and not for what needs none', () => {
  expect(problemsOf(() => cpuPool({ nodes: NodeCount.fixed(3) }, regional)).codes).toEqual(['pool-zones-unknown']);
  expect(problemsOf(() => cpuPool({ nodes: NodeCount.perZone(1) }, regional)).codes).toEqual([]);
  expect(problemsOf(() => cpuPool({ nodes: NodeCount.between(0, 3) }, regional)).codes).toEqual([]);
});

test('fails: capacity-reservation-zones in a region without zones', () => {
  const { codes } = problemsOf(() => cpuPool({ provisioningModel: ProvisioningModel.reservation('ours') }, regional));
  expect(codes).toEqual(['capacity-reservation-zones']);
});

test('fails: pool-cluster-location for a cluster that is nowhere', () => {
  const { codes } = problemsOf(() => cpuPool({}, { clusterName: 'nowhere' }));
  expect(codes).toEqual(['pool-cluster-location']);
});

test('fails: accelerator-zones of a cluster in several zones, of which some lack the GPU', () => {
  const codes = (accelerators: AcceleratorCount, cluster: ICluster & { nodeLocations?: string[] }) =>
    problemsOf(() => gpuPool({ accelerators }, cluster)).codes;
  const l4 = Accelerator.L4.times(1);
  expect(codes(l4, { ...regional, nodeLocations: ['us-central1-f'] })).toEqual(['accelerator-zones']);
  expect(codes(l4, { ...zonal, nodeLocations: ['us-central1-a', 'us-central1-f'] })).toEqual(['accelerator-zones']);
  expect(codes(l4, { ...zonal, location: 'us-central1-f' })).toEqual([]);
  expect(codes(Accelerator.T4.times(1), { ...regional, location: 'africa-south1' })).toEqual([]);
  expect(codes(Accelerator.K80.times(1), { ...regional, location: 'us-east1' })).toEqual([]);
});

test('fails: accelerator-zones tells the zones that have the GPU, one or several', () => {
  const said = (accelerators: AcceleratorCount, cluster: ICluster & { nodeLocations?: string[] }) =>
    textsOf(() => gpuPool({ accelerators }, cluster));
  expect(said(Accelerator.T4.times(1), { ...regional, location: 'us-west3' })).toEqual([
    "zones: nvidia-tesla-t4 is not listed in us-west3-a, us-west3-c, GKE makes a pool in all of its zones or none, and neither the pool nor the cluster names zones: set zones to ['us-west3-b'] (accelerator-zones)",
  ]);
  const nodeLocations = ['us-central1-a', 'us-central1-f', 'us-central1-ai1a'];
  expect(said(Accelerator.L4.times(1), { ...regional, nodeLocations })).toEqual([
    "zones: nvidia-l4 is not listed in us-central1-f, us-central1-ai1a, where the cluster also has nodes, and GKE makes a pool in all of its zones or none: set zones to ['us-central1-a'], ['us-central1-b'] or ['us-central1-c'], or several of them (accelerator-zones)",
  ]);
});

test('fails: pool-cluster-location, and nothing else, for a cluster that is nowhere', () => {
  expect(
    textsOf(() => cpuPool({ provisioningModel: ProvisioningModel.reservation('ours') }, { clusterName: 'nowhere' })),
  ).toEqual([
    'cluster: cluster "nowhere" has no location, but Terraform needs it to find the cluster: give the zone or region of the cluster where it is described, or use a TrainingCluster (pool-cluster-location)',
  ]);
});

test('fails: zone-name is told once where the cluster is of this program, which tells it itself', () => {
  const stack = stackOf({ region: 'us-central1' });
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-d' });
  const codes = codesOfAdvice(cluster.addPool('cpu'));
  expect(codes.filter((code) => code === 'zone-name')).toHaveLength(1);
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

test('fails: machine-type-no-room, as advice', () => {
  expect(codesOfAdvice(cpuPool({ machineType: 'e2-micro' }, zonal))).toEqual(['machine-type-no-room']);
});
