import { posix } from 'node:path';

/** A line of a program, and its frame in a stack. */
interface Call {
  /** The file, relative to the working folder, and the line: `apps/mnist/main.ts:41`. */
  readonly line: string;
  readonly frame: string;
}

/** The calls of the program that lead to this library now, the nearest first. */
export function callsOfTheProgram(): Call[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return callsIn(stack, OWN_FOLDER, process.cwd());
}

/** The calls in a stack, without those of a library, of other packages and of Node. */
export function callsIn(stack: string, library: string, workingFolder: string): Call[] {
  const own = `${plain(library)}/`;
  return stack.split('\n').flatMap((frame) => {
    const [, place = '', line = ''] = /^ {4}at (?:async )?(?:[^/\\]*? \()?(.+):(\d+):\d+\)?$/.exec(frame) ?? [];
    const file = plain(place);
    if (!/^(\/|[a-z]:\/)/i.test(file) || file.startsWith(own) || file.includes('/node_modules/')) return [];
    return [{ line: `${posix.relative(plain(workingFolder), file)}:${line}`, frame }];
  });
}

/** The path of a file or of its URL, with slashes in any system. */
function plain(file: string): string {
  const path = file.startsWith('file:') ? decodeURIComponent(new URL(file).pathname) : file;
  return path.replaceAll('\\', '/').replace(/^\/(?=[a-z]:)/i, '');
}

/** The folder of this library: its sources, or the one published file. */
const OWN_FOLDER = __dirname.replace(/[/\\]core[/\\]problems$/, '');
