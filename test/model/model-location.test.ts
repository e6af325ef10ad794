import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { EnvValue } from '../../lib/pods/containers/env-value';
import { Mount } from '../../lib/pods/mounts/mount';
import { BucketRead } from '../../lib/model/bucket-read';
import { locate } from '../../lib/model/model-location';
import type { ModelServer } from '../../lib/serving/model-server';
import { ModelServer as Servers } from '../../lib/serving/model-servers';
import { ModelSource } from '../../lib/model/model-source';
import { BUCKET, MODELS, serving } from '../serving/servings';

const READER = Servers.tensorFlowServing();
const OTHER: ModelServer = { ...READER, name: 'other', readsBuckets: false };

describe('a model in a bucket', () => {
  test('is read by a server that can', () => {
    expect(locate(MODELS, READER)).toEqual({
      location: 'gs://models/mnist',
      uses: [{ bucket: BUCKET, readOnly: true, text: 'gs://models/mnist is read by TensorFlow Serving' }],
    });
  });

  test('is mounted for any other, and when it is asked for', () => {
    const mounted = { location: '/models/mnist', mounts: [{ path: '/models/mnist', readOnly: true }] };
    expect(locate(MODELS, OTHER)).toMatchObject(mounted);
    expect(locate(ModelSource.bucket(BUCKET, 'mnist', { read: BucketRead.mount() }), READER)).toMatchObject(mounted);
  });

  test('is copied to a disk of its size, which the pod asks for, before the server starts', () => {
    const read = BucketRead.copy({ size: Size.gibibytes(3) });
    const { resource } = serving({ model: ModelSource.bucket(BUCKET, 'mnist', { read }).versions([2, 5]) });
    const { spec } = resource.toJson().spec.template;
    expect(spec.initContainers).toMatchObject([
      {
        name: 'copy-model',
        image: 'rclone/rclone:1.75.1',
        args: ['copy', '2', '5'],
        env: expect.arrayContaining([
          { name: 'SOURCE', value: ':gcs,env_auth=true:models/mnist' },
          { name: 'TARGET', value: '/models/mnist' },
        ]),
      },
    ]);
    expect(spec.volumes).toContainEqual({ name: 'models', emptyDir: { sizeLimit: '3Gi' } });
    expect(spec.containers[0].resources.requests).toMatchObject({ 'ephemeral-storage': '4Gi' });
  });
});

test('a model of a volume is read there', () => {
  const model = ModelSource.volume(
    { claimName: 'data', at: (path, options) => Mount.persistentVolumeClaim('data', path, options) },
    'a/mnist',
  );
  expect(locate(model, READER)).toMatchObject({
    location: '/models/a/mnist',
    mounts: [{ path: '/models', readOnly: true }],
  });
});

test('a model of an image brings the image', () => {
  expect(locate(ModelSource.image('mnist-model:1', '/models/mnist'), READER)).toEqual({
    location: '/models/mnist',
    image: 'mnist-model:1',
  });
});

test('a model of Hugging Face gets a disk of its size', () => {
  const token = EnvValue.fromSecret('hugging-face', 'token');
  const model = ModelSource.huggingFace('Qwen/Qwen2.5-7B-Instruct', 'a09a354', { token });
  expect(locate(model, OTHER)).toMatchObject({
    storage: Size.gibibytes(40),
    hub: { id: 'Qwen/Qwen2.5-7B-Instruct', revision: 'a09a354', token },
  });
});
