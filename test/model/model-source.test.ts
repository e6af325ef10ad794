import { expect, test } from 'vitest';
import { ModelSource } from '../../lib/model/model-source';
import { BUCKET, MODELS } from '../serving/servings';

test('a source is at version 1, and at any other that it is asked for', () => {
  expect(MODELS.policy).toEqual({ kind: 'pinned', versions: [1], labels: {} });
  expect(MODELS.version(7).policy).toEqual({ kind: 'pinned', versions: [7], labels: {} });
  expect(MODELS.versions([1, 2], { labels: { stable: 1 } }).policy).toMatchObject({ labels: { stable: 1 } });
  expect(MODELS.latest().policy).toEqual({ kind: 'latest', count: 1 });
  expect(MODELS.version(7).place).toBe(MODELS.place);
});

test.each([
  [() => MODELS.version(-1), '-1 is not the number of a version: use a whole number of 0 or more (model-version)'],
  [() => MODELS.versions([]), 'no version is given: give the number of one at least, such as [1] (model-version)'],
  [() => MODELS.versions([2, 2]), 'version 2 is given more than once: give it once (model-version)'],
  [() => MODELS.latest(0), 'count cannot be 0: use a whole number of 1 or more (model-version)'],
])('fails: versions that no model has (model-version): %s', (make, message) => {
  expect(make).toThrow(message);
});

test.each([
  [{ stable: 3 }, 'label "stable" stands for version 3, which is not among the versions 1, 2: add 3 to the versions'],
  [{ 'a-b': 1 }, '"a-b" cannot be the label of a version: use letters, digits and "_", such as "stable"'],
])('fails: labels that no server takes (model-label)', (labels, message) => {
  expect(() => MODELS.versions([1, 2], { labels })).toThrow(message);
});

test('fails: folders and images of another form (folder-form, image-form, mount-path)', () => {
  expect(() => ModelSource.bucket(BUCKET, '/mnist')).toThrow('folder "/mnist" is not a folder below another');
  expect(() => ModelSource.image('a b', '/models/mnist')).toThrow('"a b" is not the name of an image');
  expect(() => ModelSource.image('mnist-model:1', 'models')).toThrow('"models" is not a path for a mount');
});
