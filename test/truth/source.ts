import type { AgentAsks, Asks, DaemonSetPlan, JobPlan, Plan, Share } from './plan';

// A plan as a program: the same text is run and, where it differs, printed.

/** What a program's author can ask a pool for. */
export interface PoolFacts {
  readonly poolName: string;
  readonly reserved: AgentAsks;
  readonly allocatable?: { readonly cpuMillis: number; readonly memoryMiB: number; readonly storageMiB: number };
  readonly gpus: number;
  readonly maxNodes?: number;
}

/** More pods than this do not tell more. */
const MOST_WORKERS = 24;

/** The lines that make the cluster and its pools in `stack`. */
export function poolLines({ cluster, pools }: Plan): string[] {
  const operators = 'operators: [Operator.TRAINING, Operator.JOBSET]';
  return [
    `const cluster = new TrainingCluster(stack, 'cluster', { ${[...props(cluster), operators].join(', ')} });`,
    ...pools.map(
      (pool, index) =>
        `const p${index} = cluster.${pool.gpu ? 'addGpuPool' : 'addPool'}('p${index}', { ${props(pool.props).join(', ')} });`,
    ),
  ];
}

/** The lines that make the jobs in `kubernetes`. */
export function jobLines(plan: Plan, facts: readonly PoolFacts[]): string[] {
  const needsBucket = plan.jobs.some(({ bucket }) => bucket);
  const installed = plan.pools.flatMap(({ props: { driver } }, index) => (driver === undefined ? [] : [`p${index}`]));
  return [
    ...(needsBucket
      ? [
          `const identity = new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'truth' });`,
          `const data = new Bucket(stack, 'data');`,
          `data.grantReadWrite(identity);`,
        ]
      : []),
    `const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'truth' });`,
    ...(installed.length > 0
      ? [
          `const addons = new ClusterChart(kubernetes, 'addons', { cluster });`,
          `new ClusterAddons(addons, 'driver', { pools: [${installed.join(', ')}] });`,
        ]
      : []),
    ...plan.daemonSets.map((each, index) => daemonSetLine(each, index, facts.length)),
    ...plan.jobs.map((job, index) => jobLine(job, index, facts)),
  ];
}

function daemonSetLine({ main, first, tolerates, pool }: DaemonSetPlan, index: number, pools: number): string {
  const labels = { app: `d${index}` };
  const container = (name: string, { cpuMillis, memoryMiB }: AgentAsks) => {
    const requests = { cpu: `${cpuMillis}m`, ...(memoryMiB > 0 ? { memory: `${memoryMiB}Mi` } : {}) };
    return { name, image: 'agent:1', resources: { requests } };
  };
  const before = first && { ...container('first', first), ...(first.stays ? { restartPolicy: 'Always' } : {}) };
  const spec = {
    ...(pool === undefined ? {} : { nodeSelector: { 'cloud.google.com/gke-nodepool': 'POOL' } }),
    ...(tolerates ? { tolerations: [{ operator: 'Exists' }] } : {}),
    ...(before ? { initContainers: [before] } : {}),
    containers: [container('main', main)],
  };
  const object = {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
  const text = JSON.stringify(object).replace('"POOL"', `p${(pool ?? 0) % pools}.poolName`);
  return `new ApiObject(chart, 'd${index}', ${text});`;
}

/** A whole program, to read and to run. */
export function sourceOf(plan: Plan, facts: readonly PoolFacts[]): string {
  const lines = [...poolLines(plan), ...jobLines(plan, facts)];
  const names = [...new Set(lines.join('\n').match(/(?<![.\w])[A-Z]\w+(?=[.(])/g) ?? [])].sort();
  const engine = names.filter((name) => ['ApiObject', 'Duration', 'Size'].includes(name));
  const ours = names.filter((name) => !engine.includes(name));
  return [
    ...(engine.length > 0 ? [`import { ${engine.join(', ')} } from 'cdk8s';`] : []),
    `import { Platform, Stage, ${ours.join(', ')} } from 'trainyard';`,
    '',
    'Platform.run((platform) => {',
    `  const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1' });`,
    `  const { stack, kubernetes } = platform.stage(stage, 'truth');`,
    ...lines.map((line) => `  ${line}`),
    '});',
  ].join('\n');
}

function jobLine(job: JobPlan, index: number, facts: readonly PoolFacts[]): string {
  const pool = job.pool % facts.length;
  const side = job.sidePool === undefined ? undefined : job.sidePool % facts.length;
  const workers = workersOf(job, facts[pool]);
  const own = requests(job.asks, facts[pool]);
  const { mounts, ...others } = job.props;
  const allMounts = [
    ...(mounts === undefined ? [] : [mounts.slice(1, -1)]),
    ...(job.bucket ? [`Mount.bucket(data, '/data')`] : []),
  ];
  const parts = [
    `image: 'trainer:1'`,
    `command: ['train']`,
    `pool: p${pool}`,
    `workers: ${workers}`,
    ...(own === '' ? [] : [`resources: ${own}`]),
    `strategy: ${strategyOf(job, workers, side, facts[side ?? pool])}`,
    ...(job.ways.engine === '' ? [] : [`engine: TrainingEngine.${job.ways.engine}()`]),
    ...(allMounts.length === 0 ? [] : [`mounts: [${allMounts.join(', ')}]`]),
    ...(job.bucket ? ['identity'] : []),
    ...props(others),
  ];
  return `new DistributedTrainingJob(chart, 'j${index}', { ${parts.join(', ')} });`;
}

function strategyOf(job: JobPlan, workers: number, side: number | undefined, facts: PoolFacts | undefined): string {
  const asks = requests(job.sideAsks, facts);
  const role = [...(side === undefined ? [] : [`pool: p${side}`]), ...(asks === '' ? [] : [`resources: ${asks}`])];
  const evaluator = job.evaluator ? [`evaluator: { ${role.join(', ')} }`] : [];
  switch (job.ways.strategy) {
    case 'parameterServer': {
      const servers = `parameterServers: { ${[`replicas: ${job.second}`, ...role].join(', ')} }`;
      const chief = job.chief ? [] : ['clusterSpec: ClusterSpec.flags({ chief: false })'];
      return `TensorFlow.parameterServer({ ${[servers, ...chief, ...evaluator].join(', ')} })`;
    }
    case 'mirrored':
      return `TensorFlow.multiWorkerMirrored(${evaluator.length > 0 ? `{ ${evaluator.join('')} }` : ''})`;
    case 'elastic':
      return `PyTorch.elastic({ atLeast: ${Math.min(job.second, workers)} })`;
    case 'parallel':
      return 'PyTorch.distributedDataParallel()';
    default:
      return 'PyTorch.torchrun()';
  }
}

function workersOf({ fill, workers, asks }: JobPlan, { gpus = 0, maxNodes = 1 }: Partial<PoolFacts> = {}): number {
  if (!fill) return workers;
  const shares = [asks.cpus, asks.memory].flatMap((share) => (share ? [Math.floor(1 / share.of)] : []));
  const byGpus = gpus > 0 && asks.gpus !== 0 ? [Math.max(1, Math.floor(gpus / (asks.gpus ?? 1)))] : [];
  const perNode = Math.min(...shares, ...byGpus, MOST_WORKERS);
  // As many as fit, a few less, or one more.
  return Math.min(MOST_WORKERS, Math.max(1, perNode * maxNodes + (workers % 5) - 3));
}

function requests({ cpus, memory, gpus, ephemeralStorage }: Asks, facts: PoolFacts | undefined): string {
  const free = facts?.allocatable;
  const parts = [
    ...(cpus && free ? [`cpus: ${amount(cpus, free.cpuMillis) / 1000}`] : []),
    ...(memory && free ? [`memory: Size.mebibytes(${amount(memory, free.memoryMiB)})`] : []),
    ...(gpus === undefined || (facts?.gpus ?? 0) === 0 ? [] : [`gpus: ${gpus}`]),
    ...(ephemeralStorage && free && Number.isFinite(free.storageMiB)
      ? [`ephemeralStorage: Size.mebibytes(${amount(ephemeralStorage, free.storageMiB)})`]
      : []),
  ];
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '';
}

function amount({ of, step }: Share, all: number): number {
  return Math.max(10, Math.floor(all * of) + step);
}

function props(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).map(([name, value]) => `${name}: ${value}`);
}
