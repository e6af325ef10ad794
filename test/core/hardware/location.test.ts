import { expect, test } from 'vitest';
import { isAiZone, isRegion, isZone, regionOf } from '../../../lib/core/hardware/location';

test.each([
  ['us-east1-c', true, 'us-east1'],
  ['europe-west10-a', true, 'europe-west10'],
  ['us-central1-ai1a', true, 'us-central1'],
  ['us-east1', false, 'us-east1'],
  ['northamerica-northeast1-b', true, 'northamerica-northeast1'],
])('%s', (location, zone, region) => {
  expect(isZone(location)).toBe(zone);
  expect(regionOf(location)).toBe(region);
  expect(isRegion(location)).toBe(!zone);
  expect(isAiZone(location)).toBe(location === 'us-central1-ai1a');
});

test.each([
  '',
  'us',
  'us-east1-cc',
  'us-east1-',
  'US-east1-c',
  'x us-east1-c',
  'us-east1-c x',
  'us-east1-ai1',
  'us-east1-bi1a',
])('%j is neither a zone nor a region', (location) => {
  expect([isZone(location), isAiZone(location), isRegion(location)]).toEqual([false, false, false]);
  expect(regionOf(location)).toBe(location);
});
