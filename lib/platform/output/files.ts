import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The content of a file, and its permissions if they are not the default. */
export interface OutputFile {
  readonly content: string | Buffer;
  readonly mode?: number;
}

/** Files by their paths below a folder. */
export type OutputFiles = ReadonlyMap<string, OutputFile>;

const TEMPORARY = /^\.trainyard-(\d+)-/;

/** A unique name of a temporary folder, with the number of this process. */
export function temporaryIn(folder: string): string {
  return join(folder, `.trainyard-${process.pid}-${randomUUID()}`);
}

export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/** Deletes the temporary folders that killed runs left in a folder. */
export function removeLeftovers(folder: string): void {
  for (const name of namesIn(folder)) {
    const [, pid] = TEMPORARY.exec(name) ?? [];
    if (pid !== undefined && !isAnotherProcess(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isAnotherProcess(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

export function readFiles(folder: string): Map<string, OutputFile> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => statSync(path).isFile());
  return new Map(
    paths.map((path) => [relative(folder, path), { content: readFileSync(path), mode: statSync(path).mode & 0o777 }]),
  );
}

/** Writes a file, and makes the folders of its path. */
export function writeFile(path: string, { content, mode }: OutputFile): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode });
}

/** True if a file has a content. A folder in its place is an error. */
export function hasContent(path: string, { content }: OutputFile): boolean {
  try {
    return readFileSync(path).equals(typeof content === 'string' ? Buffer.from(content) : content);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The code of an error of the operating system, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
