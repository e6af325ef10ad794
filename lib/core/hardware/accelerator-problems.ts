import { TPU_MACHINE_FAMILIES } from './catalog/accelerators';
import { oneOf, problem, type Problem } from '../problems';
import type { AcceleratorCount } from './accelerator';

const TYPE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const TYPE_FIX =
  'use the value of the node label cloud.google.com/gke-accelerator, such as nvidia-l4: up to 63 lower-case letters, digits and hyphens';

export function* acceleratorProblems(type: string): Generator<Problem> {
  if (type === 'google.com/tpu' || type.startsWith('tpu') || isTpuMachine(type)) yield tpuProblem(type);
  else if (!TYPE.test(type)) {
    yield problem('accelerator-type', `${JSON.stringify(type)} cannot be the type of an accelerator`, TYPE_FIX);
  }
}

export function* countProblems({
  accelerator,
  count,
}: Pick<AcceleratorCount, 'accelerator' | 'count'>): Generator<Problem> {
  const { counts, type } = accelerator;
  if (counts ? counts.includes(count) : Number.isInteger(count) && count > 0) return;
  const fix = counts ? `use ${oneOf(counts)}` : 'use a whole number from 1';
  yield problem('accelerator-count', 'accelerators', `a node cannot have ${count} × ${type}`, fix);
}

/** True if a machine type belongs to a family with TPUs. */
export function isTpuMachine(name: string): boolean {
  return TPU_MACHINE_FAMILIES.includes(name.split('-')[0] ?? '');
}

export function tpuProblem(name: string): Problem {
  return problem(
    'tpu-unsupported',
    `"${name}" is a TPU, but this library models GPUs (nvidia.com/gpu), and TPUs have machine families, topology labels and a resource (google.com/tpu) of their own`,
    "use a GPU, for example nvidia-l4, or make the TPU pool with the provider's own ContainerNodePool",
  );
}
