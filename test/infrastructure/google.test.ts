import { expect, test } from 'vitest';
import { google } from '../../lib/infrastructure/google';

test('the classes can be listed, which loads them: the bench does so before its clock starts', () => {
  expect(Object.values(google).includes(google.ContainerCluster)).toBe(true);
});
