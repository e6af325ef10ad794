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
  type Arbitrary,
} from 'fast-check';

// A random program with servers as data. Texts are expressions of the program; shares become numbers when the pools are known.

export interface PoolPlan {
  /** `addPool` or `addGpuPool`, and its props. */
  readonly gpu: boolean;
  readonly machine: string;
  readonly nodes: number;
}

/** The requests of a replica or a worker, as parts of what a node has. */
export interface Asks {
  readonly cpus: number | undefined;
  readonly gpus: number | undefined;
}

export interface ServerPlan {
  /** The index of its pool, modulo the number of pools. */
  readonly pool: number;
  readonly replicas: number;
  /** As many replicas as just fill the pool, and so many more. */
  readonly fill: number | undefined;
  readonly asks: Asks;
  /** Whether a scaler sets the number of replicas, up to so many. */
  readonly scaled: boolean;
  readonly way: 'rolling' | 'blueGreen' | 'inPlace';
  readonly surge: number | undefined;
  readonly canary: number | undefined;
  readonly outside: boolean;
}

export interface JobPlan {
  readonly pool: number;
  readonly workers: number;
  readonly asks: Asks;
}

export interface ServingPlan {
  readonly pools: readonly PoolPlan[];
  readonly servers: readonly ServerPlan[];
  readonly jobs: readonly JobPlan[];
}

const CPU_MACHINES = [
  'e2-standard-2',
  'e2-standard-4',
  'e2-highcpu-16',
  'n1-standard-2',
  'n1-standard-4',
  'n2-standard-8',
];
const GPU_MACHINES = [
  "accelerators: Accelerator.T4.times(1), machineType: 'n1-standard-8'",
  "accelerators: Accelerator.T4.times(2), machineType: 'n1-standard-16'",
  "accelerators: Accelerator.T4.times(4), machineType: 'n1-standard-16'",
  "accelerators: Accelerator.L4.times(1), machineType: 'g2-standard-8'",
  "accelerators: Accelerator.L4.times(2), machineType: 'g2-standard-24'",
];

export const pool: Arbitrary<PoolPlan> = oneof(
  record({
    gpu: constant(false),
    machine: constantFrom(...CPU_MACHINES.map((name) => `machineType: '${name}'`)),
    nodes: integer({ min: 1, max: 4 }),
  }),
  record({ gpu: constant(true), machine: constantFrom(...GPU_MACHINES), nodes: integer({ min: 1, max: 3 }) }),
);

const maybe = <T>(values: Arbitrary<T>, freq = 1) => option(values, { freq, nil: undefined });

const asks: Arbitrary<Asks> = record({
  cpus: maybe(
    oneof(
      constantFrom(1, 1 / 2, 1 / 3, 1 / 4),
      integer({ min: 5, max: 60 }).map((percent) => percent / 100),
    ),
    2,
  ),
  gpus: maybe(constantFrom(1, 1, 1, 2, 0)),
});

const server: Arbitrary<ServerPlan> = record({
  pool: nat(1),
  replicas: integer({ min: 1, max: 4 }),
  fill: maybe(integer({ min: -2, max: 1 })),
  asks,
  scaled: nat(3).map((rare) => rare === 1),
  way: constantFrom('rolling', 'rolling', 'rolling', 'blueGreen', 'inPlace'),
  surge: maybe(constantFrom(0, 1, 1, 2)),
  canary: maybe(constant(1)),
  outside: boolean(),
});

const job: Arbitrary<JobPlan> = record({ pool: nat(1), workers: integer({ min: 1, max: 3 }), asks });

/** Programs with pools, servers and jobs. */
export const servingPlans: Arbitrary<ServingPlan> = record({
  pools: array(pool, { minLength: 1, maxLength: 2 }),
  servers: array(server, { minLength: 1, maxLength: 3 }),
  jobs: array(job, { maxLength: 1 }),
});
