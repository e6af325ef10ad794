import { expect, test } from 'vitest';
import { Bucket, ClusterChart, NodeCount, Stage, TrainingCluster, type Deployment } from '../../lib/index';
import { NotebookHub, type NotebookHubProps } from '../../lib/notebook/index';
import { DataSet, Step, Workflow, WorkflowBackend } from '../../lib/workflow/index';
import { guide } from './guides';

const STAGE = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1' });

function imagesOf(build: (deployment: Deployment) => void): string[] {
  const [, part = ''] = /## Images\n([^#]*)/.exec(guide(STAGE, build, 'lab')) ?? [];
  return [...part.matchAll(/^- `(.*)`$/gm)].map(([, image = '']) => image);
}

function clusterIn({ stack }: Deployment) {
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a' });
  const pool = cluster.addPool('cpu', { machineType: 'n1-standard-8', nodes: NodeCount.between(0, 4) });
  return { cluster, pool };
}

function withHub(deployment: Deployment, values: NotebookHubProps['values'] = {}): void {
  const { cluster, pool } = clusterIn(deployment);
  const chart = new ClusterChart(deployment.kubernetes, 'lab', { cluster, namespace: 'lab' });
  const profiles = { One: { pool }, Two: { pool, image: 'acme/torch:5' } };
  new NotebookHub(chart, 'hub', { image: 'acme/lab:5', profiles, values });
}

test('the images of a hub are those of its chart and of its profiles', () => {
  expect(imagesOf(withHub)).toEqual([
    'acme/lab:5',
    'acme/torch:5',
    'quay.io/jupyterhub/configurable-http-proxy:5.2.0',
    'quay.io/jupyterhub/k8s-hub:4.4.0',
  ]);
});

test('values of a hub have images of their own', () => {
  const images = imagesOf((deployment) => {
    withHub(deployment, { hub: { image: { name: 'acme/hub' } }, proxy: { chp: { image: { tag: '5.3.0' } } } });
  });
  expect(images).toContain('acme/hub:4.4.0');
  expect(images).toContain('quay.io/jupyterhub/configurable-http-proxy:5.3.0');
});

test('the images of pipelines of Pachyderm, which are no manifests', () => {
  const images = imagesOf((deployment) => {
    const { cluster, pool } = clusterIn(deployment);
    const chart = new ClusterChart(deployment.kubernetes, 'lab', {
      cluster,
      namespace: 'pachyderm',
      createNamespace: false,
    });
    const reads = { FILES: DataSet.bucket(new Bucket(deployment.stack, 'files'), 'files') };
    const step = Step.task('count', {
      image: 'acme/count:1',
      pool,
      command: ['python3', 'count.py', '$(FILES)'],
      reads,
    });
    new Workflow(chart, 'counts', { steps: [step], backend: WorkflowBackend.pachyderm() });
  });
  expect(images).toContain('acme/count:1');
});
