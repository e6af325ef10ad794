import { Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { joinTrees } from '../../lib/core/problems/registry';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { Operator } from '../../lib/operators/operator';
import { ModelRegistry, RegistryArtifacts, RegistryDatabase } from '../../lib/registry';
import { manifestsOf } from '../../lib/testing/index';
import { PyTorch } from '../../lib/training';
import { Experiment, Objective, Search, TuningAlgorithm } from '../../lib/tuning';
import { Step, Workflow } from '../../lib/workflow';
import { BUCKET, serving } from '../serving/servings';
import { cpuPool, GKE, OTHER } from '../workload/pools';

/** A server in a namespace, with variables of the experiment of a registry in namespace `models`, and that registry. */
function registryWith(
  clients: readonly { namespace: string; cluster?: ICluster; uses: boolean }[],
  app = Testing.app(),
): ModelRegistry {
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

test('namespaces of another deployment of the program that use a registry may connect to it', () => {
  const registry = registryWith([]);
  const { node } = serving({ env: registry.experiment('digits').env() });
  expect(namespacesIn(registry)).toEqual([]);
  joinTrees([registry.node.root, node.root]);
  expect(namespacesIn(registry)).toEqual(['serving']);
});

test('a step of a workflow and the trials of a search use a registry like a server', () => {
  const app = Testing.app();
  const registry = registryWith([], app);
  const cluster: ICluster = { ...GKE, operators: [Operator.ARGO_WORKFLOWS, Operator.KATIB, Operator.TRAINING] };
  const image = { image: 'acme/digits:1', command: ['python3', 'train.py'] };
  const task = { ...image, pool: cpuPool({ cluster }), env: registry.experiment('digits').env() };
  const chartOf = (namespace: string) => new ClusterChart(app, namespace, { cluster, namespace });
  const steps = [Step.task('train', task)];
  new Workflow(chartOf('nightly'), 'nightly', { steps });
  new Experiment(chartOf('search'), 'rates', {
    objective: Objective.minimize('loss'),
    parameters: { lr: Search.double(0.01, 0.1) },
    algorithm: TuningAlgorithm.random(),
    trials: 2,
    trial: ({ lr }) => ({ ...task, workers: 1, strategy: PyTorch.torchrun(), args: ['--lr', lr] }),
  });
  expect(namespacesIn(registry)).toEqual(['nightly', 'search']);
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
