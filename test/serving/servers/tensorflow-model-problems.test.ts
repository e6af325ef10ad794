import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import type { ServedModel } from '../../../lib/model/served-model';
import { gpuAdvice, pollAdvice, pollProblems } from '../../../lib/serving/servers/tensorflow-model-problems';
import { texts } from '../servings';

const MODEL: ServedModel = {
  name: 'mnist',
  location: 'gs://models/mnist',
  policy: { kind: 'pinned', versions: [3], labels: {} },
  requestTimeout: Duration.seconds(30),
};
const ONCE = { pollInterval: Duration.seconds(0) };

test.each([
  [{ policy: { kind: 'latest', count: 1 } } as const, 'sees no newer version later'],
  [{ loaded: [3] }, 'sees no other version and no moved label later'],
])('fails: a server that looks once for what changes (poll-interval): %j', (model, unseen) => {
  expect(texts(pollProblems(ONCE, { ...MODEL, ...model }))).toEqual([
    `pollInterval is 0 s, so the server looks once, when it starts, and ${unseen}: leave pollInterval out, or use Duration.seconds(60) (poll-interval)`,
  ]);
  expect(texts(pollProblems({}, { ...MODEL, ...model }))).toEqual([]);
});

test('a server that looks once for a version by its number is right', () => {
  expect(texts(pollProblems(ONCE, MODEL))).toEqual([]);
  expect(texts(pollAdvice(ONCE, MODEL.location))).toEqual([]);
});

test('fails: many looks into a bucket are advice (poll-cost)', () => {
  const advice = (seconds: number, location = MODEL.location) =>
    texts(pollAdvice({ pollInterval: Duration.seconds(seconds) }, location));
  expect(advice(1)).toEqual([
    'pollInterval is 1 s, so each pod asks Cloud Storage for gs://models/mnist 2592000 times a month, which costs money: use Duration.seconds(60), or acknowledge this (poll-cost)',
  ]);
  expect([...advice(10), ...advice(1, '/models/mnist')]).toEqual([]);
  expect(texts(pollAdvice({}, MODEL.location))).toEqual([]);
});

test('fails: an image or an option that does not fit the GPUs of a replica is advice (server-gpu-use)', () => {
  const advice = (image: string | undefined, gpus: number, gpuMemoryFraction?: number) =>
    texts(gpuAdvice({ gpuMemoryFraction }, image, gpus));
  expect(advice('tensorflow/serving:2.20.0', 1)).toEqual([
    'image "tensorflow/serving:2.20.0" computes without GPUs, but each replica has 1: use "tensorflow/serving:2.20.0-gpu", or a pool without GPUs (server-gpu-use)',
  ]);
  expect(advice('mirror.example/tensorflow/serving:2.20.0-gpu', 0)).toEqual([
    'image "mirror.example/tensorflow/serving:2.20.0-gpu" is for GPUs, but each replica has none: use "mirror.example/tensorflow/serving:2.20.0", or a pool with GPUs (server-gpu-use)',
  ]);
  expect(advice(undefined, 0, 0.5)).toEqual([
    'gpuMemoryFraction is 0.5, but each replica has no GPU, so it has no effect: leave gpuMemoryFraction out, or use a pool with GPUs (server-gpu-use)',
  ]);
});

test.each([
  [undefined, 1],
  ['tensorflow/serving:2.20.0', 0],
  ['tensorflow/serving:2.20.0-gpu', 1],
  ['acme/digits-model:3', 1],
])('image %s on a pod with %i GPUs is taken', (image, gpus) => {
  expect(texts(gpuAdvice({ gpuMemoryFraction: gpus > 0 ? 0.5 : undefined }, image, gpus))).toEqual([]);
});
