import { App } from 'cdktf';
import type { IConstruct } from 'constructs';
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Topic } from '../core/problems';

/** The final folder of an app's stacks, if they are written elsewhere first. */
const STACK_FOLDER = new Topic<string>('stack-folder');

const USUAL = 'cdktf.out';

/** Sets the final folder of an app's stacks. */
export function setStackFolder(app: App, folder: string): void {
  STACK_FOLDER.add(app, folder);
}

/**
 * The path of a state file, relative to the folder of its stack, where Terraform runs. The file is below the folder of
 * the program, wherever the stacks are.
 *
 * @param program the folder of the program. @default - the current one
 */
export function localStatePath(stack: IConstruct, file: string, program = process.cwd()): string {
  const folder = usual(resolve(program, stackFolder(stack)), program);
  // Terraform resolves `..` from the target of a link.
  const path = relative(join(realPath(folder), 'stacks', stack.node.id), join(realPath(program), file));
  return path.replaceAll(sep, '/');
}

function stackFolder({ node: { root } }: IConstruct): string {
  const [folder = App.isApp(root) ? root.outdir : USUAL] = STACK_FOLDER.of(root);
  return folder;
}

/**
 * The folder, or the default one if this one is outside of the program and not from cdktf. Such a folder is for tests, and
 * its path to the program would differ from machine to machine.
 */
function usual(folder: string, program: string): string {
  const named = process.env.CDKTF_OUTDIR;
  return isOutside(folder, program) && (named === undefined || resolve(program, named) !== folder)
    ? join(program, USUAL)
    : folder;
}

/** True if a folder is outside of that of the program. */
export function isOutside(folder: string, program = process.cwd()): boolean {
  return relative(program, folder).split(sep)[0] === '..';
}

/** The path with links resolved. Its last parts may not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
