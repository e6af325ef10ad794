import { App } from 'cdktf';
import type { IConstruct } from 'constructs';
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Topic } from '../core/problems/registry';

/** Where the stacks of an app will be, if they are written elsewhere first. */
const STACK_FOLDER = new Topic<string>('stack-folder');

const USUAL = 'cdktf.out';

/** Says where the stacks of an app will be. */
export function setStackFolder(app: App, folder: string): void {
  STACK_FOLDER.add(app, folder);
}

/**
 * The path of a state file, from the folder of its stack, where Terraform runs. The file is below the folder of the
 * program, wherever the stacks are.
 *
 * @param program the folder of the program. @default - the current one
 */
export function localStatePath(stack: IConstruct, file: string, program = process.cwd()): string {
  const folder = usual(resolve(program, stackFolder(stack)), program);
  // Terraform follows `..` from where a link leads to.
  const path = relative(join(realPath(folder), 'stacks', stack.node.id), join(realPath(program), file));
  return path.replaceAll(sep, '/');
}

function stackFolder({ node: { root } }: IConstruct): string {
  const [folder = App.isApp(root) ? root.outdir : USUAL] = STACK_FOLDER.of(root);
  return folder;
}

/**
 * The folder, or the usual one in place of one outside of the program that cdktf did not name. Such a folder is for tests, and
 * the path from it to the program would differ from machine to machine.
 */
function usual(folder: string, program: string): string {
  const isOutside = relative(program, folder).split(sep)[0] === '..';
  const named = process.env.CDKTF_OUTDIR;
  return isOutside && (named === undefined || resolve(program, named) !== folder) ? join(program, USUAL) : folder;
}

/** The path without links. Its last parts need not be there yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
