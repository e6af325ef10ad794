import { expect, test } from 'vitest';
import { problemsBelow } from '../../lib/core/problems/check';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import { Mount } from '../../lib/pods';
import { ModelRegistry, RegistryArtifacts, RegistryDatabase, type ModelRegistryProps } from '../../lib/registry';
import { manifestsOf } from '../../lib/testing/index';
import { manifestProblems } from '../conformance/manifest';
import { BUCKET, servingChart } from '../serving/servings';
import { cpuPool } from '../workload/pools';

const VOLUME = { at: (path: string) => Mount.persistentVolumeClaim('mlflow', path) };
const SQLITE = { database: RegistryDatabase.sqlite(VOLUME), artifacts: RegistryArtifacts.volume(VOLUME) };

function registry(props: Partial<ModelRegistryProps> = {}): ModelRegistry {
  return new ModelRegistry(servingChart(), 'mlflow', {
    pool: cpuPool(),
    image: 'acme/mlflow:3.17.2',
    database: RegistryDatabase.secret('mlflow-database'),
    artifacts: RegistryArtifacts.bucket(BUCKET, 'mlflow'),
    ...props,
  });
}

function textOf(construct: ModelRegistry, kind: string): string {
  return JSON.stringify(manifestsOf(construct).filter((object) => object['kind'] === kind));
}

test.each<Partial<ModelRegistryProps>>([
  {},
  { database: RegistryDatabase.cloudSql({ connectionName: 'a:b:c', databaseName: 'd' }) },
  { replicas: 2, hosts: ['runs.acme.com'] },
  SQLITE,
])('all objects of a registry follow the schemas of Kubernetes: %j', (props) => {
  expect(manifestsOf(registry(props)).flatMap((object) => manifestProblems(object))).toEqual([]);
});

test('a registry answers by the names of its Service and by further hosts, with and without a port', () => {
  const text = textOf(registry({ hosts: ['runs.acme.com'] }), 'Deployment');
  for (const host of ['mlflow', 'localhost', 'mlflow.serving.svc.cluster.local', 'runs.acme.com']) {
    expect(text).toContain(`${host},${host}:*`);
  }
  expect(text).toContain('"--cors-allowed-origins","https://runs.acme.com"');
});

test('the URL of a database comes from its Secret, and files go to the bucket', () => {
  const text = textOf(registry(), 'Deployment');
  expect(text.split('"secretKeyRef":{"key":"url","name":"mlflow-database"}')).toHaveLength(3);
  expect(text).toContain('"--artifacts-destination","gs://models/mlflow"');
  expect(text).toContain('"maxUnavailable":0');
});

const RUNS = { connectionName: 'acme-ml:us-east1:runs', databaseName: 'main' };

test('a database of Cloud SQL is reached by a proxy of the pod, which runs before the migration and signs in as the identity', () => {
  const identity = WorkloadIdentity.fromAttributes({
    ...{ email: 'runs@acme-ml.iam.gserviceaccount.com', namespace: 'serving', serviceAccountName: 'runs' },
  });
  const text = textOf(registry({ database: RegistryDatabase.cloudSql(RUNS), identity, replicas: 2 }), 'Deployment');
  expect(text).toContain(
    '"args":["--private-ip","--auto-iam-authn","--structured-logs","--port=5432","acme-ml:us-east1:runs"]',
  );
  const names = [...text.matchAll(/"name":"(cloud-sql-proxy|migrate)"/g)].map(([, name]) => name);
  expect(names).toEqual(['cloud-sql-proxy', 'migrate']);
  expect(text.split('"postgresql+psycopg2://runs%40acme-ml.iam@127.0.0.1:5432/main"')).toHaveLength(3);
  expect(text).toContain('"restartPolicy":"Always"');
  expect(text).toContain('"maxUnavailable":0');
});

test('fails: no identity signs in to a database of Cloud SQL, or one that has no access (registry-sign-in)', () => {
  const database = RegistryDatabase.cloudSql({ ...RUNS, users: [] });
  const [none] = problemsBelow(registry({ database }));
  expect(none).toMatchObject({ code: 'registry-sign-in', fix: expect.stringMatching(/^set identity, and/) });
  const email = 'runs@acme-ml.iam.gserviceaccount.com';
  const identity = WorkloadIdentity.fromAttributes({ email, namespace: 'serving', serviceAccountName: 'runs' });
  const [other] = problemsBelow(registry({ database, identity }));
  expect(other).toMatchObject({
    code: 'registry-sign-in',
    message: expect.stringContaining(`identity ${email} may not`),
  });
});

test('SQLite has one replica, which ends before the next one starts', () => {
  const text = textOf(registry(SQLITE), 'Deployment');
  expect(text).toContain('"strategy":{"type":"Recreate"}');
  expect(text).toContain('sqlite:////var/lib/mlflow/database/mlflow.db');
});

test('fails: several servers on one SQLite file (registry-replicas)', () => {
  const problems = registry({ ...SQLITE, replicas: 2 }).node.validate();
  expect(problems.join()).toContain('replicas is 2, but only one server can write a SQLite file');
});

test('a server alone on a volume, which may be a disk, ends before the next one starts; several do not', () => {
  const alone = { artifacts: SQLITE.artifacts };
  expect(textOf(registry(alone), 'Deployment')).toContain('"strategy":{"type":"Recreate"}');
  expect(textOf(registry({ ...alone, replicas: 2 }), 'Deployment')).toContain('"maxUnavailable":0');
});

test('several replicas have a budget', () => {
  expect(textOf(registry(), 'PodDisruptionBudget')).toBe('[]');
  const wide = registry({ replicas: 2 });
  expect(wide.node.validate()).toEqual([]);
  expect(textOf(wide, 'PodDisruptionBudget')).toContain('"maxUnavailable":1');
});

test('an experiment gives a job the variables of the client, with tags of its runs', () => {
  const experiment = registry().experiment('digits');
  const usual = {
    MLFLOW_TRACKING_URI: 'http://mlflow.serving.svc.cluster.local:5000',
    MLFLOW_EXPERIMENT_NAME: 'digits',
  };
  expect(experiment.env()).toEqual(usual);
  expect(experiment.env({ data: 'v1' })).toEqual({ ...usual, MLFLOW_RUN_CONTEXT: '{"data":"v1"}' });
});

test('an experiment has tags of all its runs', () => {
  const { MLFLOW_RUN_CONTEXT } = registry().experiment('digits', { code: '4f1c2d7', data: 'v1' }).env({ data: 'v2' });
  expect(MLFLOW_RUN_CONTEXT).toBe('{"code":"4f1c2d7","data":"v2"}');
});
