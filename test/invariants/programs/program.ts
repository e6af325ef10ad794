import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Size } from 'cdk8s';
import { expect } from 'vitest';
import { SqlDatabase } from '../../../lib/infrastructure/index';
import {
  Accelerator,
  Bucket,
  ClusterChart,
  NodeCount,
  Operator,
  Platform,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  SynthesisError,
  TerraformState,
  TrainingCluster,
  ValidationError,
  WorkloadIdentity,
  formatProblemAt,
  type ProblemAt,
} from '../../../lib/index';
import { fixOf, NO_FIX, type Fix } from './fix';

/** Two clusters, with the pools, the data and the accounts that the programs of these tests use. */
export type World = ReturnType<typeof worldOf>;

const OPERATORS = [Operator.TRAINING, Operator.JOBSET, Operator.ARGO_WORKFLOWS, Operator.KATIB];
/** The command of a Python program. */
export const python = (file: string, ...args: string[]) => ['python3', `${file}.py`, ...args];
export const IMAGE = 'us-docker.pkg.dev/acme-ml/images/digits:1';

function worldOf(platform: Platform, folder: string) {
  const stage = new Stage({
    name: 'dev',
    project: 'acme-ml',
    region: 'us-central1',
    state: TerraformState.bucket('acme-ml-state', 'dev'),
  });
  const deployment = platform.stage(stage, 'digits');
  const { stack, kubernetes } = deployment;
  const location = 'us-central1-a';
  const cluster = new TrainingCluster(stack, 'cluster', { location, operators: OPERATORS });
  const cpus = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.between(1, 6) });
  const gpus = cluster.addGpuPool('l4', { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(0, 4) });
  const identity = new WorkloadIdentity(stack, 'steps', { cluster, namespace: 'digits' });
  const reader = new WorkloadIdentity(stack, 'reader', { cluster, namespace: 'digits' });
  const bucket = new Bucket(stack, 'data');
  bucket.grantReadWrite(identity);
  bucket.grantRead(reader);
  const chart = new ClusterChart(kubernetes, 'flows', { cluster, namespace: 'digits' });
  return {
    platform,
    /** The folder of the program. */
    folder,
    deployment,
    stack,
    cluster,
    cpus,
    gpus,
    bucket,
    chart,
    /** It reads and writes the bucket. */
    identity,
    /** It reads the bucket. */
    reader,
    /** An account without rights on the bucket. */
    stranger: () => new WorkloadIdentity(stack, 'stranger', { cluster, namespace: 'digits' }),
    /** The pool of a second cluster, with the same operators. */
    otherPool: () =>
      new TrainingCluster(stack, 'other', { location, operators: OPERATORS }).addPool('cpu', {
        machineType: 'n1-standard-4',
      }),
    /** A chart of the same cluster in which Pachyderm runs. */
    pachyderm: () =>
      new ClusterChart(kubernetes, 'pipelines', { cluster, namespace: 'pachyderm', createNamespace: false }),
    /** A database of Cloud SQL, to which identities have access. */
    database: (users: readonly WorkloadIdentity[]) => {
      const database = new SqlDatabase(stack, 'runs', { network: cluster.network });
      for (const user of users) database.grantAccess(user);
      return database;
    },
    volume: (options: Partial<ConstructorParameters<typeof SharedVolume>[2]> = {}) =>
      new SharedVolume(chart, 'shared', {
        source: SharedVolumeSource.nfs('10.0.0.9', '/exports/digits'),
        size: Size.gibibytes(100),
        ...options,
      }),
  };
}

export function platformIn(folder: string): Platform {
  return new Platform({ manifestFolder: join(folder, 'dist'), stackFolder: join(folder, 'cdktf.out'), strict: true });
}

/** Synthesizes a program into a folder. */
export function synthesizeInto(folder: string, program: (world: World) => void): void {
  const platform = platformIn(folder);
  program(worldOf(platform, folder));
  platform.synth();
}

/** The problems and the advice of a synthesis under `strict`. */
function problemsOf(program: (world: World) => void): readonly ProblemAt[] {
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-program-'));
  try {
    synthesizeInto(folder, program);
  } catch (error) {
    if (SynthesisError.isSynthesisError(error)) return error.problems;
    if (ValidationError.isValidationError(error)) {
      const { place, problems } = error;
      return problems.map((problem) => ({ path: place, ...problem }));
    }
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return [];
}

/** A value of a wrong program, or the one that its message asks for. */
export type Either = <const Wrong, const Right>(wrong: Wrong, right: Right) => Wrong | Right;

/** A program with a mistake, and the same program with its message's fix. */
export interface WrongProgram {
  readonly name: string;
  readonly code: string;
  /** A part of the message or of its fix. */
  readonly says: string;
  /** What the fix names, a number or a text, is taken from `fix`, inside the right value of `either`. */
  readonly build: (world: World, either: Either, fix: Fix) => void;
}

/** Refused with its code alone, and nothing is left to say once the fix is applied. */
export function expectRefused({ code, says, build }: WrongProgram): void {
  const wrong = problemsOf((world) => {
    build(world, (value) => value, NO_FIX);
  });
  expect([...new Set(wrong.map((problem) => problem.code))]).toEqual([code]);
  expect(wrong.map(formatProblemAt).join()).toContain(says);
  const fix = fixOf(wrong.map((problem) => problem.fix).join('; '));
  const fixed = problemsOf((world) => {
    build(world, (_, value) => value, fix);
  });
  expect(fixed.map(formatProblemAt)).toEqual([]);
}

/** Accepted under `strict`: without a problem, and without advice. */
export function expectAccepted(build: (world: World) => void): void {
  expect(problemsOf(build).map(formatProblemAt)).toEqual([]);
}
