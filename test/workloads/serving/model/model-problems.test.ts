import { expect, test } from 'vitest';
import { BucketRead } from '../../../../lib/workloads/serving/model/bucket-read';
import type { ModelServer } from '../../../../lib/workloads/serving/model-server';
import { ModelServer as Servers } from '../../../../lib/workloads/serving/model-servers';
import { ModelSource } from '../../../../lib/workloads/serving/model/model-source';
import { modelProblems } from '../../../../lib/workloads/serving/model/model-problems';
import { BUCKET, MODELS, serving, texts } from '../servings';

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
