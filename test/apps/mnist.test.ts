import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PYTORCH } from '../../apps/mnist/frameworks';
import { mnist } from '../../apps/mnist/index';
import { DEV, LOCAL, PROD } from '../../apps/stages';
import { Platform, Stage } from '../../lib/index';
import { manifestsOf } from '../../lib/testing/index';

test('fails: a cloud stage that the table of sizes does not have is refused by name', () => {
  const stage = new Stage({ name: 'staging', project: 'acme-ml', region: 'us-east1' });
  expect(() => {
    mnist(new Platform().stage(stage, 'mnist'));
  }).toThrow(
    '[mnist] stage "staging" is in the cloud, but has no size: give it one in apps/mnist/sizes.ts, where dev and prod have theirs (mnist-stage)',
  );
});

test('a stage without a project is a laptop, whatever its name', () => {
  const { kubernetes, existingStack } = laptop('home');
  expect(existingStack).toBeUndefined();
  expect(kubernetes.charts).toHaveLength(1);
});

test.each([
  { stage: DEV, kind: 'PyTorchJob', image: /us-east1-docker.pkg.dev.*\/mnist-torch:1$/ },
  { stage: PROD, kind: 'JobSet', image: /us-central1-docker.pkg.dev.*\/mnist-torch:1$/ },
  { stage: LOCAL, kind: 'PyTorchJob', image: /^trainyard\/mnist-torch:1$/ },
])('in PyTorch stage $stage.name trains by a $kind, and Triton serves the model', ({ stage, kind, image }) => {
  const folder = mkdtempSync(join(tmpdir(), 'mnist-torch-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const platform = new Platform({ manifestFolder: join(folder, 'dist'), stackFolder: join(folder, 'cdktf.out') });
  const deployment = platform.stage(stage, 'mnist');
  mnist(deployment, { framework: PYTORCH });
  platform.synth();
  const manifests = deployment.kubernetes.charts.flatMap((chart) => manifestsOf(chart));
  expect(manifests.map((each) => each.kind)).toContain(kind);
  expect(imagesIn(manifests)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(image),
      expect.stringMatching(/^nvcr.io\/nvidia\/tritonserver:.*-py3$/),
    ]),
  );
});

/** The images of all containers. */
function imagesIn(manifests: unknown): string[] {
  return [...JSON.stringify(manifests).matchAll(/"image":"([^"]+)"/g)].flatMap(([, image]) => image ?? []);
}

function laptop(name: string) {
  const deployment = new Platform().stage(new Stage({ name }), 'mnist');
  mnist(deployment);
  return deployment;
}
