import { expect, test } from 'vitest';
import { Capacity } from '../../../lib/core/hardware/capacity';
import { Nodes } from '../../../lib/infrastructure/pool/nodes';
import { codesOfAdvice, cpuPool, problemsOf, regional, zonal } from './pools';

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
  expect(codesOfAdvice(pool)).toEqual(['machine-type-zone']);
});
