import { Size, SizeRoundingBehavior } from 'cdk8s';
import { gpusPerNode, poolText, type NodeResources } from '../../core/contracts/node-pool';
import { sharedRequestProblems } from '../../core/hardware/gpu-sharing-problems';
import { problem, type Problem } from '../../core/problems/problem';
import { needsOf } from './pod-needs';
import type { PodDemand } from './pool-demand';
import { cpuText, mebibytes, memoryText } from './quantity';
import { amountProblems } from './quantity-problems';

/** GKE runs at most 13 pods of its own on a node, and pools of addresses come in powers of two. */
const PODS_FOR_A_TASK = 16;

/** Problems of a pod that fits no node of its pool. Unknown facts of the pool are not checked. */
export function* fitProblems(demand: PodDemand): Generator<Problem> {
  const amounts = [...amountProblems(demand)];
  yield* amounts;
  if (amounts.length > 0) return;
  yield* gpuProblems(demand);
  const { allocatable } = demand.pool;
  if (allocatable) yield* sizeProblems(demand, allocatable);
}

function* gpuProblems({ name, pool, resolved }: PodDemand): Generator<Problem> {
  const { gpus } = resolved;
  const { sharing } = pool;
  const all = gpusPerNode(pool);
  if (gpus === 0 || all === undefined) return;
  const asks = `each ${name} asks for ${gpus === 1 ? '1 GPU' : `${gpus} GPUs`}`;
  if (all === 0) {
    const message = `${asks} but ${poolText(pool)} has none`;
    yield problem('gpu-pool-mismatch', 'pool', message, 'give it a GPU pool, or leave gpus out of its resources');
    return;
  }
  const ofNode = sharing ? Math.max(1, Math.round(all / sharing.clients)) : all;
  const shared = sharing ? [...sharedRequestProblems(sharing, ofNode, gpus)] : [];
  yield* shared;
  if (shared.length > 0 || gpus <= all) return;
  yield problem(
    'gpu-per-node',
    'gpus',
    `${asks} but a node of ${poolText(pool)} has ${all}`,
    `ask for ${all} or fewer, or use a pool with ${gpus} GPUs on each node`,
  );
}

function* sizeProblems(demand: PodDemand, free: NodeResources): Generator<Problem> {
  const { resolved } = demand;
  const { sidecars } = resolved;
  const needs = needsOf(demand);
  if (needs.cpuMillis > free.cpuMillis) {
    const left = free.cpuMillis - sidecars.cpuMillis;
    yield tooLarge(demand, 'cpus', {
      asked: `${cpuText(resolved.cpuMillis)} CPU`,
      sidecar: sidecars.cpuMillis > 0 ? cpuText(sidecars.cpuMillis) : undefined,
      free: `${cpuText(free.cpuMillis)} CPU`,
      lower: left > 0 ? String(left / 1000) : undefined,
    });
  }
  if (needs.memoryMiB > mebibytes(free.memory)) {
    yield tooLarge(demand, 'memory', {
      asked: `${memoryText(resolved.memory)} of memory`,
      sidecar: mebibytes(sidecars.memory) > 0 ? memoryText(sidecars.memory) : undefined,
      free: memoryText(whole(free.memory)),
      lower: sizeBeside(sidecars.memory, free.memory),
    });
  }
  if (free.pods !== undefined && free.pods < needs.pods) {
    const message = `a node of ${poolText(demand.pool)} has no place for a ${demand.name} beside the pods that GKE runs on every node`;
    yield problem('pods-per-node', 'pool', message, `set maxPodsPerNode of the pool to ${PODS_FOR_A_TASK} or more`);
  }
  const { ephemeralStorage } = free;
  if (ephemeralStorage && needs.storageMiB > mebibytes(ephemeralStorage)) {
    yield tooLarge(demand, 'ephemeralStorage', {
      asked: `${memoryText(Size.mebibytes(mebibytes(resolved.ephemeralStorage)))} of local disk`,
      sidecar: sidecars.ephemeralStorage && memoryText(sidecars.ephemeralStorage),
      free: memoryText(whole(ephemeralStorage)),
      lower: sizeBeside(sidecars.ephemeralStorage, ephemeralStorage),
    });
  }
}

interface Excess {
  readonly asked: string;
  /** The request of the sidecars. @default - no sidecar */
  readonly sidecar?: string;
  readonly free: string;
  /** The most that the task can ask for. @default - nothing: the sidecars alone are too large */
  readonly lower?: string;
}

function tooLarge({ name, pool }: PodDemand, property: string, { asked, sidecar, free, lower }: Excess): Problem {
  const beside = sidecar === undefined ? '' : `, and its sidecars for ${sidecar},`;
  const message = `each ${name} asks for ${asked}${beside} but a node of ${poolText(pool)} has ${free} free`;
  const fix = lower === undefined ? 'use fewer sidecars, or mounts of buckets' : `lower ${property} to ${lower}`;
  return problem('pod-too-large', property, message, `${fix}, or use a larger machine type`);
}

function sizeBeside(sidecar: Size | undefined, free: Size): string | undefined {
  const left = Math.floor(mebibytes(free) - mebibytes(sidecar));
  return left > 0 ? `Size.mebibytes(${left})` : undefined;
}

function whole(size: Size): Size {
  return Size.mebibytes(size.toMebibytes({ rounding: SizeRoundingBehavior.FLOOR }));
}
