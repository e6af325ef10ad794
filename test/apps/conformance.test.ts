import { afterAll, describe, expect, test } from 'vitest';
import { rmSync } from 'node:fs';
import { manifestProblems } from '../conformance/manifest';
import { readManifests, readStacks } from '../conformance/rendered-files';
import { terraformProblems } from '../conformance/terraform';
import { synthesized } from './synthesized';

const { folder, manifests, stacks } = synthesized();
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('what the applications render', () => {
  test('is there', () => {
    expect(readManifests(manifests).length).toBeGreaterThan(5);
    expect(readStacks(stacks).length).toBeGreaterThan(2);
  });

  test.each(readManifests(manifests))('conforms to the Kubernetes schemas: $file $manifest.kind', ({ manifest }) => {
    expect(manifestProblems(manifest)).toEqual([]);
  });

  test.each(readStacks(stacks))('conforms to the schema of the Google provider: $name', ({ stack }) => {
    expect(terraformProblems(stack)).toEqual([]);
  });
});
