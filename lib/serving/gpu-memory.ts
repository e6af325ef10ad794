import { Size } from 'cdk8s';
import { Accelerator } from '../core/hardware/accelerator';
import { mebibytes } from '../core/mebibytes';
import { problem, type Problem } from '../core/problems';
import { memoryText } from '../kubernetes/quantity';
import type { ResolvedResources } from '../pods/containers/resources';

/** vLLM's own share of a GPU's memory. */
export const MEMORY_SHARE = 0.9;

/** The memory that a model needs on the GPUs of one replica. */
export interface GpuMemoryNeeds {
  /** The server by its name. vLLM can split a model over several machines. */
  readonly server: string;
  /** `the weights of the model take` */
  readonly what: string;
  readonly size: Size;
  readonly machines: number;
  /** The share of a GPU's memory that the server takes. */
  readonly share: number;
}

/** Problems of a model for which the GPUs of a replica have too little memory. */
export function* gpuMemoryProblems(needs: GpuMemoryNeeds, { gpus, gpuMemory }: ResolvedResources): Generator<Problem> {
  const { server, what, size, machines, share } = needs;
  const all = mebibytes(gpuMemory) * machines;
  const left = all * share;
  if (!gpuMemory || mebibytes(size) < left) return;
  const message = `${what} ${memoryText(size)}, but the GPUs of a replica have ${memoryText(Size.mebibytes(all))}, of which ${server} takes the share ${share}`;
  // Heads of attention are split over the GPUs, and nearly all models have a multiple of a power of two.
  const needed = 2 ** Math.ceil(Math.log2(Math.floor((mebibytes(size) * gpus) / left) + 1));
  const more = Math.floor((mebibytes(size) * machines) / left) + 1;
  const pools = poolsFor(mebibytes(size) / share / machines);
  const others = pools.length === 0 ? 'GPUs with more memory' : `a pool of ${pools.join(', ')}`;
  const split = server === 'vLLM' ? ` or machines of ModelServer.vllm to ${more},` : '';
  const fix = `set resources.gpus to ${needed} or more,${split} or use ${others}, or a smaller model`;
  yield problem('model-memory', 'model', message, fix);
}

/** The smallest machines of the catalogue with GPUs of so much memory, three at most: `4 nvidia-l4 (96Gi)`. */
function poolsFor(memoryMiB: number): string[] {
  const machines = Accelerator.all().flatMap((accelerator) => {
    const { memoryGb, counts = [], lifecycle, reservationOnly, type } = accelerator;
    if (memoryGb === undefined || lifecycle.state !== 'active' || reservationOnly) return [];
    const count = counts.find((each) => each * memoryGb * 1024 > memoryMiB);
    return count === undefined ? [] : [{ gb: count * memoryGb, text: `${count} ${type} (${count * memoryGb}Gi)` }];
  });
  return machines
    .sort((a, b) => a.gb - b.gb)
    .slice(0, 3)
    .map(({ text }) => text);
}
