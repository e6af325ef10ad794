import { isRegion } from '../core/hardware/location';
import { problem, type Problem } from '../core/problems/problem';

/**
 * Areas of several regions, and pairs of regions, in 2026.
 *
 * @see https://cloud.google.com/storage/docs/locations
 */
const AREAS = ['ASIA', 'EU', 'US', 'ASIA1', 'EUR4', 'EUR5', 'EUR7', 'EUR8', 'NAM4'];

/** Problems of the location of a bucket. An empty one is not known. */
export function* locationProblems(location: string): Generator<Problem> {
  if (location === '' || isRegion(location.toLowerCase()) || AREAS.includes(location.toUpperCase())) return;
  yield problem(
    'bucket-location',
    'location',
    `a bucket cannot be in ${JSON.stringify(location)}`,
    'use a region such as "us-east1" (not a zone), a pair such as "NAM4", or "US", "EU" or "ASIA"',
  );
}
