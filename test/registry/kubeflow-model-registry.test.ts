import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Size, Testing } from 'cdk8s';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemsBelow } from '../../lib/core/problems/check';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import type { CopyOptions } from '../../lib/model/bucket-read';
import { Mount } from '../../lib/pods';
import { KubeflowModelRegistry, RegistryDatabase, type KubeflowModelRegistryProps } from '../../lib/registry';
import { kubeflowModel } from '../../lib/registry/kubeflow-model-registry';
import { manifestsOf } from '../../lib/testing/index';
import { manifestProblems } from '../conformance/manifest';
import { objectsOf, serving, servingChart } from '../serving/servings';
import { cpuPool, GKE } from '../workload/pools';

const database = RegistryDatabase.secret('registry-database');
const RUNS = { connectionName: 'acme-ml:us-east1:models', databaseName: 'main' };
const identity = WorkloadIdentity.fromAttributes({
  ...{ email: 'models@acme-ml.iam.gserviceaccount.com', namespace: 'serving', serviceAccountName: 'models' },
});

function registry(props: Partial<KubeflowModelRegistryProps> = {}): KubeflowModelRegistry {
  return new KubeflowModelRegistry(servingChart(), 'registry', { pool: cpuPool(), database, ...props });
}

function objectOf(construct: KubeflowModelRegistry, kind: string): unknown {
  return manifestsOf(construct).find((object) => object['kind'] === kind);
}

test.each<Partial<KubeflowModelRegistryProps>>([
  {},
  { database: RegistryDatabase.cloudSql(RUNS), identity, replicas: 2 },
])('all objects of the registry follow the schemas of Kubernetes, and it has no problems: %j', (props) => {
  const construct = registry(props);
  expect(manifestsOf(construct).flatMap((object) => manifestProblems(object))).toEqual([]);
  expect([...problemsBelow(construct)]).toEqual([]);
});

test('the server gets the URL of its database from a Secret, answers when it can serve, and drains', () => {
  const construct = registry({ env: { TZ: 'UTC' } });
  const health = { httpGet: { path: '/readyz/health', port: 8080 } };
  const url = { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'registry-database', key: 'url' } } };
  expect(objectOf(construct, 'Deployment')).toMatchObject({
    spec: {
      replicas: 1,
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        spec: {
          containers: [
            {
              name: 'model-registry',
              image: 'ghcr.io/kubeflow/hub/server:v0.3.10',
              command: ['/model-registry', 'proxy'],
              args: [
                '--hostname=0.0.0.0',
                '--port=8080',
                '--datastore-type=embedmd',
                '--embedmd-database-type=postgres',
                '--embedmd-database-dsn=$(DATABASE_URL)',
              ],
              env: expect.arrayContaining([{ name: 'TZ', value: 'UTC' }, url]) as unknown,
              startupProbe: health,
              readinessProbe: health,
              livenessProbe: { tcpSocket: { port: 8080 } },
              lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } },
            },
          ],
        },
      },
    },
  });
  expect(objectOf(construct, 'Service')).toMatchObject({ spec: { ports: [{ port: 8080, targetPort: 'http' }] } });
  expect(construct.address).toBe('http://registry.serving.svc.cluster.local:8080');
});

test('it signs in to Cloud SQL as its identity, through a proxy of its pod', () => {
  const cloudSql = registry({ database: RegistryDatabase.cloudSql(RUNS), identity, replicas: 2 });
  const text = JSON.stringify(objectOf(cloudSql, 'Deployment'));
  expect(text).toContain('"value":"postgresql://models%40acme-ml.iam@127.0.0.1:5432/main"');
  expect(text).toMatch(/"initContainers":\[\{.*"name":"cloud-sql-proxy",.*"restartPolicy":"Always"/);
  expect(objectOf(cloudSql, 'PodDisruptionBudget')).toMatchObject({ spec: { maxUnavailable: 1 } });
});

test('fails: no identity signs in to a database of Cloud SQL (registry-sign-in)', () => {
  expect(problemsBelow(registry({ database: RegistryDatabase.cloudSql(RUNS) }))).toMatchObject([
    { code: 'registry-sign-in' },
  ]);
});

test('fails: what it does not keep does not compile', () => {
  const sqlite = RegistryDatabase.sqlite({ at: (path: string) => Mount.persistentVolumeClaim('files', path) });
  // @ts-expect-error no files of SQLite
  expect(() => registry({ database: sqlite })).not.toThrow();
  // @ts-expect-error no runs of jobs
  expect(registry().experiment).toBeUndefined();
  // @ts-expect-error no aliases of versions
  expect(registry().model('digits').alias).toBeUndefined();
});

test('namespaces of servers with its models may connect, and no others', () => {
  const app = Testing.app();
  const chart = (namespace: string) => new ClusterChart(app, namespace, { cluster: GKE, namespace });
  const construct = new KubeflowModelRegistry(chart('models'), 'registry', { pool: cpuPool(), database });
  serving({ model: construct.model('digits').version(3) }, cpuPool(), chart('vision'));
  serving({}, cpuPool(), chart('speech'));
  expect(JSON.stringify(objectOf(construct, 'NetworkPolicy'))).toContain('"values":["vision"]');
});

const API = '/api/model_registry/v1alpha3';
const NEWEST = 'artifactType=model-artifact&orderBy=CREATE_TIME&sortOrder=DESC&pageSize=1';
// As the server of v0.3 answered, with texts that look like fields.
const NOISE = '"customProperties":{"id":{"metadataType":"MetadataStringValue","string_value":"7"}}';
const DIGITS = `{"createTimeSinceEpoch":"1","${NOISE.slice(1)},"description":"a \\"id\\":\\"99\\" and \\"uri\\":\\"x\\"","id":"4","name":"digits","state":"LIVE"}\n`;
const ANSWERS = new Map([[`${API}/registered_model?name=digits`, DIGITS]]);
/** The versions of the model, and where the files of each are. */
const URIS: Readonly<Record<number, string | undefined>> = {
  1: 'gs://models/a b/digits/1',
  2: 'https://acme.com/digits.onnx?a=1\\u0026b=2',
  3: 's3://models/digits/3',
  4: undefined,
  5: 'gs://models/empty',
};
for (const [version, uri] of Object.entries(URIS)) {
  const artifact = uri === undefined ? '' : `{"artifactType":"model-artifact","id":"8","name":"a","uri":"${uri}"}`;
  const found = `{${NOISE},"id":"1${version}","name":"${version}","registeredModelId":"4","state":"LIVE"}\n`;
  ANSWERS.set(`${API}/model_version?name=${version}&parentResourceId=4`, found);
  ANSWERS.set(`${API}/model_versions/1${version}/artifacts?${NEWEST}`, `{"items":[${artifact}],"size":1}\n`);
}

const api = createServer(({ url = '' }, response) => {
  const answer = ANSWERS.get(url);
  response.writeHead(answer === undefined ? 404 : 200).end(answer ?? '{"code":"Not Found"}');
});
beforeAll(() => new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready)));
afterAll(() => api.close());

/** Stands in for rclone: it asks the registry by curl, and of everything else it has one file, or none if it is empty. */
const RCLONE = `#!/bin/sh
if [ "$2" = --stdout ]; then exec curl -sf "$3"; fi
echo "$@" >> "$LOG"
for target in "$@"; do :; done
mkdir -p "$target"
case "$*" in *empty*) ;; *) echo new > "$target/model" ;; esac
`;

interface Run {
  readonly status: number | null;
  readonly said: string;
  readonly complaint: string;
  readonly log: string;
  readonly models: string;
}

/** Runs the program of the init container. */
async function fetching(version: number, name = 'digits'): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-fetch-'));
  const [models, log, message] = ['models', 'log', 'message'].map((part) => join(folder, part)) as [
    string,
    string,
    string,
  ];
  mkdirSync(join(models, '9'), { recursive: true });
  writeFileSync(join(folder, 'rclone'), RCLONE);
  chmodSync(join(folder, 'rclone'), 0o755);
  const { port } = api.address() as AddressInfo;
  const { place } = kubeflowModel(name, `http://127.0.0.1:${port}`, {}).version(version);
  if (place.kind !== 'fetched') throw new Error(place.kind);
  const { command, args = [], env = {} } = place.model.fetch(models);
  const [shell = '', ...rest] = [...command, ...args].map((part) => part.replace('/dev/termination-log', message));
  const variables = { ...env, PATH: `${folder}:${process.env['PATH'] ?? ''}`, LOG: log } as Record<string, string>;
  const program = spawn(shell, rest, { env: variables });
  let complaint = '';
  program.stderr.on('data', (data) => (complaint += String(data)));
  const status = await new Promise<number | null>((ended) => program.on('close', ended));
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').replaceAll(models, '') : '');
  return { status, complaint, models, said: read(message), log: read(log) };
}

test.each([
  [1, 'copy :gcs,env_auth=true:models/a b/digits/1 /1\n', 'digits version 1 of gs://models/a b/digits/1\n'],
  [
    2,
    'copyurl --auto-filename https://acme.com/digits.onnx?a=1&b=2 /2\n',
    'digits version 2 of https://acme.com/digits.onnx?a=1&b=2\n',
  ],
])('the program asks for the place of version %i, brings its files alone, and says so', async (version, log, said) => {
  const run = await fetching(version);
  expect(run).toMatchObject({ status: 0, log, said });
  expect(readdirSync(run.models)).toEqual([String(version)]);
});

test.each([
  ['a version at another kind of address', 3, 'digits', 'version 3 of digits is at "s3://models/digits/3", which is'],
  ['a version without a model', 4, 'digits', 'version 4 of digits is at "", which is neither gs:// nor https://'],
  ['a place without files', 5, 'digits', 'gs://models/empty has no files'],
  ['a version that nobody registered', 6, 'digits', 'does not tell of model_version?name=6&parentResourceId=4'],
  ['a model that nobody registered', 1, 'faces', 'the registry does not tell of registered_model?name=faces'],
])('fails: the pod does not start with %s', async (_, version, name, complaint) => {
  const run = await fetching(version, name);
  expect(run).toMatchObject({ status: 1, said: '' });
  expect(run.complaint).toContain(complaint);
});

test.each<[CopyOptions, string, string]>([
  [{}, 'rclone/rclone:1.75.1', '2Gi'],
  [{ image: 'acme/rclone:1', size: Size.gibibytes(7) }, 'acme/rclone:1', '7Gi'],
])('an init container brings a version to where the server reads it: %j', (options, image, sizeLimit) => {
  const server = serving({ model: kubeflowModel('digits', 'http://registry:8080', options).version(3) });
  expect(objectsOf(server)['Deployment mnist']).toMatchObject({
    spec: {
      template: {
        metadata: { labels: { 'trainyard/model': 'digits', 'trainyard/model-version': '3' } },
        spec: {
          initContainers: [{ name: 'fetch-model', image, args: ['fetch', 'digits', '3', '/models'] }],
          volumes: expect.arrayContaining([{ emptyDir: { sizeLimit }, name: 'models' }]) as unknown,
        },
      },
    },
  });
  expect(server.node.validate()).toEqual([]);
  expect(manifestsOf(server).flatMap((object) => manifestProblems(object))).toEqual([]);
});
