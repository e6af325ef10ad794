import {
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  option,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check';

// A random program as data. Texts are expressions of the program; shares and steps become numbers when the pools are known.

/** A part of what a node has for pods, and a step beside it: at the edges one thousandth decides. */
export interface Share {
  readonly of: number;
  readonly step: number;
}

/** The requests of one role. */
export interface Asks {
  readonly cpus?: Share;
  readonly memory?: Share;
  readonly gpus?: number;
  readonly ephemeralStorage?: Share;
}

export interface PoolPlan {
  /** `addPool` or `addGpuPool`. */
  readonly gpu: boolean;
  readonly props: Readonly<Record<string, string>>;
}

export interface JobPlan {
  /** The index of its pool, modulo the number of pools. */
  readonly pool: number;
  readonly sidePool: number | undefined;
  /** `''` leaves the engine to the library. */
  readonly ways: { readonly strategy: string; readonly engine: string };
  /** So many workers, or as many as just fill the pool and a step more. */
  readonly workers: number;
  readonly fill: boolean;
  readonly asks: Asks;
  readonly sideAsks: Asks;
  /** Parameter servers, or the fewest workers of an elastic job. */
  readonly second: number;
  readonly chief: boolean;
  readonly evaluator: boolean;
  readonly bucket: boolean;
  readonly props: Readonly<Record<string, string>>;
}

/** The requests of one container of a DaemonSet. */
export interface AgentAsks {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
}

/** A DaemonSet beside the jobs. */
export interface DaemonSetPlan {
  readonly main: AgentAsks;
  /** A container that runs before the other, or beside it. */
  readonly first: (AgentAsks & { readonly stays: boolean }) | undefined;
  /** True if it tolerates every taint. */
  readonly tolerates: boolean;
  /** The index of the only pool on which it runs, modulo the number of pools. */
  readonly pool: number | undefined;
}

export interface Plan {
  readonly cluster: Readonly<Record<string, string>>;
  readonly pools: readonly PoolPlan[];
  readonly daemonSets: readonly DaemonSetPlan[];
  readonly jobs: readonly JobPlan[];
}

/** Each prop may be left out, which is the smaller program. */
function optionalProps(props: Readonly<Record<string, Arbitrary<string>>>): Arbitrary<Record<string, string>> {
  const entries = Object.entries(props).map(([name, value]) =>
    option(value, { freq: 1, nil: undefined }).map((chosen) => [name, chosen] as const),
  );
  return array(nat(2), { minLength: entries.length, maxLength: entries.length })
    .chain((keep) => tuple(...entries.map((entry, index) => (keep[index] === 1 ? entry : constant(undefined)))))
    .map((chosen) =>
      Object.fromEntries(chosen.flatMap((entry) => (entry?.[1] === undefined ? [] : [[entry[0], entry[1]]]))),
    );
}

const ZONES = "['us-central1-a', 'us-central1-b']";

/** A place for the nodes, and the number of zones that its pools are in; 0: GKE chooses three. */
const places = oneof(
  { weight: 4, arbitrary: constant({ zones: 1, props: { location: "'us-central1-a'" } }) },
  { weight: 1, arbitrary: constant({ zones: 0, props: { location: "'us-central1'" } }) },
  { weight: 2, arbitrary: constant({ zones: 2, props: { location: "'us-central1'", nodeLocations: ZONES } }) },
);

const reserved = constantFrom(
  '{ cpus: 0.1 }',
  '{ cpus: 0.2, memory: Size.mebibytes(256) }',
  '{ cpus: 0.5, memory: Size.mebibytes(512) }',
  '{ cpus: 1, memory: Size.gibibytes(2) }',
);

const clusterProps = optionalProps({
  reserved,
  maxPodsPerNode: constantFrom('32', '16'),
  gcsFuse: constant('false'),
  filestore: constant('false'),
  systemPool: constantFrom("SystemPool.of('e2-standard-2')", 'SystemPool.ELSEWHERE'),
});

/** Fixed numbers are for zones that are known. */
const nodesIn = (zones: number) =>
  oneof(
    ...(zones > 0
      ? [integer({ min: 1, max: Math.floor(5 / zones) }).map((count) => `NodeCount.fixed(${count * zones})`)]
      : []),
    tuple(nat(2), integer({ min: 1, max: 4 })).map(([min, more]) => `NodeCount.between(${min}, ${min + more})`),
    integer({ min: 1, max: 2 }).map((count) => `NodeCount.perZone(${count})`),
  );

const commonProps = {
  provisioningModel: constantFrom(
    'ProvisioningModel.SPOT',
    'ProvisioningModel.flexStart()',
    'ProvisioningModel.queued()',
  ),
  image: constant('NodeImage.UBUNTU'),
  bootDisk: constantFrom('{ size: Size.gibibytes(50) }', '{ size: Size.gibibytes(300) }'),
  labels: constant("{ 'acme.com/use': 'training' }"),
  taints: constantFrom("[Taint.of('acme.com/team', 'a')]", "[Taint.of('acme.com/team', 'a', 'NoExecute')]"),
  maxPodsPerNode: constantFrom('32', '16', '24', '200'),
  imageStreaming: constant('true'),
  reserved,
};

const MACHINES = [
  ...['e2-standard-2', 'e2-standard-4', 'e2-standard-8', 'e2-highcpu-16', 'e2-highmem-4', 'e2-medium'],
  ...['n1-standard-2', 'n1-standard-4', 'n1-standard-8', 'n1-highmem-4', 'n1-highcpu-16', 'custom-6-20480'],
  ...['n2-standard-4', 'n2-standard-8', 'n2-standard-32', 'n2-highcpu-8', 'n2-custom-6-24576', 'n2d-standard-8'],
  ...['c2-standard-8', 'e2-custom-4-8192'],
];

const cpuPools = (nodes: Arbitrary<string>): Arbitrary<PoolPlan> =>
  record({
    gpu: constant(false),
    props: record({ nodes, machineType: constantFrom(...MACHINES).map((name) => `'${name}'`) }).chain((own) =>
      optionalProps(commonProps).map((props) => ({ ...own, ...props })),
    ),
  });

const accelerators = oneof(
  tuple(constantFrom(1, 2, 4), option(constantFrom('n1-standard-8', 'n1-standard-16', 'n1-highmem-8'))).map(
    ([count, machine]) => ({
      accelerators: `Accelerator.T4.times(${count})`,
      ...(machine === null ? {} : { machineType: `'${machine}'` }),
    }),
  ),
  constantFrom(['g2-standard-4', 1], ['g2-standard-16', 1], ['g2-standard-24', 2], ['g2-standard-48', 4]).map(
    ([machine, count]) => ({ accelerators: `Accelerator.L4.times(${count})`, machineType: `'${machine}'` }),
  ),
  constantFrom(1, 2).map((count) => ({ accelerators: `Accelerator.A100.times(${count})` })),
);

const gpuPools = (nodes: Arbitrary<string>): Arbitrary<PoolPlan> =>
  record({
    gpu: constant(true),
    props: record({ nodes, machine: accelerators }).chain(({ nodes: range, machine }) =>
      optionalProps({
        ...commonProps,
        sharing: constantFrom(
          'GpuSharing.timeSharing(2)',
          'GpuSharing.timeSharing(4)',
          'GpuSharing.mps(3)',
          ...(machine.accelerators.includes('A100') ? ["GpuSharing.mig('1g.5gb')", "GpuSharing.mig('3g.20gb')"] : []),
        ),
        driver: constant('GpuDriver.DAEMON_SET'),
      }).map((props) => ({ nodes: range, ...machine, ...props })),
    ),
  });

const shares = record({
  of: oneof(
    constantFrom(1, 1 / 2, 1 / 3, 1 / 4, 1 / 8),
    integer({ min: 5, max: 60 }).map((percent) => percent / 100),
    integer({ min: 5, max: 100 }).map((percent) => percent / 100),
  ),
  step: oneof(constantFrom(0, -1, 1, -250, -256, -257), integer({ min: -400, max: 150 })),
});

const asks: Arbitrary<Asks> = record({
  cpus: option(shares, { freq: 3, nil: undefined }),
  memory: option(shares, { freq: 1, nil: undefined }),
  gpus: option(constantFrom(1, 1, 1, 2, 4, 0), { freq: 1, nil: undefined }),
  ephemeralStorage: option(shares, { freq: 1, nil: undefined }).chain((share) =>
    nat(3).map((rare) => (rare === 1 ? share : undefined)),
  ),
});

const jobs: Arbitrary<JobPlan> = record({
  pool: nat(2),
  sidePool: option(nat(2), { freq: 2, nil: undefined }),
  ways: constantFrom(
    { strategy: 'torchrun', engines: ['', 'job', 'jobSet', 'pyTorchJob'] },
    { strategy: 'parallel', engines: ['', 'job', 'jobSet', 'pyTorchJob'] },
    { strategy: 'elastic', engines: ['', 'job', 'jobSet', 'pyTorchJob'] },
    { strategy: 'mirrored', engines: ['', 'jobSet', 'tfJob'] },
    { strategy: 'parameterServer', engines: ['', 'jobSet', 'tfJob'] },
    { strategy: 'parameterServer', engines: ['', 'jobSet', 'tfJob'] },
  ).chain(({ strategy, engines }) => constantFrom(...engines).map((engine) => ({ strategy, engine }))),
  workers: integer({ min: 1, max: 6 }),
  fill: boolean(),
  asks,
  sideAsks: oneof(
    constant({}),
    asks.map(({ cpus, memory, ephemeralStorage }) => ({ cpus, memory, ephemeralStorage })),
  ),
  second: integer({ min: 1, max: 3 }),
  chief: boolean(),
  evaluator: nat(5).map((rare) => rare === 1),
  bucket: nat(5).map((rare) => rare === 1),
  props: optionalProps({
    mounts: constant("[Mount.memory(Size.gibibytes(1), '/dev/shm')]"),
    activeDeadline: constant('Duration.hours(2)'),
    initContainers: constant("[{ name: 'prepare', command: ['true'] }]"),
    annotations: constant("{ 'acme.com/run': 'nightly' }"),
  }),
});

/** A pool in the cluster's zones, or in one zone of its own. */
const poolsIn = (zones: number) => {
  const zone = "['us-central1-a']";
  const own = (pools: (nodes: Arbitrary<string>) => Arbitrary<PoolPlan>) =>
    pools(nodesIn(1)).map((pool) => ({ ...pool, props: { ...pool.props, zones: zone } }));
  const anywhere = oneof(
    { weight: 3, arbitrary: cpuPools(nodesIn(zones)) },
    // Not every zone of a region has every GPU.
    { weight: 2, arbitrary: zones === 0 ? own(gpuPools) : gpuPools(nodesIn(zones)) },
  );
  return zones === 1 ? anywhere : oneof({ weight: 3, arbitrary: anywhere }, { weight: 1, arbitrary: own(cpuPools) });
};

const agentAsks = record({
  cpuMillis: constantFrom(20, 100, 200, 500, 1000),
  memoryMiB: constantFrom(0, 64, 256, 1024),
});

const daemonSets: Arbitrary<DaemonSetPlan> = record({
  main: agentAsks,
  first: option(
    record({ asks: agentAsks, stays: boolean() }).map(({ asks: own, stays }) => ({ ...own, stays })),
    { freq: 1, nil: undefined },
  ),
  tolerates: boolean(),
  pool: option(nat(2), { freq: 1, nil: undefined }),
});

/** What a cluster reserves if it knows its DaemonSets. */
function reservedFor(sets: readonly DaemonSetPlan[]): string {
  const sum = (resource: keyof AgentAsks) =>
    sets.reduce((all, { main, first }) => {
      const [own, other = 0] = [main[resource], first?.[resource]];
      return all + (first?.stays === true ? own + other : Math.max(own, other));
    }, 0);
  return `{ cpus: ${sum('cpuMillis') / 1000}, memory: Size.mebibytes(${sum('memoryMiB')}) }`;
}

/** Programs with pools, DaemonSets and jobs. */
export const plans: Arbitrary<Plan> = places.chain(({ zones, props }) =>
  record({
    cluster: clusterProps.map((more) => ({ ...props, ...more })),
    pools: array(poolsIn(zones), { minLength: 1, maxLength: 3 }),
    daemonSets: oneof(
      { weight: 1, arbitrary: constant([]) },
      { weight: 4, arbitrary: array(daemonSets, { minLength: 1, maxLength: 2 }) },
    ),
    isReserved: boolean(),
    jobs: oneof(tuple(jobs), tuple(jobs), array(jobs, { minLength: 2, maxLength: 3 })),
  }).map(({ isReserved, cluster, ...plan }) => {
    const own: Readonly<Record<string, string>> =
      isReserved && plan.daemonSets.length > 0 ? { reserved: reservedFor(plan.daemonSets) } : {};
    return { ...plan, cluster: { ...cluster, ...own } };
  }),
);
