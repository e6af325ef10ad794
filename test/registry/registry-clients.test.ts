import { Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { ModelRegistry, RegistryArtifacts, RegistryDatabase } from '../../lib/registry';
import { manifestsOf } from '../../lib/testing/index';
import { BUCKET, serving } from '../serving/servings';
import { cpuPool, GKE, OTHER } from '../workload/pools';

/** A server in a namespace, with variables of the experiment of a registry in namespace `models`, and that registry. */
function registryWith(clients: readonly { namespace: string; cluster?: ICluster; uses: boolean }[]): ModelRegistry {
  const app = Testing.app();
  const reachableFrom = [{ ipBlock: { cidr: '10.0.0.0/8' } }];
  const registry = new ModelRegistry(new ClusterChart(app, 'models', { cluster: GKE, namespace: 'models' }), 'mlflow', {
    pool: cpuPool(),
    image: 'acme/mlflow:3.17.2',
    database: RegistryDatabase.secret('mlflow-database'),
    artifacts: RegistryArtifacts.bucket(BUCKET, 'mlflow'),
    reachableFrom,
  });
  for (const { namespace, cluster = GKE, uses } of clients) {
    const chart = new ClusterChart(app, `${namespace}-${cluster.clusterName}`, { cluster, namespace });
    const env = uses ? registry.experiment('digits').env() : {};
    serving({ env }, cpuPool({ cluster }), chart);
  }
  return registry;
}

/** The namespaces that the NetworkPolicy of a registry lets in, beside its own. */
function namespacesIn(registry: ModelRegistry): unknown {
  const policy = manifestsOf(registry).find(({ kind }) => kind === 'NetworkPolicy');
  const [, values] = /"operator":"In","values":(\[[^\]]*\])/.exec(JSON.stringify(policy)) ?? [];
  return values === undefined ? [] : JSON.parse(values);
}

test('namespaces of its cluster that use a registry may connect to it, and no others', () => {
  const registry = registryWith([
    { namespace: 'vision', uses: true },
    { namespace: 'speech', uses: true },
    { namespace: 'models', uses: true },
    { namespace: 'idle', uses: false },
    { namespace: 'far', cluster: OTHER, uses: true },
  ]);
  expect(namespacesIn(registry)).toEqual(['speech', 'vision']);
});

test('a registry that only its own namespace uses lets in that namespace, and the further clients that it names', () => {
  const registry = registryWith([{ namespace: 'models', uses: true }]);
  expect(manifestsOf(registry).find(({ kind }) => kind === 'NetworkPolicy')).toMatchObject({
    spec: {
      ingress: [
        {
          from: [{ podSelector: {} }, { ipBlock: { cidr: '10.0.0.0/8' } }],
          ports: [{ port: 5000, protocol: 'TCP' }],
        },
      ],
    },
  });
});
