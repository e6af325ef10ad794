import { Testing } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import type { IBucket } from '../../lib/core/contracts/bucket';
import { joinTrees } from '../../lib/core/problems/registry';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { Mount } from '../../lib/pods/mounts/mount';
import { ModelServer } from '../../lib/serving/model-servers';
import { ModelSource } from '../../lib/model/model-source';
import { ServingDeployment } from '../../lib/serving/serving-deployment';
import { SharedVolume } from '../../lib/storage/shared-volume';
import { SharedVolumeSource } from '../../lib/storage/shared-volume-source';
import { DistributedTrainingJob } from '../../lib/training/distributed-training-job';
import { exportOf, exportProblems } from '../../lib/training/model-export';
import { PyTorch } from '../../lib/training/strategies/pytorch/pytorch';
import { TrainingEngine } from '../../lib/training/training-engines';
import type { TrainingJobOptions } from '../../lib/training/training-job';
import { gpuPool, GKE } from '../workload/pools';
import { texts } from '../serving/servings';
import { PAIRS, jobOf, objectsOf, tasksOf } from './jobs';

const BUCKET: IBucket = { bucketName: 'models', url: 'gs://models', grants: [] };
const MODELS = ModelSource.bucket(BUCKET, 'vision/mnist');
const VOLUME = {
  claimName: 'data',
  at: (path: string, options = {}) => Mount.persistentVolumeClaim('data', path, options, { namespace: 'mnist' }),
};
const ON_VOLUME = ModelSource.volume(VOLUME, 'models/mnist');

function chartOf(namespace = 'mnist'): ClusterChart {
  return new ClusterChart(Testing.app(), 'chart', { cluster: GKE, namespace });
}

function job(chart: ClusterChart, id: string, options: Partial<TrainingJobOptions> = {}): DistributedTrainingJob {
  return new DistributedTrainingJob(chart, id, {
    image: 'mnist:1',
    command: ['python3', 'train.py'],
    pool: gpuPool(),
    strategy: PyTorch.distributedDataParallel(),
    engine: TrainingEngine.job(),
    ...options,
  });
}

describe('the tasks learn where the version goes', () => {
  test.each([
    ['by the address of a bucket that they do not mount', MODELS, [], 'gs://models/vision/mnist/3'],
    ['in a mounted bucket', MODELS, [Mount.bucket(BUCKET, '/data')], '/data/vision/mnist/3'],
    ['in a mounted folder', MODELS, [Mount.bucket(BUCKET, '/data', { subfolder: 'vision' })], '/data/mnist/3'],
    ['in the very folder', MODELS, [Mount.bucket(BUCKET, '/out', { subfolder: 'vision/mnist' })], '/out/3'],
    [
      'by the address if another folder is mounted',
      MODELS,
      [Mount.bucket(BUCKET, '/data', { subfolder: 'vis' })],
      'gs://models/vision/mnist/3',
    ],
    [
      'by the address if the mount is read-only',
      MODELS,
      [Mount.bucket(BUCKET, '/data', { readOnly: true })],
      'gs://models/vision/mnist/3',
    ],
    ['in a mounted volume', ON_VOLUME, [VOLUME.at('/data')], '/data/models/mnist/3'],
  ])('%s', (_, model, mounts, path) => {
    expect(exportOf(model.version(3), mounts)).toMatchObject({ path });
    expect([...exportProblems(model.version(3), mounts)]).toEqual([]);
  });

  test.each(PAIRS)('by a variable: $name by $engineName', ({ strategy, engine }) => {
    const all = tasksOf(objectsOf(engine.render(jobOf({ strategy, exports: MODELS.version(2) }))));
    expect(all.length).toBeGreaterThan(0);
    for (const { env } of all) expect(env['MODEL_EXPORT_PATH']).toBe('gs://models/vision/mnist/2');
  });
});

test('a server takes the model that a job exports', () => {
  const chart = chartOf();
  const volume = new SharedVolume(chart, 'data', { source: SharedVolumeSource.nfs('10.0.0.9', '/exports') });
  const exports = ModelSource.volume(volume, 'models/mnist').version(4);
  const { exportedModel } = job(chart, 'train', { mounts: [volume.at('/data')], exports });
  const pool = gpuPool();
  const { serving } = new ServingDeployment(chart, 'mnist', {
    pool,
    server: ModelServer.tensorFlowServing(),
    model: exportedModel,
  });
  expect(serving.tracks[0].model).toMatchObject({ location: '/models/models/mnist', policy: { versions: [4] } });
});

test('fails: a job without exports has no model for a server (no-exports)', () => {
  expect(() => job(chartOf(), 'train').exportedModel).toThrow(
    'the program does not say where the job writes its model: give exports to the job, such as models.version(1) (no-exports)',
  );
});

test.each([
  [ModelSource.image('a:1', '/models/mnist'), 'a job cannot write its model to image a:1: give ModelSource.bucket'],
  [ModelSource.huggingFace('a/b', 'c'), 'a job cannot write its model to a/b of Hugging Face: give'],
])('fails: a place that a job cannot write (export-place)', (model, message) => {
  expect(() => job(chartOf(), 'train', { exports: model })).toThrow(message);
});

test.each([
  [
    MODELS.latest(),
    'exports names the newest versions, but a job writes one version: name one, such as models.version(2)',
  ],
  [MODELS.versions([1, 2]), 'exports names versions 1, 2, but a job writes one version'],
])('fails: other than one version (export-version)', (model, message) => {
  expect(() => job(chartOf(), 'train', { exports: model })).toThrow(message);
});

test('fails: a volume that the job does not mount, or only to read (export-mount)', () => {
  const other = Mount.persistentVolumeClaim('data', '/data', {}, { namespace: 'other' });
  for (const mounts of [[], [other]]) {
    expect(texts(exportProblems(ON_VOLUME, mounts))).toEqual([
      'the model is exported to volume "data", but the job does not mount it: add the volume to mounts, such as volume.at(\'/data\') (export-mount)',
    ]);
  }
  expect(texts(exportProblems(ON_VOLUME, [VOLUME.at('/data', { readOnly: true })]))).toEqual([
    'the model is exported to volume "data", but the job mounts it with readOnly: true: leave readOnly out (export-mount)',
  ]);
});

test('fails: a bucket that the job writes without a right (bucket-identity, bucket-access)', () => {
  expect(job(chartOf(), 'train', { exports: MODELS }).node.validate()).toEqual([
    'gs://models/vision/mnist/1 is exported, but the pods have no identity with access to it: set identity to a WorkloadIdentity that the bucket grants access to (bucket-identity)',
  ]);
  const identity = { email: 'a@b.iam.gserviceaccount.com', namespace: 'mnist', serviceAccountName: 'a', cluster: GKE };
  const mine = { ...BUCKET, grants: [{ identity, access: 'read' as const }] };
  expect(job(chartOf(), 'train', { exports: ModelSource.bucket(mine, 'mnist'), identity }).node.validate()).toEqual([
    'gs://models/mnist/1 is exported, but a@b.iam.gserviceaccount.com may only read it: call grantReadWrite of the bucket with this identity (bucket-access)',
  ]);
});

test('fails: two jobs that write the same version (export-twice)', () => {
  const chart = chartOf();
  const open = ModelSource.bucket({ bucketName: 'models', url: 'gs://models' }, 'mnist');
  const jobs = [open, open.version(2), open].map((exports, index) => job(chart, `train-${index}`, { exports }));
  expect(jobs.map((each) => each.node.validate())).toEqual([
    [],
    [],
    [
      'chart/train-0 exports version 1 in mnist of bucket "models" too, but a version never changes after it was written: give this job another version, such as the next number (export-twice)',
    ],
  ]);
});

test('fails: two deployments that write the same version (export-twice)', () => {
  const open = ModelSource.bucket({ bucketName: 'models', url: 'gs://models' }, 'mnist');
  const [first, second] = [chartOf(), chartOf()];
  const jobs = [first, second].map((chart) => job(chart, 'train', { exports: open }));
  joinTrees([first.node.root, second.node.root]);
  expect(jobs.map((each) => each.node.validate())).toEqual([[], [expect.stringContaining('(export-twice)')]]);
});

test('fails: the variable cannot be set by hand (reserved-env)', () => {
  const env = { MODEL_EXPORT_PATH: '/tmp' };
  const [problem] = job(chartOf(), 'train', { exports: ON_VOLUME, mounts: [VOLUME.at('/data')], env }).node.validate();
  expect(problem).toContain('environment variable MODEL_EXPORT_PATH is set by hand');
  expect(job(chartOf(), 'train', { env }).node.validate()).toEqual([]);
});

test('fails: a server in another namespace than the volume of its model (volume-namespace)', () => {
  const chart = chartOf('serving');
  const server = ModelServer.tensorFlowServing();
  const serving = new ServingDeployment(chart, 'mnist', { pool: gpuPool(), server, model: ON_VOLUME });
  expect(serving.node.validate()).toEqual([
    'volume "data" is mounted at /models, but it is in namespace "mnist", and the pods run in "serving": make a SharedVolume in a chart of namespace "serving", or move the pods into one of "mnist" (volume-namespace)',
  ]);
});
