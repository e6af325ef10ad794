import { expect, test } from 'vitest';
import { Bucket, Stage, TerraformState } from '../../lib/index';
import { output } from '../platform/programs';
import { problemsOf, stackOf } from './synthesized';

const state = TerraformState.bucket('acme-state');

test('fails: a stack cannot make the bucket that its state is in (state-bucket)', () => {
  const stack = stackOf({ state });
  new Bucket(stack, 'state', { bucketName: 'acme-state' });
  expect(problemsOf(stack)).toEqual([
    expect.stringMatching(
      /^stack "mnist-dev" keeps its state in "acme-state", so .* TerraformState\.file\(\) \(state-bucket\)$/,
    ),
  ]);
});

test('other buckets are no concern of it', () => {
  const stack = stackOf({ state });
  new Bucket(stack, 'data', { forceDestroy: true });
  expect(problemsOf(stack)).toEqual([]);
});

/** A stack whose state is in a file makes the bucket for the state of another. */
function program(forceDestroy?: boolean) {
  const place = { project: 'acme-ml', region: 'us-east1' };
  const out = output();
  const platform = out.platform();
  const { stack } = platform.stage(new Stage({ name: 'base', ...place }));
  new Bucket(stack, 'state', { bucketName: 'acme-state', forceDestroy });
  new Bucket(platform.stage(new Stage({ name: 'dev', ...place, state })).stack, 'data');
  return { platform, guide: () => out.contents()['dist/dev/DEPLOY.md'] };
}

test('another stack may make it, and is deployed first', () => {
  const { platform, guide } = program();
  platform.synth();
  expect(guide()).toContain('Before this, deploy `base`.');
  expect(guide()).toContain("Terraform's state is kept in the bucket `acme-state` of the stack `base`.");
  expect(guide()).not.toContain('gcloud storage buckets create');
});

test('fails: its objects are not deleted with it (state-bucket)', () => {
  const message =
    'stack "dev" keeps its state in "acme-state", and forceDestroy would delete the state with the bucket: leave forceDestroy out (state-bucket)';
  expect(() => program(true).platform.synth()).toThrow(message);
});
