import { expect, test } from 'vitest';
import { isZone, regionOf } from '../../../lib/core/hardware/location';

test.each([
  ['us-east1-c', true, 'us-east1'],
  ['europe-west10-a', true, 'europe-west10'],
  ['us-central1-ai1a', true, 'us-central1'],
  ['us-east1', false, 'us-east1'],
  ['northamerica-northeast1-b', true, 'northamerica-northeast1'],
])('%s', (location, zone, region) => {
  expect(isZone(location)).toBe(zone);
  expect(regionOf(location)).toBe(region);
});
