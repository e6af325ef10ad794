import { Size, Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import { guideSteps } from '../../lib/core/contracts/guide';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import type { ModelSource } from '../../lib/model/model-source';
import { ModelRegistry, RegistryArtifacts, RegistryDatabase, type RegisteredModelOptions } from '../../lib/registry';
import { manifestsOf } from '../../lib/testing/index';
import { manifestProblems } from '../conformance/manifest';
import type { ServingDeployment } from '../../lib/serving';
import { BUCKET, objectsOf, serving } from '../serving/servings';
import { cpuPool, GKE } from '../workload/pools';

const app = Testing.app();
const registry = new ModelRegistry(new ClusterChart(app, 'models', { cluster: GKE, namespace: 'models' }), 'mlflow', {
  pool: cpuPool(),
  image: 'acme/mlflow:3.17.2',
  database: RegistryDatabase.secret('mlflow-database'),
  artifacts: RegistryArtifacts.bucket(BUCKET, 'mlflow'),
});
const digits = (options?: RegisteredModelOptions) => registry.model('digits', options);
/** The server of a model, in a namespace of that name. */
const serve = (model: ModelSource, namespace: string) =>
  serving(
    { model, labels: { team: 'vision' } },
    cpuPool(),
    new ClusterChart(app, namespace, { cluster: GKE, namespace }),
  );

test.each([
  ['version', digits().version(3), ['digits', '3', ''], { 'trainyard/model-version': '3' }, 'specific { versions: 3 }'],
  [
    'alias',
    digits().alias('champion'),
    ['digits', '', 'champion'],
    { 'trainyard/model-alias': 'champion' },
    'latest { num_versions: 1 }',
  ],
])(
  'an init container brings the %s to where the server reads it, and labels tell of it',
  (name, model, args, labels, policy) => {
    const server = serve(model, `by-${name}`);
    const { 'Deployment mnist': deployment } = objectsOf(server);
    expect(deployment).toMatchObject({
      spec: {
        template: {
          metadata: { labels: { 'trainyard/model': 'digits', team: 'vision', ...labels } },
          spec: {
            initContainers: [
              {
                name: 'fetch-model',
                image: 'acme/mlflow:3.17.2',
                args: [...args, '/models'],
                env: expect.arrayContaining([
                  { name: 'MLFLOW_TRACKING_URI', value: 'http://mlflow.models.svc.cluster.local:5000' },
                ]) as unknown,
              },
            ],
            volumes: expect.arrayContaining([{ emptyDir: { sizeLimit: '2Gi' }, name: 'models' }]) as unknown,
          },
        },
      },
    });
    const text = JSON.stringify(objectsOf(server));
    expect(text).toContain('base_path: \\\\\\"/models\\\\\\"'.replaceAll('\\\\\\"', '\\"'));
    expect(text).toContain(policy);
    expect(server.node.validate()).toEqual([]);
    expect(manifestsOf(server).flatMap((object) => manifestProblems(object))).toEqual([]);
  },
);

test("fails: MLflow's first version is 1 (model-version)", () => {
  expect(() => digits().version(0)).toThrow(
    '[the model "digits"] version cannot be 0: use a whole number of 1 or more',
  );
});

test('an image and a size of their own', () => {
  const model = digits({ image: 'acme/mlflow-skinny:3.17.2', size: Size.gibibytes(7) }).version(3);
  const text = JSON.stringify(objectsOf(serve(model, 'sized')));
  expect(text).toContain('"image":"acme/mlflow-skinny:3.17.2"');
  expect(text).toContain('"sizeLimit":"7Gi"');
  expect(text).toContain('"ephemeral-storage":"8Gi"');
});

test('DEPLOY.md has the command that leads from each pod to the run, for these servers alone', () => {
  const steps = (server: ServingDeployment) =>
    guideSteps(server).flatMap(({ construct, step }) => (construct === server ? (step.commands ?? []) : []));
  expect(steps(serve(digits().version(3), 'guided')).join()).toMatch(
    /^kubectl -n guided get pods -l trainyard\/workload=mnist -o jsonpath='.*initContainerStatuses\[\?\(@.name=="fetch-model"\)\]/,
  );
  expect(steps(serving())).toEqual([]);
});

test('namespaces of servers with its models may connect', () => {
  const policy = manifestsOf(registry).find(({ kind }) => kind === 'NetworkPolicy');
  expect(JSON.stringify(policy)).toContain('"values":["by-alias","by-version","guided","sized"]');
});
