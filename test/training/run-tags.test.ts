import { Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import { ModelSource } from '../../lib/model/model-source';
import { Mount } from '../../lib/pods/mounts/mount';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { DistributedTrainingJob, TensorFlow, type DistributedTrainingJobProps } from '../../lib/training';
import { manifestsOf } from '../../lib/testing/index';
import { BUCKET } from '../serving/servings';
import { Operator } from '../../lib/operators/operator';
import { cpuPool, GKE, gpuPool } from '../workload/pools';

const RECORDS = {
  env: (tags = {}) => ({ TRACKER: 'http://tracker', TAGS: JSON.stringify({ code: '4f1c2d7', ...tags }) }),
};

const cluster = { ...GKE, operators: [Operator.JOBSET] };

function env(props: Partial<DistributedTrainingJobProps> = {}): { name: string; value?: string }[] {
  const chart = new ClusterChart(Testing.app(), 'vision', { cluster, namespace: 'vision' });
  const job = new DistributedTrainingJob(chart, 'digits', {
    image: 'digits:1',
    command: ['python3', 'train.py'],
    pool: gpuPool({ cluster }),
    workers: 2,
    strategy: TensorFlow.parameterServer({
      parameterServers: { replicas: 1, pool: cpuPool({ cluster }), image: 'digits-cpu:1' },
    }),
    records: RECORDS,
    ...props,
  });
  expect(job.node.validate()).toEqual([]);
  const [, list = '[]'] = /"env":(\[.*?\]),"image"/.exec(JSON.stringify(manifestsOf(job))) ?? [];
  return JSON.parse(list) as { name: string; value?: string }[];
}

function tags(props: Partial<DistributedTrainingJobProps> = {}): unknown {
  return JSON.parse(env(props).find(({ name }) => name === 'TAGS')?.value ?? '{}');
}

test('a run has tags of what the program knows of its job', () => {
  const claim = Mount.persistentVolumeClaim('data', '/data');
  const bucket = Mount.bucket(BUCKET, '/models', { subfolder: 'digits' });
  const exports = ModelSource.bucket(BUCKET, 'digits').version(3);
  expect(tags({ revision: 'r2', mounts: [claim, bucket, Mount.configFiles({ a: 'b' }, '/etc/a')], exports })).toEqual({
    code: '4f1c2d7',
    'trainyard.job': 'vision/digits-r2',
    'trainyard.revision': 'r2',
    'trainyard.pod': '$(RECORDED_POD)',
    'trainyard.image': 'digits:1, digits-cpu:1',
    'trainyard.pool': 'main/cpu, main/k80',
    'trainyard.mounts': 'volume data at /data, gs://models/digits at /models',
    'trainyard.export': 'version 3 in digits of bucket "models"',
  });
});

test('what is not there is no tag', () => {
  expect(Object.keys(tags() as object)).toEqual([
    'code',
    ...['job', 'pod', 'image', 'pool'].map((fact) => `trainyard.${fact}`),
  ]);
});

test('the name of the pod stands before the text that holds it, and own variables replace those of the place', () => {
  const names = env().map(({ name }) => name);
  expect(names.indexOf('RECORDED_POD')).toBeLessThan(names.indexOf('TAGS'));
  expect(env({ env: { TRACKER: 'http://mine' } })).toContainEqual({ name: 'TRACKER', value: 'http://mine' });
  expect(JSON.stringify(env({ records: undefined }))).not.toContain('RECORDED_POD');
});
