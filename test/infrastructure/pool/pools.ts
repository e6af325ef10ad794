import { TerraformStack, Testing } from 'cdktf';
import { openAdvice } from '../../../lib/core/problems/check';
import type { ICluster } from '../../../lib/core/contracts/cluster';
import type { AcceleratorCount } from '../../../lib/core/hardware/accelerator';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { formatProblem, type Problem } from '../../../lib/core/problems/problem';
import { ValidationError } from '../../../lib/core/problems/errors';
import { GpuNodePool } from '../../../lib/infrastructure/gpu-node-pool';
import { NodePool } from '../../../lib/infrastructure/node-pool';
import type { GpuNodePoolOptions, NodePoolOptions } from '../../../lib/infrastructure/pool/pool-options';

/** A cluster that others made, in one zone where most GPUs are. */
export const zonal = {
  clusterName: 'theirs',
  location: 'us-central1-a',
  nodeServiceAccountEmail: 'nodes@acme-ml.iam.gserviceaccount.com',
};
export const regional = { ...zonal, location: 'us-central1' };

export type GpuOptions = Omit<GpuNodePoolOptions, 'accelerators'> & { readonly accelerators?: AcceleratorCount };

export function newStack(): TerraformStack {
  return new TerraformStack(Testing.app(), 'stack');
}

export function cpuPool(options: NodePoolOptions = {}, cluster: ICluster = zonal): NodePool {
  return new NodePool(newStack(), 'pool', { cluster, ...options });
}

export function gpuPool(options: GpuOptions = {}, cluster: ICluster = zonal): GpuNodePool {
  return new GpuNodePool(newStack(), 'pool', { accelerators: Accelerator.T4.times(1), cluster, ...options });
}

/** The arguments of the pool's resource, as Terraform reads them. */
export function terraformOf(pool: NodePool | GpuNodePool) {
  const json: unknown = JSON.parse(Testing.synth(TerraformStack.of(pool)));
  return dig(json, 'resource', 'google_container_node_pool', 'pool');
}

export function nodeConfigOf(pool: NodePool | GpuNodePool) {
  return dig(terraformOf(pool), 'node_config');
}

export function codesOfAdvice(pool: NodePool | GpuNodePool): string[] {
  return openAdvice(pool.node.root).map(({ advice }) => advice.code);
}

/** The problems that making something throws: codes and fixes. */
export function problemsOf(make: () => unknown): { readonly codes: string[]; readonly fixes: string[] } {
  const problems = thrownBy(make);
  return { codes: problems.map(({ code }) => code), fixes: problems.map(({ fix }) => fix) };
}

/** Their messages. */
export function messagesOf(make: () => unknown): string[] {
  return thrownBy(make).map(({ message }) => message);
}

/** What is said of them: the prop, the message, the fix and the code. */
export function textsOf(make: () => unknown): string[] {
  return thrownBy(make).map((each) => `${each.property ?? '-'}: ${formatProblem(each)}`);
}

/** What is said of its advice. */
export function saidOf(pool: NodePool | GpuNodePool): string[] {
  return openAdvice(pool.node.root).map(({ advice }) => `${advice.property ?? '-'}: ${formatProblem(advice)}`);
}

function thrownBy(make: () => unknown): readonly Problem[] {
  try {
    make();
  } catch (error) {
    if (!ValidationError.isValidationError(error)) throw error;
    return error.problems;
  }
  return [];
}

function dig(json: unknown, ...keys: string[]): Record<string, unknown> {
  let value: unknown = json;
  for (const key of keys) value = isRecord(value) ? (value[key] ?? Object.values(value)[0]) : undefined;
  if (!isRecord(value)) throw new Error(`nothing at ${keys.join('.')}`);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
