import { renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ProblemAt } from '../../core/problems/errors';
import type { InfrastructureStack } from '../../infrastructure/infrastructure-stack';
import { isOutside } from '../../infrastructure/local-state';
import { withFileProblems } from '../output/file-problems';
import { hasContent, temporaryIn, writeFile, type OutputFiles } from '../output/files';
import { lockChange, type LockChange } from './lost-resources';
import { addMoves } from './moves';
import { LOCK_FILE, locksText, readLocks, type StackLocks } from './stack-lock';

/**
 * The file of the locks of a program, and what its stacks have lost since the last synthesis. It is in the program's folder. The
 * stacks of a test are outside of that, and have it beside them.
 */
export class Locks {
  private readonly file: string;
  private readonly before: StackLocks;
  private readonly changes = new Map<InfrastructureStack, LockChange>();

  /** @param stackFolder the final folder of the stacks */
  constructor(stackFolder: string) {
    this.file = join(isOutside(stackFolder) ? dirname(resolve(stackFolder)) : process.cwd(), LOCK_FILE);
    this.before = readLocks(this.file);
  }

  /** Adds the moves of the program, before the stacks are rendered. */
  addMoves(stacks: readonly InfrastructureStack[]): void {
    for (const stack of stacks) addMoves(stack, this.before[stack.node.id]);
  }

  /** Compares rendered stacks with their locks. */
  compare(stacks: readonly InfrastructureStack[], parts: ReadonlyMap<string, OutputFiles>): void {
    for (const stack of stacks) {
      const json = parts.get(stack.node.id)?.get('cdk.tf.json')?.content;
      if (json !== undefined) this.changes.set(stack, lockChange(stack, json.toString(), this.before[stack.node.id]));
    }
  }

  /** The resources that the stacks of protected stages have lost, or those of other stages. */
  lost(isProtected: boolean): ProblemAt[] {
    const ofStages = [...this.changes].filter(([{ stage }]) => stage.protected === isProtected);
    return ofStages.flatMap(([, { lost }]) => lost);
  }

  /** Writes the file if it has changed. Stacks of other programs stay in it. */
  write(): void {
    if (this.changes.size === 0) return;
    const own = [...this.changes].map(([stack, { lock }]) => [stack.node.id, lock] as const);
    const content = locksText({ ...this.before, ...Object.fromEntries(own) });
    const folder = dirname(this.file);
    withFileProblems([folder], () => {
      if (hasContent(this.file, { content })) return;
      const temporary = temporaryIn(folder);
      writeFile(temporary, { content });
      renameSync(temporary, this.file);
    });
  }
}
