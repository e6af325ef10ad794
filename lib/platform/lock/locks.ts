import { renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ProblemAt } from '../../core/problems';
import type { InfrastructureStack } from '../../infrastructure/infrastructure-stack';
import { isOutside } from '../../infrastructure/local-state';
import { withFileProblems } from '../output/file-problems';
import { hasContent, temporaryIn, writeFile, type OutputFiles } from '../output/files';
import { lockChange, type LockChange } from './lost-resources';
import { missingState } from './local-states';
import { addMoves } from './moves';
import { LOCK_FILE, locksText, readLocks, type StackLocks } from './stack-lock';

/**
 * The file of the locks of a program, and what its stacks have lost since the last synthesis. It is in the program's folder. The
 * stacks of a test are outside of that, and have it beside them.
 */
export class Locks {
  private readonly folder: string;
  private readonly file: string;
  private readonly before: StackLocks;
  private readonly changes = new Map<InfrastructureStack, LockChange>();

  /** @param stackFolder the final folder of the stacks */
  constructor(stackFolder: string) {
    this.folder = isOutside(stackFolder) ? dirname(resolve(stackFolder)) : process.cwd();
    this.file = join(this.folder, LOCK_FILE);
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
      if (json === undefined) continue;
      this.changes.set(stack, lockChange(stack, this.folder, json.toString(), this.before[stack.node.id]));
    }
  }

  /** The resources that the stacks of protected stages have lost. */
  problems(): ProblemAt[] {
    return [...this.changes].flatMap(([{ stage }, { lost }]) => (stage.protected ? lost : []));
  }

  /** The resources that stacks of other stages have lost, and the states that are missing. */
  advice(): ProblemAt[] {
    return [...this.changes].flatMap(([stack, { lost, lock }]) => [
      ...(stack.stage.protected ? [] : lost),
      ...missingState(stack, this.folder, lock),
    ]);
  }

  /** Writes the file if it has changed. Stacks of other programs stay in it. */
  write(): void {
    if (this.changes.size === 0) return;
    const own = [...this.changes].map(([stack, { lock }]) => [stack.node.id, lock] as const);
    const content = locksText({ ...this.before, ...Object.fromEntries(own) });
    withFileProblems([this.folder], () => {
      if (hasContent(this.file, { content })) return;
      const temporary = temporaryIn(this.folder);
      writeFile(temporary, { content });
      renameSync(temporary, this.file);
    });
  }
}
