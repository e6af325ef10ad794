import { expect, test } from 'vitest';
import { reaches } from '../../../lib/core/hardware/gke-version';

const OLDEST = ['1.32.8-gke.1108000', '1.33.4-gke.1036000'];

test.each([
  ['1.32.8-gke.1108000', true],
  ['1.32.8-gke.1107999', false],
  ['1.32.7-gke.9999999', false],
  ['1.32.8', true],
  ['1.32', true],
  ['1.33.4-gke.1035999', false],
  ['1.33.5', true],
  ['1.33.10-gke.1', true],
  ['1.31.99-gke.1', false],
  ['1.31', false],
  ['1.34', true],
  ['1.34.0-gke.1', true],
  ['2.0', true],
  ['latest', true],
  ['1.33', true],
  ['1', true],
])('%s is new enough: %s', (version, enough) => {
  expect(reaches(version, OLDEST)).toBe(enough);
});

test('a minor version between those that have a feature is not known to have it', () => {
  expect(reaches('1.30.5', ['1.29.15-gke.1', '1.31.2-gke.1'])).toBe(false);
  expect(reaches('1.20', [])).toBe(true);
  expect(reaches('1.33.5', ['1.32.8-gke.1108000', '1.33.4-gke.1036000', '1.34.0'])).toBe(true);
  expect(reaches('1.34.1', ['1.34.2'])).toBe(false);
});
