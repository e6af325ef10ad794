import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { problem, takerOf, Topic, type Problem } from '../core/problems';
import { resourceOf } from './cluster/cluster-pools';
import { overridden } from './overrides';

/** The stacks that keep their state in a bucket. */
export function stateKeepers(bucketName: string): Topic<TerraformStack> {
  return new Topic(`stacks with state in ${bucketName}`);
}

/** The stack of the program that makes a bucket. @default - none does */
export function bucketMaker(construct: IConstruct, bucketName: string): TerraformStack | undefined {
  const made = takerOf(construct, ['bucket', bucketName]);
  return made && TerraformStack.of(made);
}

/** Problems of a bucket that holds the state of stacks. */
export function* stateBucketProblems(
  bucket: IConstruct,
  bucketName: string,
  forceDestroy: boolean,
): Generator<Problem> {
  const keepers = stateKeepers(bucketName).all(bucket);
  const own = TerraformStack.of(bucket);
  if (keepers.some(({ construct }) => construct === own)) {
    yield problem(
      'state-bucket',
      'bucketName',
      `stack "${own.node.id}" keeps its state in "${bucketName}", so the bucket must be there before the stack can make it, and a destruction of the stack would delete its own state`,
      'leave the bucket out and create it once by the command of DEPLOY.md, or make it in a stack whose stage has TerraformState.file()',
    );
    return;
  }
  if ((overridden(resourceOf(bucket), 'force_destroy') ?? forceDestroy) !== true) return;
  for (const { construct } of keepers.slice(0, 1)) {
    yield problem(
      'state-bucket',
      'forceDestroy',
      `stack "${construct.node.id}" keeps its state in "${bucketName}", and forceDestroy would delete the state with the bucket`,
      'leave forceDestroy out',
    );
  }
}
