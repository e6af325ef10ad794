import { Size, SizeRoundingBehavior } from 'cdk8s';
import { sharedRequestProblems } from '../../core/hardware/gpu-sharing';
import { gpusPerNode, type INodePool, type NodeResources } from '../../core/contracts/node-pool';
import type { Advice } from '../../core/problems/check';
import type { Problem } from '../../core/problems/problem';
import type { PodDemand } from './pool-demand';
import { amountProblem, cpuText, mebibytes, memoryText, quantityProblems, terraformNumberProblems } from './quantity';
import { isGpuPool } from './resources';

/** What one pod needs of a node, the sidecars included. */
export interface PodNeeds {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
  readonly storageMiB: number;
  readonly gpus: number;
}

export function needsOf({ resolved }: PodDemand): PodNeeds {
  const { cpuMillis, memory, ephemeralStorage, gpus, sidecars } = resolved;
  return {
    cpuMillis: cpuMillis + sidecars.cpuMillis,
    memoryMiB: mebibytes(memory) + mebibytes(sidecars.memory),
    storageMiB: mebibytes(ephemeralStorage) + mebibytes(sidecars.ephemeralStorage),
    gpus,
  };
}

/** `pool "k80" (n1-standard-8)`. */
export function poolText({ poolName, machineType }: INodePool): string {
  return `pool "${poolName}"${machineType === undefined ? '' : ` (${machineType})`}`;
}

/** Why no node of its pool can take a pod. What is not known of the pool is not checked. */
export function fitProblems(demand: PodDemand): Problem[] {
  const amounts = amountProblems(demand);
  if (amounts.length > 0) return amounts;
  const { allocatable } = demand.pool;
  return [...gpuProblems(demand), ...(allocatable ? sizeProblems(demand, allocatable) : [])];
}

/** A pod that a pool can take but should not. */
export function fitAdvice({ name, pool, resolved }: PodDemand): Advice[] {
  const { gpus } = resolved;
  return [
    ...(gpus === 0 && isGpuPool(pool)
      ? [
          {
            code: 'gpu-idle',
            property: 'pool',
            message: `each ${name} runs on a node of ${poolText(pool)} but asks for no GPU, so GPUs may be paid for and idle`,
            fix: 'set gpus of its resources, or give it a pool without GPUs',
          },
        ]
      : []),
    ...(gpus > 0 && pool.driver?.installedBy === 'none'
      ? [
          {
            code: 'gpu-driver-none',
            property: 'pool',
            message: `each ${name} asks for GPUs of ${poolText(pool)}, whose driver is GpuDriver.NONE, so nothing here installs the driver`,
            fix: 'use GpuDriver.DEFAULT, or acknowledge this if the nodes get their driver in a way of your own',
          },
        ]
      : []),
  ];
}

/** What nothing can ask for, on whatever node. */
export function amountProblems({ name, resolved }: Pick<PodDemand, 'name' | 'resolved'>): Problem[] {
  const { cpuMillis, memory, gpus, ephemeralStorage } = resolved;
  return [
    ...orTerraform(name, 'cpus', cpuMillis, () =>
      cpuMillis >= 1 && Number.isFinite(cpuMillis)
        ? []
        : [amountProblem(name, 'cpus', String(cpuMillis / 1000), 'use 0.001 or more, such as 0.5')],
    ),
    ...memoryProblems(name, memory),
    ...orTerraform(name, 'gpus', gpus, () =>
      Number.isInteger(gpus) && gpus >= 0
        ? []
        : [amountProblem(name, 'gpus', String(gpus), 'use a whole number of 0 or more')],
    ),
    ...(ephemeralStorage
      ? quantityProblems(name, 'ephemeralStorage', ephemeralStorage, 'use Size.gibibytes(1) or more, or leave it out')
      : []),
  ];
}

function orTerraform(name: string, property: string, given: number, otherwise: () => Problem[]): Problem[] {
  const unknown = terraformNumberProblems(name, property, given);
  return unknown.length > 0 ? unknown : otherwise();
}

/** With less, container runtimes cannot start a process at all. */
const LEAST_MEMORY_MIB = 4;

function memoryProblems(name: string, memory: Size): Problem[] {
  const fix = 'use Size.mebibytes(256) or more';
  const amount = mebibytes(memory);
  if (!(amount > 0 && amount < LEAST_MEMORY_MIB)) return quantityProblems(name, 'memory', memory, fix);
  const least = `as no container starts with less than ${LEAST_MEMORY_MIB}Mi`;
  return [amountProblem(name, 'memory', memoryText(memory), `${fix}, ${least}`)];
}

function gpuProblems({ name, pool, resolved }: PodDemand): Problem[] {
  const { gpus } = resolved;
  const all = gpusPerNode(pool);
  if (gpus === 0 || all === undefined) return [];
  const asks = `each ${name} asks for ${gpuText(gpus)}`;
  if (all === 0) {
    return [
      {
        code: 'gpu-pool-mismatch',
        property: 'pool',
        message: `${asks} but ${poolText(pool)} has none`,
        fix: 'give it a GPU pool, or leave gpus out of its resources',
      },
    ];
  }
  const { sharing } = pool;
  const shared = sharing ? sharedRequestProblems(sharing, Math.max(1, Math.round(all / sharing.clients)), gpus) : [];
  if (shared.length > 0 || gpus <= all) return shared;
  return [
    {
      code: 'gpu-per-node',
      property: 'gpus',
      message: `${asks} but a node of ${poolText(pool)} has ${all}`,
      fix: `ask for ${all} or fewer, or use a pool with ${gpus} GPUs on each node`,
    },
  ];
}

function sizeProblems(demand: PodDemand, free: NodeResources): Problem[] {
  const { name, pool, resolved } = demand;
  const { sidecars } = resolved;
  const needs = needsOf(demand);
  const tooLarge = (property: string, asked: string, sidecar: string, has: string, fix: string): Problem => ({
    code: 'pod-too-large',
    property,
    message: `each ${name} asks for ${asked}${sidecar} but a node of ${poolText(pool)} has ${has} free`,
    fix: `${fix}, or use a larger machine type`,
  });
  const text = (mib: number) => memoryText(Size.mebibytes(mib));
  const sizeOf = (mib: number) => `Size.mebibytes(${mib})`;
  const beside = (present: boolean, amount: string) => (present ? `, and its bucket sidecar for ${amount},` : '');
  const cpuLeft = free.cpuMillis - sidecars.cpuMillis;
  const memoryLeft = Math.floor(mebibytes(free.memory) - mebibytes(sidecars.memory));
  const storageLeft = Math.floor(mebibytes(free.ephemeralStorage) - mebibytes(sidecars.ephemeralStorage));
  const lower = (property: string, left: number, value: string) =>
    left > 0 ? `lower ${property} to ${value}` : 'use fewer mounts of buckets';
  return [
    ...(needs.cpuMillis > free.cpuMillis
      ? [
          tooLarge(
            'cpus',
            `${cpuText(resolved.cpuMillis)} CPU`,
            beside(sidecars.cpuMillis > 0, cpuText(sidecars.cpuMillis)),
            `${cpuText(free.cpuMillis)} CPU`,
            lower('cpus', cpuLeft, String(cpuLeft / 1000)),
          ),
        ]
      : []),
    ...(needs.memoryMiB > mebibytes(free.memory)
      ? [
          tooLarge(
            'memory',
            `${memoryText(resolved.memory)} of memory`,
            beside(mebibytes(sidecars.memory) > 0, memoryText(sidecars.memory)),
            memoryText(whole(free.memory)),
            lower('memory', memoryLeft, sizeOf(memoryLeft)),
          ),
        ]
      : []),
    ...(free.ephemeralStorage && needs.storageMiB > mebibytes(free.ephemeralStorage)
      ? [
          tooLarge(
            'ephemeralStorage',
            `${text(mebibytes(resolved.ephemeralStorage))} of local disk`,
            beside(sidecars.ephemeralStorage !== undefined, text(mebibytes(sidecars.ephemeralStorage))),
            memoryText(whole(free.ephemeralStorage)),
            lower('ephemeralStorage', storageLeft, sizeOf(storageLeft)),
          ),
        ]
      : []),
  ];
}

function whole(size: Size): Size {
  return Size.mebibytes(size.toMebibytes({ rounding: SizeRoundingBehavior.FLOOR }));
}

function gpuText(gpus: number): string {
  return gpus === 1 ? '1 GPU' : `${gpus} GPUs`;
}
