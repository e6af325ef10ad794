import type { Construct } from 'constructs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SynthesisError, type DeploymentOptions, type InfrastructureStack, type Stage } from '../../../lib/index';
import { TrainingCluster } from '../../../lib/infrastructure/index';
import { isKept, type StackLock } from '../../../lib/platform/lock/stack-lock';
import { PROD, type Output } from '../programs';

// Versions of a program, synthesized one after the other in one folder.

export type Build = (stack: InfrastructureStack) => void;
interface StackJson {
  readonly resource: Record<string, Record<string, Record<string, unknown>>>;
  readonly moved?: readonly { readonly from: string; readonly to: string }[];
}

export function cluster(scope: Construct, id: string, clusterName?: string): TrainingCluster {
  const made = new TrainingCluster(scope, id, { location: 'us-east1-b', clusterName });
  made.addPool('cpu', { machineType: 'n1-standard-4' });
  return made;
}

export interface Synthesized {
  readonly stack: StackJson;
  readonly advice: readonly string[];
}

export function synthesize(
  out: Output,
  build: Build,
  options: DeploymentOptions = {},
  stage: Stage = PROD,
): Synthesized {
  const platform = out.platform();
  build(platform.stage(stage, 'app', options).stack);
  const { advice } = platform.synth();
  const file = join(out.stacks, `stacks/app-${stage.name}/cdk.tf.json`);
  return {
    stack: JSON.parse(readFileSync(file, 'utf8')),
    advice: advice.filter((each) => each.includes('(resource-lost)')),
  };
}

export function problemsOf(synth: () => unknown): string[] {
  try {
    synth();
  } catch (error) {
    if (SynthesisError.isSynthesisError(error))
      return error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim());
    throw error;
  }
  return [];
}

export function lockOf(out: Output, name = 'app-prod'): StackLock {
  const locks: Record<string, StackLock> = JSON.parse(readFileSync(join(out.folder, '.trainyard.lock.json'), 'utf8'));
  return locks[name]!;
}

/** The default names of all resources that the cloud knows by a name. */
export function namesIn({ stack }: Synthesized): string[] {
  return Object.entries(stack.resource)
    .filter(([type]) => isKept(`${type}.`))
    .flatMap(([type, all]) =>
      Object.values(all).map(
        (each) => `${type} ${String(each['name'] ?? each['account_id'] ?? each['repository_id'])}`,
      ),
    )
    .sort();
}
