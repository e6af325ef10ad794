import { expect, test } from 'vitest';
import { openAdvice } from '../../../lib/core/problems/check';
import { ModelSource } from '../../../lib/model/model-source';
import { Rollout } from '../../../lib/serving/rollout/rollout';
import { rolloutProblems } from '../../../lib/serving/rollout/rollout-problems';
import { Replicas } from '../../../lib/serving/scaling/replicas';
import type { ServingDeploymentProps } from '../../../lib/serving/serving-deployment';
import { BUCKET, MODELS, serving, texts } from '../servings';
import { isSameVersion } from '../../../lib/model/same-version';
import { Mount } from '../../../lib/pods/mounts/mount';
import { BucketRead } from '../../../lib/model/bucket-read';
import { Size } from 'cdk8s';

const ONE = MODELS.versions([1], { labels: { stable: 1 } });
const BESIDE = MODELS.versions([1, 2], { labels: { stable: 1 } });
const MOVED = MODELS.versions([1, 2], { labels: { stable: 2 } });

function inPlace(loaded: number[], model: ModelSource, props: Partial<ServingDeploymentProps> = {}) {
  return serving({ rollout: Rollout.inPlace({ loaded }), model, ...props });
}

test('a label moves in two steps, and no pod changes', () => {
  const pods = [inPlace([1], ONE), inPlace([1], BESIDE), inPlace([1, 2], MOVED)].map((each) =>
    JSON.stringify(each.resource.toJson()),
  );
  expect(new Set(pods).size).toBe(1);
});

test('fails: a label at a version that running pods have not loaded (rollout-label)', () => {
  expect(() => inPlace([1], MOVED)).toThrow(
    'label "stable" stands for version 2, which running pods have not loaded, so they would refuse the change and not load it either: first deploy the versions [1, 2] with "stable" at 1, then set loaded: [1, 2] and move the label to 2 (rollout-label)',
  );
});

test('fails: no version is left that running pods have loaded (rollout-in-place)', () => {
  expect(() => inPlace([1], MODELS.version(2))).toThrow(
    'running pods have loaded [1], and none of them is among the versions [2]: first deploy the versions [1, 2], then set loaded: [1, 2] and leave the old ones out (rollout-in-place)',
  );
});

test.each([
  ['the newest versions', MODELS.latest(), 'pods load the newest versions by themselves'],
  ['an image', ModelSource.image('mnist:1', '/models'), 'the files of the model come with a pod'],
  [
    'a copy',
    ModelSource.bucket(BUCKET, 'mnist', { read: BucketRead.copy({ size: Size.gibibytes(1) }) }),
    'the files of the model come with a pod',
  ],
])('fails: %s cannot change in place (rollout-in-place)', (_, model, message) => {
  expect(() => inPlace([1], model)).toThrow(message);
});

test('fails: a server that takes another version by new pods alone (rollout-server)', () => {
  const { server } = serving().serving;
  const plain: typeof server = {
    name: 'my server',
    problems: () => [],
    container: (model, resources) => ({ ...server.container({ ...model, loaded: undefined }, resources) }),
  };
  expect(() => inPlace([1], ONE, { server: plain })).toThrow(
    'my server takes another version by new pods alone: use Rollout.rolling() or Rollout.blueGreen(…) (rollout-server)',
  );
});

test('fails: a canary beside two colors, or in place (rollout-canary)', () => {
  const canary = { model: MODELS.version(3) };
  const blueGreen = Rollout.blueGreen({ green: MODELS.version(2), live: 'blue' });
  expect(() => serving({ canary, rollout: blueGreen })).toThrow(
    'Rollout.blueGreen and a canary are two ways to another version at once: leave canary out, or use Rollout.rolling() (rollout-canary)',
  );
  expect(() => inPlace([1], ONE, { canary })).toThrow('Rollout.inPlace and a canary');
});

test('fails: versions that change in place without labels (rollout-labels)', () => {
  const advice = openAdvice(inPlace([1], MODELS.versions([1, 2]))).map((each) => each.advice);
  expect(texts(advice)).toContain(
    'no version has a label, and clients that name no version get the newest, from each pod as soon as it has loaded it: give labels, such as { stable: 1 }, and let clients ask for the label, or acknowledge this (rollout-labels)',
  );
});

test('fails: two colors of a server that scales (rollout-scaler)', () => {
  const { serving: resolved } = serving({
    rollout: Rollout.blueGreen({ green: MODELS.version(2), live: 'blue' }),
    replicas: Replicas.fixed(3),
  });
  const scaling = Object.defineProperty(Replicas.fixed(3), 'least', { value: 1 });
  expect(texts(rolloutProblems({ ...resolved, scaling }, { model: MODELS }))).toEqual([
    'the color without requests would have 1 of 3 replicas, and get all requests at the switch: use Replicas.fixed(3), or Rollout.rolling() (rollout-scaler)',
  ]);
});

test.each<[string, Partial<ServingDeploymentProps>, string[]]>([
  ['a canary', { canary: { model: MODELS.version(1) } }, ['rollout-same']],
  ['a color', { rollout: Rollout.blueGreen({ green: MODELS, live: 'blue' }) }, ['rollout-same']],
  ['another version', { canary: { model: MODELS.version(2) } }, []],
  ['another folder', { canary: { model: ModelSource.bucket(BUCKET, 'other') } }, []],
  ['the newest versions', { canary: { model: MODELS.latest() } }, []],
])('fails: %s of the same version is advice, another version is none (rollout-same)', (_, props, expected) => {
  const given = openAdvice(serving({ model: MODELS.version(1), replicas: Replicas.fixed(2), ...props }));
  expect(given.map(({ advice }) => advice.code).filter((code) => code === 'rollout-same')).toEqual(expected);
});

test('fails: a canary of the same image or the same revision is told so (rollout-same)', () => {
  const image = () => ModelSource.image('mnist:1', '/models');
  const told = openAdvice(serving({ model: image(), canary: { model: image() } })).map(({ advice }) => advice);
  expect(told.find(({ code }) => code === 'rollout-same')).toEqual({
    code: 'rollout-same',
    property: 'canary',
    message: 'canary serves the same version of the same model as stable, so nothing is compared or changed',
    fix: 'give canary another version, such as models.version(2), or acknowledge this until there is one',
  });
  const hub = (revision: string) => ModelSource.huggingFace('acme/mnist', revision);
  expect(isSameVersion(hub('v1'), hub('v1'))).toBe(true);
  expect(isSameVersion(hub('v1'), hub('v2'))).toBe(false);
  const volume = { claimName: 'models', at: () => Mount.memory(Size.gibibytes(1)) };
  expect(isSameVersion(ModelSource.volume(volume, 'a'), ModelSource.volume(volume, 'a'))).toBe(true);
});
