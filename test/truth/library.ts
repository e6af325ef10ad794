import '../support/no-creation-stacks';
import { compileFunction } from 'node:vm';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, Duration, Size, SizeRoundingBehavior, type App as KubernetesApp } from 'cdk8s';
import { App } from 'cdktf';
import { GPU_RESOURCE } from '../../lib/extend';
import * as library from '../../lib/index';
import * as infrastructure from '../../lib/infrastructure/index';
import * as serving from '../../lib/serving/index';
import * as training from '../../lib/training/index';
import * as workflow from '../../lib/workflow/index';
import { manifestsOf, terraformOf } from '../../lib/testing';
import type { Plan } from './plan';
import type { Manifest } from './pods';
import { jobLines, poolLines, type PoolFacts } from './source';

const { DistributedTrainingJob, ServingDeployment, formatProblemAt, InfrastructureStack, Platform, Stage } = library;
const { SynthesisError } = library;

const NAMES = { ...library, ...infrastructure, ...serving, ...training, ...workflow, ApiObject, Duration, Size };
const STAGE = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1' });

/** A job or a server that the program makes, and what the library says of it. */
export interface Job {
  readonly path: string;
  readonly manifests: readonly Manifest[];
}

/** What the library says of a program, and what it emits: a refused program is rendered as well. */
export interface Answer {
  /** Empty if the program is accepted. */
  readonly problems: readonly { readonly code: string; readonly path: string; readonly text: string }[];
  readonly advice: readonly string[];
  readonly stack: unknown;
  readonly manifests: readonly Manifest[];
  readonly jobs: readonly Job[];
}

/** The facts of a plan's pools. @throws ValidationError if a pool is refused where it is written */
export function factsOf(plan: Plan): PoolFacts[] {
  return factsOfPools(poolLines(plan), plan.pools.length);
}

/** The facts of the pools `p0`, `p1`, … that lines make in `stack`. @throws ValidationError if a pool is refused where it is written */
export function factsOfPools(lines: readonly string[], count: number): PoolFacts[] {
  const stack = new InfrastructureStack(new App({ outdir: folder, stackTraces: false }), 'facts', { stage: STAGE });
  const pools = run(lines, { stack }, `[${Array.from({ length: count }, (_, index) => `p${index}`).join(', ')}]`);
  return (pools as library.INodePool[]).map(({ poolName, allocatable, maxNodes, reserved = {} }) => ({
    poolName,
    maxNodes,
    reserved: {
      cpuMillis: Math.round((reserved.cpus ?? 0) * 1000),
      memoryMiB: reserved.memory?.toMebibytes({ rounding: SizeRoundingBehavior.FLOOR }) ?? 0,
    },
    gpus: allocatable?.extended[GPU_RESOURCE] ?? 0,
    allocatable: allocatable && {
      cpuMillis: allocatable.cpuMillis,
      memoryMiB: allocatable.memory.toMebibytes({ rounding: SizeRoundingBehavior.FLOOR }),
      storageMiB: allocatable.ephemeralStorage?.toMebibytes({ rounding: SizeRoundingBehavior.FLOOR }) ?? Infinity,
    },
  }));
}

/** Runs a program. @throws ValidationError if it is refused where it is written */
export function answerTo(plan: Plan, facts: readonly PoolFacts[]): Answer {
  return answerToLines([...poolLines(plan), ...jobLines(plan, facts)]);
}

/** Runs a program by its lines. @throws ValidationError if it is refused where it is written */
export function answerToLines(lines: readonly string[]): Answer {
  const platform = new Platform({ manifestFolder: join(folder, 'dist'), stackFolder: join(folder, 'cdktf.out') });
  const { stack, kubernetes } = platform.stage(STAGE, 'truth');
  run(lines, { stack, kubernetes });
  const emitted = { stack: terraformOf(stack), manifests: manifestsIn(kubernetes), jobs: jobsIn(kubernetes) };
  try {
    return { problems: [], advice: platform.synth().advice, ...emitted };
  } catch (error) {
    if (!SynthesisError.isSynthesisError(error)) throw error;
    const problems = error.problems.map((at) => ({
      code: at.code ?? 'none',
      path: at.path,
      text: formatProblemAt(at),
    }));
    return { problems, advice: [], ...emitted };
  }
}

const folder = mkdtempSync(join(tmpdir(), 'trainyard-truth-'));
process.on('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});

function run(lines: readonly string[], scopes: Readonly<Record<string, unknown>>, result = 'undefined'): unknown {
  const names = { ...NAMES, ...scopes };
  const program = compileFunction([...lines, `return ${result};`].join('\n'), Object.keys(names));
  return program(...Object.values(names)) as unknown;
}

function manifestsIn(kubernetes: KubernetesApp): Manifest[] {
  return manifestsOf(kubernetes) as unknown as Manifest[];
}

function jobsIn(kubernetes: KubernetesApp): Job[] {
  return kubernetes.node
    .findAll()
    .filter((construct) => construct instanceof DistributedTrainingJob || construct instanceof ServingDeployment)
    .map((job) => ({ path: job.node.path, manifests: manifestsOf(job) as unknown as Manifest[] }));
}
