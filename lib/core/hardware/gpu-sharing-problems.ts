import { boundsProblems, oneOf, problem, type Advice, type Problem } from '../problems';
import type { Accelerator } from './accelerator';
import { SHARED_CLIENTS } from './catalog/accelerators';
import type { GpuSharing, MigOptions } from './gpu-sharing';
import type { MachineType } from './machine-type';

export function clientProblems(clients: number | undefined): Generator<Problem> {
  return boundsProblems('shared-clients', { clients }, { least: SHARED_CLIENTS.min, most: SHARED_CLIENTS.max });
}

export function* migProblems(partitionSize: string, options: MigOptions): Generator<Problem> {
  if (!/^\d+g\.\d+gb([-.][a-z.]+)?$/.test(partitionSize)) {
    const message = `${JSON.stringify(partitionSize)} is not the size of a MIG partition`;
    yield problem('mig-partition-size', 'partitionSize', message, 'use a size such as 1g.5gb');
  }
  yield* clientProblems(options.clients);
}

/** Problems of this sharing on an accelerator. A part of one GPU has advice instead. */
export function* sharingProblems(
  sharing: GpuSharing,
  accelerator: Accelerator,
  machineType?: MachineType,
): Generator<Problem> {
  if (machineType?.gpu?.fraction !== undefined || sharing.partitionSize === undefined) return;
  yield* partitionProblems(accelerator, sharing.partitionSize);
}

/** Problems of a partition size. Nothing is checked if the accelerator's partitions are not known. */
function* partitionProblems({ known, mig, type }: Accelerator, partitionSize: string): Generator<Problem> {
  if (mig && mig[partitionSize] === undefined) {
    const message = `${type} has no partitions of ${partitionSize}`;
    yield problem('mig-partition-size', 'sharing', message, `use ${oneOf(Object.keys(mig))}`);
  }
  if (mig || !known) return;
  yield problem(
    'mig-unsupported',
    'sharing',
    `${type} cannot be cut into partitions, so not into ${partitionSize}`,
    'use GpuSharing.timeSharing or GpuSharing.mps, or an accelerator with MIG such as nvidia-tesla-a100',
  );
}

/**
 * Problems of the GPUs that one pod requests on nodes with shared GPUs.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/timesharing-gpus
 * @param gpusPerNode physical GPUs of a node
 */
export function* sharedRequestProblems(
  { strategy }: GpuSharing,
  gpusPerNode: number,
  requested: number,
): Generator<Problem> {
  if (requested <= 1 || strategy === undefined || (strategy === 'mps' && gpusPerNode === 1)) return;
  const rule =
    strategy === 'mps'
      ? `shares ${gpusPerNode} by MPS, where more than 1 can be asked for only if the node has a single GPU`
      : 'shares them by time-sharing, where it can have only 1';
  const message = `a pod asks for ${requested} GPUs of a node that ${rule}`;
  yield problem('shared-gpu-request', message, 'ask for 1, or use a pool without sharing');
}

/** Advice about a machine with a part of one GPU. Google's pages do not say what else would work. */
export function* fractionAdvice(
  { gpu, name }: MachineType,
  image: 'cos' | 'ubuntu',
  sharing: GpuSharing | undefined,
): Generator<Advice> {
  if (gpu?.fraction === undefined) return;
  const part = `${name} has ${gpu.fraction} of one ${gpu.type}`;
  if (sharing !== undefined) {
    const message = `${part}, which cannot be shared further, as far as is known (2026)`;
    const fix = 'leave sharing out, or use a machine type with whole GPUs';
    yield problem('fractional-gpu-sharing', 'sharing', message, fix);
  }
  if (image === 'cos') return;
  const message = `${part}, which Ubuntu nodes cannot use, as far as is known (2026)`;
  yield problem('fractional-gpu-image', 'image', message, 'use NodeImage.COS, or a machine type with whole GPUs');
}
