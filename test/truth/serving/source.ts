import type { PoolFacts } from '../source';
import type { Asks, JobPlan, ServerPlan, ServingPlan } from './plan';

// A plan as the lines of a program: the same text is run and, where it differs, printed.

/** More replicas than this do not tell more. */
const MOST_REPLICAS = 12;

/** The lines that make the cluster and its pools in `stack`. */
export function poolLines({ pools }: ServingPlan): string[] {
  return [
    "const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', operators: [Operator.JOBSET] });",
    ...pools.map(
      ({ gpu, machine, nodes }, index) =>
        `const p${index} = cluster.${gpu ? 'addGpuPool' : 'addPool'}('p${index}', { ${machine}, nodes: NodeCount.fixed(${nodes}) });`,
    ),
  ];
}

/** The lines that make servers and jobs in `kubernetes`. */
export function workloadLines({ servers, jobs }: ServingPlan, facts: readonly PoolFacts[]): string[] {
  return [
    "const identity = new WorkloadIdentity(stack, 'server', { cluster, namespace: 'truth' });",
    "const bucket = new Bucket(stack, 'models');",
    'bucket.grantRead(identity);',
    "const models = ModelSource.bucket(bucket, 'mnist');",
    "const chart = new ClusterChart(kubernetes, 'serving', { cluster, namespace: 'truth' });",
    ...servers.map((server, index) => serverLine(server, index, facts)),
    ...jobs.map((job, index) => jobLine(job, index, facts)),
  ];
}

function serverLine(server: ServerPlan, index: number, facts: readonly PoolFacts[]): string {
  const pool = server.pool % facts.length;
  const asks = requests(server.asks, facts[pool]);
  const parts = [
    `pool: p${pool}`,
    'identity',
    'server: ModelServer.tensorFlowServing()',
    `model: models${server.way === 'inPlace' ? '.versions([1], { labels: { stable: 1 } })' : ''}`,
    `replicas: ${scaling(server, replicasOf(server, facts[pool]))}`,
    ...(asks === '' ? [] : [`resources: ${asks}`]),
    ...rollout(server),
    ...(server.canary === undefined || server.way !== 'rolling' ? [] : ['canary: { model: models.version(2) }']),
    ...(server.outside ? ["exposure: Exposure.externalLoadBalancer({ sourceRanges: ['203.0.113.0/24'] })"] : []),
  ];
  return `new ServingDeployment(chart, 's${index}', { ${parts.join(', ')} });`;
}

/** Two colors do not scale. */
function scaling({ scaled, way }: ServerPlan, replicas: number): string {
  if (!scaled || way === 'blueGreen') return `Replicas.fixed(${replicas})`;
  return `Replicas.between(1, ${replicas}, { metric: ScalingMetric.cpu(70) })`;
}

function rollout({ way, surge }: ServerPlan): string[] {
  switch (way) {
    case 'rolling':
      return surge === undefined ? [] : [`rollout: Rollout.rolling({ surge: ${surge} })`];
    case 'blueGreen':
      return ["rollout: Rollout.blueGreen({ green: models.version(2), live: 'blue' })"];
    case 'inPlace':
      return ['rollout: Rollout.inPlace({ loaded: [1] })'];
  }
}

function jobLine({ pool: index, workers, asks }: JobPlan, number: number, facts: readonly PoolFacts[]): string {
  const pool = index % facts.length;
  const given = requests(asks, facts[pool]);
  const resources = given === '' ? '' : `resources: ${given}, `;
  return `new DistributedTrainingJob(chart, 'j${number}', { image: 'trainer:1', command: ['train'], pool: p${pool}, workers: ${workers}, ${resources}strategy: PyTorch.torchrun(), engine: TrainingEngine.job() });`;
}

function replicasOf({ replicas, fill, asks }: ServerPlan, { gpus = 0, maxNodes = 1 }: Partial<PoolFacts> = {}): number {
  if (fill === undefined) return replicas;
  const byCpus = asks.cpus === undefined ? [] : [Math.floor(1 / asks.cpus)];
  const byGpus = gpus > 0 && asks.gpus !== 0 ? [Math.max(1, Math.floor(gpus / (asks.gpus ?? 1)))] : [];
  const perNode = Math.min(...byCpus, ...byGpus, 3);
  return Math.min(MOST_REPLICAS, Math.max(1, perNode * maxNodes + fill));
}

export function requests({ cpus, gpus }: Asks, facts: PoolFacts | undefined): string {
  const free = facts?.allocatable;
  const parts = [
    ...(cpus !== undefined && free ? [`cpus: ${Math.max(10, Math.floor(free.cpuMillis * cpus)) / 1000}`] : []),
    ...(gpus === undefined || (facts?.gpus ?? 0) === 0 ? [] : [`gpus: ${gpus}`]),
  ];
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '';
}
