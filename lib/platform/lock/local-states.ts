import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problem, type ProblemAt } from '../../core/problems';
import type { InfrastructureStack } from '../../infrastructure/infrastructure-stack';
import type { StackLock } from './stack-lock';

/**
 * True if a stack with a local state has been deployed: its state has resources, or had some on the machine that wrote the lock.
 *
 * @param program the folder of the program
 */
export function isDeployed({ stateFile }: InfrastructureStack, program: string, lock: StackLock | undefined): boolean {
  if (stateFile === undefined) return false;
  const path = join(program, stateFile);
  if (!existsSync(path)) return lock?.deployed === true;
  // The edge to Terraform. A state that ends early has resources.
  return /"resources":\s*\[\s*[^\]\s]/.test(readFileSync(path, 'utf8'));
}

/** Advice about a local state that is missing, as in a fresh clone. */
export function* missingState(
  { node: { id }, stateFile }: InfrastructureStack,
  program: string,
  { deployed = false }: StackLock,
): Generator<ProblemAt> {
  if (!deployed || stateFile === undefined || existsSync(join(program, stateFile))) return;
  const message = `stack "${id}" has been deployed, but its state ${JSON.stringify(stateFile)} is not here, so the next deployment makes all resources a second time, or fails at names that are taken`;
  const fix =
    'before you deploy, bring the file from the machine that deployed last, and use TerraformState.bucket(…) for all machines; if nothing is deployed any more, remove "deployed" of the stack from the lock';
  yield { path: id, ...problem('state-missing', message, fix) };
}
