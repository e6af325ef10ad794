import type { ContainerNodePool, ContainerNodePoolConfig } from '@cdktf/provider-google/lib/container-node-pool';
import { TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { google } from '../google';
import type { ResolvedPool } from './resolved-pool';

/** The name of a pool in a generation. Two that exist at once need two names. */
export function nameIn(generation: number, baseName: string): string {
  return generation === 1 ? baseName : `${baseName}-g${generation}`;
}

/**
 * Makes the resource of a pool's generation, and that of the one that it keeps. Each generation has an address of its own.
 * create_before_destroy would do with one, but Terraform extends it to all that a pool waits for: the cluster, the network, other pools.
 */
export function makeGenerations(
  scope: Construct,
  { baseName, generation, keepGeneration }: ResolvedPool,
  config: ContainerNodePoolConfig,
): void {
  const made = new google.ContainerNodePool(scope, idIn(generation), config);
  scope.node.defaultChild = made;
  if (keepGeneration !== undefined && keepGeneration < generation) {
    const lifecycle = { ...config.lifecycle, ignoreChanges: 'all' as const };
    const name = nameIn(keepGeneration, baseName);
    takeFirstAddress(scope, new google.ContainerNodePool(scope, idIn(keepGeneration), { ...config, name, lifecycle }));
  } else takeFirstAddress(scope, made);
}

function idIn(generation: number): string {
  return generation === 1 ? 'Resource' : `g${generation}`;
}

/** Moves a pool from the address of the first generation, where earlier versions of this library had every generation. */
function takeFirstAddress(scope: Construct, pool: ContainerNodePool): void {
  if (pool.node.id === idIn(1)) return;
  const address = TerraformStack.of(scope).getLogicalId(new Construct(scope, idIn(1)).node);
  scope.node.tryRemoveChild(idIn(1));
  pool.moveFromId(`${pool.terraformResourceType}.${address}`);
}

/** True if a path is that of a generation's resource, and another one is that of a later generation of the same pool. */
export function hasLaterGeneration(path: string, others: readonly string[]): boolean {
  const [pool, generation] = generationAt(path);
  return others.map(generationAt).some(([of, later]) => of !== '' && of === pool && later > generation);
}

function generationAt(path: string): [pool: string, generation: number] {
  const [, pool = '', later] = /^(.*)\/(?:Resource|g(\d+))$/.exec(path) ?? [];
  return [pool, Number(later ?? 1)];
}
