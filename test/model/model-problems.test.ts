import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { BucketRead } from '../../lib/model/bucket-read';
import type { ModelServer } from '../../lib/serving/model-server';
import { Duration } from 'cdk8s';
import type { ServedModel } from '../../lib/model/served-model';
import { ModelServer as Servers } from '../../lib/serving/model-servers';
import { ModelSource } from '../../lib/model/model-source';
import { modelAdvice, modelProblems } from '../../lib/model/model-problems';
import { BUCKET, MODELS, serving, texts } from '../serving/servings';

const OTHER: ModelServer = { ...Servers.tensorFlowServing(), name: 'My server', readsBuckets: false };
const HUB = ModelSource.huggingFace('Qwen/Qwen2.5-7B-Instruct', 'a09a354');
const of = (read: BucketRead) => ModelSource.bucket(BUCKET, 'mnist', { read });

test('fails: a server that cannot read the source (model-unreadable)', () => {
  expect(texts(modelProblems(of(BucketRead.server()), OTHER))).toEqual([
    'My server does not read gs://models itself: leave read out, or use BucketRead.mount() or BucketRead.copy() (model-unreadable)',
  ]);
  expect(texts(modelProblems(HUB, OTHER))).toEqual([
    'My server does not read models of Hugging Face: put the model into a bucket and use ModelSource.bucket, or use a server such as ModelServer.vllm() (model-unreadable)',
  ]);
  expect(() => serving({ canary: { model: HUB } })).toThrow('(model-unreadable)');
});

test('fails: the newest versions of a copy (model-copy)', () => {
  expect(() => serving({ model: of(BucketRead.copy()).latest() })).toThrow(
    'the newest versions are served, but a copy is made when a pod starts and gets no newer ones: give the version by its number, or use BucketRead.mount() (model-copy)',
  );
});

test('every server can mount and copy a bucket, and a bucket is mounted where the server cannot read it', () => {
  for (const model of [MODELS, of(BucketRead.mount()), of(BucketRead.copy())]) {
    expect([...modelProblems(model, OTHER)]).toEqual([]);
  }
});

function adviceOn(model: Partial<Omit<ServedModel, 'requestTimeout'>>): string[] {
  const requestTimeout = Duration.seconds(30);
  const policy = { kind: 'pinned', versions: [1], labels: {} } as const;
  return texts(modelAdvice({ name: 'mnist', location: 'gs://models/mnist', policy, requestTimeout, ...model }));
}

test('fails: a folder that looks like a version is advice (model-folder)', () => {
  expect(adviceOn({ location: 'gs://models/mnist/3' })).toEqual([
    'the folder of the model is gs://models/mnist/3, so its versions are folders such as gs://models/mnist/3/1: if 3 is a version, give the folder gs://models/mnist and version(3), or acknowledge this (model-folder)',
  ]);
  expect([...adviceOn({}), ...adviceOn({ location: '/models/mnist-2' })]).toEqual([]);
});

test('fails: a branch of Hugging Face is advice (model-branch)', () => {
  const at = (revision: string) =>
    adviceOn({ location: '/models', hub: { id: 'acme/model', revision, size: Size.gibibytes(1) } });
  expect(at('main')).toEqual([
    'revision "main" of acme/model is a branch, whose files can change between two starts of pods: name a commit of it, or acknowledge this (model-branch)',
  ]);
  expect([...at('a09a354'), ...at('v1.0')]).toEqual([]);
});
