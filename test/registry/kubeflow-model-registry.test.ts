import { Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import { problemsBelow } from '../../lib/core/problems/check';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { Mount } from '../../lib/pods';
import { KubeflowModelRegistry, RegistryDatabase, type KubeflowModelRegistryProps } from '../../lib/registry';
import { manifestsOf } from '../../lib/testing/index';
import { manifestProblems } from '../conformance/manifest';
import { serving, servingChart } from '../serving/servings';
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
