import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { EnvValue } from '../../lib/pods/containers/env-value';
import { ModelSource } from '../../lib/model/model-source';

const ID = 'Qwen/Qwen2.5-7B-Instruct';

test.each([
  ['Qwen', 'main', {}, '"Qwen" is not the id of a model of Hugging Face: give its owner and its name'],
  ['https://huggingface.co/Qwen/x', 'main', {}, 'is not the id of a model of Hugging Face'],
  [ID, '', {}, '"" is not a revision of a model: give a commit of its repository'],
  [ID, '--x', {}, '"--x" is not a revision of a model'],
  [
    ID,
    'a09a354',
    { token: EnvValue.fromField('metadata.name') },
    "token is no key of a Secret, so everyone who may read the pods could read it: use EnvValue.fromSecret('hugging-face', 'token')",
  ],
])('fails: a model of Hugging Face that cannot be (model-hub): %s at %s', (id, revision, options, message) => {
  expect(() => ModelSource.huggingFace(id, revision, options)).toThrow(message);
});

test('fails: a size of nothing (resource-amount)', () => {
  expect(() => ModelSource.huggingFace(ID, 'a09a354', { size: Size.gibibytes(0) })).toThrow('(resource-amount)');
});

test('fails: a number in the place of a revision (model-version)', () => {
  const message =
    'a model of Hugging Face has no numbered versions: give another revision to ModelSource.huggingFace (model-version)';
  expect(() => ModelSource.huggingFace(ID, 'a09a354').version(2)).toThrow(message);
  expect(() => ModelSource.huggingFace(ID, 'a09a354').latest()).toThrow(message);
});
