import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { needOf } from '../../lib/kubernetes/pod-spec-security';
import type { PodSpecFields } from '../../lib/pods/pod-spec';
import { PodUser } from '../../lib/pods/security/pod-user';
import { BucketRead } from '../../lib/model/bucket-read';
import { ModelServer } from '../../lib/serving/model-servers';
import { ModelSource } from '../../lib/model/model-source';
import { Mount } from '../../lib/pods/mounts/mount';
import { ServerCheck } from '../../lib/serving/server-check';
import { gpuPool } from '../workload/pools';
import { BUCKET, MODELS, serving } from './servings';

const SERVERS = {
  'TensorFlow Serving': ModelServer.tensorFlowServing(),
  Triton: ModelServer.triton(),
  vLLM: ModelServer.vllm(),
  'any image': ModelServer.container({
    image: 'mine:1',
    ports: [{ name: 'http', port: 8080, protocol: 'http' }],
    ready: ServerCheck.http('/ready'),
  }),
};
const SOURCES = {
  'a bucket': MODELS,
  'a mounted bucket': ModelSource.bucket(BUCKET, 'mnist', { read: BucketRead.mount() }),
  'a copied bucket': ModelSource.bucket(BUCKET, 'mnist', { read: BucketRead.copy({ size: Size.gibibytes(1) }) }),
  'a volume': ModelSource.volume(
    { claimName: 'models', at: (path) => Mount.persistentVolumeClaim('models', path) },
    'mnist',
  ),
  'an image': ModelSource.image('mnist-model:1', '/models/mnist'),
};

test.each(
  Object.entries(SERVERS).flatMap(([name, server]) =>
    Object.entries(SOURCES).map(([from, model]) => [name, from, server, model] as const),
  ),
)('the pods of %s with a model from %s run where Pod Security is restricted', (_, __, server, model) => {
  const pool = gpuPool();
  const { resource } = serving({ server, model, resources: { gpus: 1 } }, pool);
  expect(needOf(resource.toJson().spec.template.spec)).toEqual({ level: 'restricted' });
});

test('fails: an image that needs root runs nowhere stricter than baseline', () => {
  const { resource } = serving({ user: PodUser.root() });
  expect(needOf(resource.toJson().spec.template.spec)).toMatchObject({ level: 'baseline' });
});

test('a program that ignores SIGTERM as the first of its container waits for its requests as one of several', () => {
  const preStop = (podSpec: PodSpecFields) =>
    serving({ podSpec }).resource.toJson().spec.template.spec.containers[0].lifecycle.preStop.exec.command;
  expect(preStop({})).toEqual(['sleep', '38']);
  expect(preStop({ shareProcessNamespace: true })).toEqual(['sleep', '68']);
});
