import { ApiObject, Chart } from 'cdk8s';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  ModelServer,
  ModelSource,
  Operator,
  Plain,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  type Deployment,
} from '../../lib/index';
import type { Json } from '../invariants/rendering';
import { output } from './programs';

const cluster = LocalCluster.kind({ operators: [Operator.JOBSET] });
const KUBERNETES = 'app.kubernetes.io';

/** A server and a job with labels of their own, below a stage with labels. */
function program({ kubernetes }: Deployment, image?: string, name = 'digits'): void {
  const chart = new ClusterChart(kubernetes, 'all', { cluster, namespace: 'digits', labels: { chart: 'own' } });
  const models = new SharedVolume(chart, `${name}-models`, { source: SharedVolumeSource.hostPath('/models') });
  const labels = { team: 'own', [`${KUBERNETES}/name`]: 'own' };
  new DistributedTrainingJob(chart, `${name}-job`, {
    image: 'train:1',
    command: ['train'],
    pool: cluster.pool,
    strategy: Plain.indexedTasks(),
    labels,
  });
  new ServingDeployment(chart, name, {
    pool: cluster.pool,
    server: ModelServer.tensorFlowServing({ image }),
    model: ModelSource.volume(models, 'digits').version(1),
  });
}

/** The objects of a program by kind, as they are written. */
function written(build: (platform: ReturnType<ReturnType<typeof output>['platform']>) => void): Map<string, Json> {
  const out = output();
  const platform = out.platform();
  build(platform);
  platform.synth();
  const files = Object.entries(out.contents()).filter(([file]) => file.endsWith('.yaml'));
  return new Map(
    files.flatMap(([file, text]) =>
      parseAllDocuments(text).map((each) => {
        const object = each.toJS() as Json;
        return [`${file.split('/')[1] ?? ''} ${String(object.kind)}`, object];
      }),
    ),
  );
}

const LAB = (labels: Record<string, string>, name = 'lab') => new Stage({ name, labels });
const labelsIn = (objects: Map<string, Json>, key: string) => objects.get(key)?.metadata.labels as Json;

test('objects and pods have the labels of Kubernetes and of the stage, and the user’s own win', () => {
  const objects = written((platform) => {
    program(platform.stage(LAB({ team: 'vision', größe: 'l' }), 'digits'));
  });
  const deployment = {
    [`${KUBERNETES}/instance`]: 'digits-lab',
    [`${KUBERNETES}/managed-by`]: 'trainyard',
    [`${KUBERNETES}/part-of`]: 'digits',
  };
  expect(labelsIn(objects, 'digits-lab Namespace')).toMatchObject({ team: 'vision', chart: 'own' });
  expect(labelsIn(objects, 'digits-lab Namespace')).not.toHaveProperty(`${KUBERNETES}/instance`);
  expect(labelsIn(objects, 'digits-lab JobSet')).toEqual({
    ...deployment,
    [`${KUBERNETES}/name`]: 'digits-job',
    chart: 'own',
    team: 'vision',
  });
  const [{ template }] = objects.get('digits-lab JobSet')?.spec.replicatedJobs;
  expect(template.spec.template.metadata.labels).toEqual({
    ...deployment,
    [`${KUBERNETES}/name`]: 'own',
    [`${KUBERNETES}/component`]: 'worker',
    'sidecar.istio.io/inject': 'false',
    team: 'own',
    'trainyard/workload': 'digits-job',
  });
  expect(objects.get('digits-lab Deployment')?.spec.template.metadata.labels).toMatchObject({
    ...deployment,
    [`${KUBERNETES}/name`]: 'digits',
    [`${KUBERNETES}/component`]: 'server',
    [`${KUBERNETES}/version`]: '2.20.0',
    team: 'vision',
  });
  expect(objects.get('digits-lab Deployment')?.spec.selector.matchLabels).toEqual({
    'trainyard/track': 'stable',
    'trainyard/workload': 'digits',
  });
  expect(objects.get('digits-lab Service')?.spec.selector).toEqual({ 'trainyard/workload': 'digits' });
});

test('an image by its digest has no version', () => {
  const image = `tensorflow/serving@sha256:${'a'.repeat(64)}`;
  const objects = written((platform) => {
    program(platform.stage(LAB({})), image);
  });
  const { labels } = objects.get('lab Deployment')?.spec.template.metadata;
  expect(labels).toMatchObject({ [`${KUBERNETES}/instance`]: 'lab' });
  expect(labels).not.toHaveProperty(`${KUBERNETES}/version`);
  expect(labels).not.toHaveProperty(`${KUBERNETES}/part-of`);
});

test('a namespace of two stages has the labels that both have', () => {
  const objects = written((platform) => {
    program(platform.stage(LAB({ team: 'vision', cost: 'a' }, 'one')), undefined, 'a');
    program(platform.stage(LAB({ team: 'vision', cost: 'b' }, 'two')), undefined, 'b');
  });
  for (const stage of ['one', 'two']) {
    expect(labelsIn(objects, `${stage} Namespace`)).toMatchObject({ team: 'vision', 'trainyard/kept': 'true' });
    expect(labelsIn(objects, `${stage} Namespace`)).not.toHaveProperty('cost');
  }
  expect(labelsIn(objects, 'two Deployment')).toMatchObject({ team: 'vision', cost: 'b' });
});

test('objects of a plain chart get the labels that they do not have', () => {
  const objects = written((platform) => {
    const chart = new Chart(platform.stage(LAB({ team: 'vision' }), 'digits').kubernetes, 'own');
    const labels = { team: 'own', [`${KUBERNETES}/managed-by`]: 'Helm' };
    new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { labels } });
  });
  expect(labelsIn(objects, 'digits-lab ConfigMap')).toEqual({
    [`${KUBERNETES}/instance`]: 'digits-lab',
    [`${KUBERNETES}/managed-by`]: 'Helm',
    [`${KUBERNETES}/part-of`]: 'digits',
    team: 'own',
  });
});
