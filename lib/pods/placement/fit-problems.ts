import { Size } from 'cdk8s';
import { gpusPerNode, poolText } from '../../core/contracts/node-pool';
import { sharedRequestProblems } from '../../core/hardware/gpu-sharing-problems';
import { problem, type Problem } from '../../core/problems';
import { roomOfNode, type PodNeeds } from './pod-needs';
import type { PodSet } from '../pod-set';
import { mebibytes } from '../../core/mebibytes';
import { cpuText, memoryText } from '../../kubernetes/quantity';
import { amountProblems } from '../containers/quantity-problems';

/**
 * GKE runs at most 13 pods of its own on a node, and pools of addresses come in powers of two.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/flexible-pod-cidr
 */
export const PODS_FOR_A_TASK = 16;

/** Problems of a pod that fits no node of its pool. Unknown facts of the pool are not checked. */
export function* fitProblems(given: PodSet): Generator<Problem> {
  const set = (given.machines ?? 1) > 1 ? { ...given, name: `machine of a ${given.name}` } : given;
  const amounts = [...amountProblems(set)];
  yield* amounts;
  if (amounts.length > 0) return;
  yield* gpuProblems(set);
  const node = roomOfNode(set.pool);
  if (node) yield* sizeProblems(set, node);
}

function* gpuProblems({ name, pool, resources }: PodSet): Generator<Problem> {
  const { gpus } = resources;
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

function* sizeProblems(set: PodSet, node: PodNeeds): Generator<Problem> {
  const { cpuMillis, memory, ephemeralStorage, sidecars, modelFiles } = set.resources;
  const memories = [memory, sidecars.memory].map(mebibytes);
  const disks = [ephemeralStorage, sidecars.ephemeralStorage].map(mebibytes);
  yield* excess(set, CPUS, [cpuMillis, sidecars.cpuMillis], node.cpuMillis);
  yield* excess(set, sizeOf('memory', 'memory'), memories, node.memoryMiB);
  if (node.pods < 1) {
    const message = `a node of ${poolText(set.pool)} has no place for a ${set.name} beside the pods that GKE runs on every node`;
    yield problem('pods-per-node', 'pool', message, `set maxPodsPerNode of the pool to ${PODS_FOR_A_TASK} or more`);
  }
  yield* excess(set, sizeOf('ephemeralStorage', 'local disk'), disks, node.storageMiB, mebibytes(modelFiles));
}

/** A resource, and its amounts in messages. */
interface Resource {
  readonly property: string;
  readonly kind: string;
  readonly text: (amount: number) => string;
  /** The amount as the program gives it. */
  readonly value: (amount: number) => string;
}

const CPUS: Resource = {
  property: 'cpus',
  kind: ' CPU',
  text: cpuText,
  value: (millis) => String(millis / 1000),
};

function sizeOf(property: string, what: string): Resource {
  return {
    property,
    kind: ` of ${what}`,
    text: (size) => memoryText(Size.mebibytes(size)),
    value: (size) => `Size.mebibytes(${size})`,
  };
}

function* excess(
  { name, pool }: PodSet,
  { property, kind, text, value }: Resource,
  [asked = 0, sidecars = 0]: readonly number[],
  room: number,
  ofModel = 0,
): Generator<Problem> {
  if (asked + sidecars <= room) return;
  const parts = ofModel === 0 ? '' : ` (${text(asked - ofModel)} for its program, ${text(ofModel)} for the model)`;
  const beside = sidecars === 0 ? '' : `, and its sidecars for ${text(sidecars)},`;
  const free = `${text(Math.floor(room))}${property === 'cpus' ? kind : ''}`;
  const message = `each ${name} asks for ${text(asked)}${kind}${parts}${beside} but a node of ${poolText(pool)} has ${free} free`;
  const left = Math.floor(room - sidecars);
  if (ofModel > 0) {
    yield problem('pod-too-large', property, message, modelFilesFix(asked - ofModel, ofModel, left, value));
    return;
  }
  const fix = left > 0 ? `lower ${property} to ${value(left)}` : 'use fewer sidecars, or mounts of buckets';
  yield problem('pod-too-large', property, message, `${fix}, or use a larger machine type`);
}

/** The disk of a program with files of a model. That of its model is lowered by the size of the model alone. */
function modelFilesFix(own: number, ofModel: number, left: number, value: Resource['value']): string {
  const disk = 'give the nodes of the pool a larger bootDisk';
  if (left > ofModel) return `lower ephemeralStorage to ${value(left - ofModel)}, or ${disk}`;
  if (left > own) return `set size of the model to ${value(left - own)} if its files are not larger, or ${disk}`;
  return disk;
}
