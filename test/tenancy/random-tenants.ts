import { App, Size } from 'cdk8s';
import { array, constant, constantFrom, integer, oneof, record } from 'fast-check';
import type { INodePool } from '../../lib/core/contracts/node-pool';
import {
  ClusterChart,
  DistributedTrainingJob,
  ModelServer,
  ModelSource,
  Plain,
  Replicas,
  ServingDeployment,
  TrainingEngine,
} from '../../lib/index';
import { openAdvice } from '../../lib/core/problems/check';
import { Tenant } from '../../lib/tenancy/index';
import { manifestsOf } from '../../lib/testing';
import { cpuPool, gpuPool } from '../workload/pools';

/** The share of a tenant and its workloads. */
export interface TenantPlan {
  readonly share: Readonly<Partial<Record<'k80' | 'cpu', number>>>;
  readonly servers: readonly { readonly replicas: number; readonly cpus: number }[];
  readonly jobs: readonly { readonly tasks: number; readonly cpus: number; readonly gpus: number }[];
}

const CLUSTER = { clusterName: 'main', location: 'us-east1-c', operators: [], features: new Set(['gke'] as const) };
const POOLS = {
  k80: gpuPool({ cluster: CLUSTER }),
  cpu: cpuPool({ cluster: CLUSTER, maxNodes: 8 }),
};

/** Tenants of which about a third fits its share. */
export const tenantPlans = record<TenantPlan>({
  share: record({ k80: constantFrom(0.25, 0.5, 1, 2), cpu: constantFrom(0.5, 1, 2, 4) }),
  servers: array(record({ replicas: integer({ min: 1, max: 3 }), cpus: constantFrom(0.5, 1, 2) }), { maxLength: 2 }),
  jobs: array(
    record({
      tasks: integer({ min: 1, max: 4 }),
      cpus: constantFrom(1, 2, 4),
      gpus: oneof(constant(0), integer({ min: 1, max: 2 })),
    }),
    { maxLength: 3 },
  ),
});

/** The objects of a tenant, and what the library says of it. */
export function programOf({ share, servers, jobs }: TenantPlan) {
  const app = new App();
  const chart = new ClusterChart(app, 'team', { cluster: CLUSTER, namespace: 'team' });
  new Tenant(chart, 'team', {
    share: Object.entries(share).map(([name, nodes]) => ({ pool: poolOf(name), nodes })),
  });
  const memory = Size.gibibytes(1);
  for (const [index, { replicas, cpus }] of servers.entries()) {
    new ServingDeployment(chart, `server-${index}`, {
      pool: POOLS.cpu,
      server: ModelServer.tensorFlowServing(),
      model: ModelSource.image('us-docker.pkg.dev/acme-ml/models/digits:1', '/models/digits').version(1),
      resources: { cpus, memory },
      replicas: Replicas.fixed(replicas),
    });
  }
  for (const [index, { tasks, cpus, gpus }] of jobs.entries()) {
    new DistributedTrainingJob(chart, `job-${index}`, {
      image: 'us-docker.pkg.dev/acme-ml/images/digits:1',
      command: ['python3', 'train.py'],
      pool: gpus > 0 ? POOLS.k80 : POOLS.cpu,
      workers: tasks,
      resources: { cpus, memory, gpus },
      strategy: Plain.indexedTasks(),
      engine: TrainingEngine.job(),
    });
  }
  return { objects: manifestsOf(app), problems: problemsOf(chart), advice: adviceOf(chart) };
}

function poolOf(name: string): INodePool {
  return name === 'k80' ? POOLS.k80 : POOLS.cpu;
}

/** The messages of the tenant's own problems. */
function problemsOf(chart: ClusterChart): string[] {
  const all = chart.node.findAll().flatMap(({ node }) => node.validate());
  return all.filter((message) => /\(tenant-/.test(message));
}

function adviceOf(chart: ClusterChart): string[] {
  const advice = openAdvice(chart.node.root).map((each) => each.advice);
  return advice.filter(({ code }) => code.startsWith('tenant-')).map(({ message }) => message);
}
