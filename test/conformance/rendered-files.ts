import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** Every file below a folder: paths relative to it, with `/`, sorted. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).replaceAll(sep, '/'))
    .sort();
}

export interface RenderedManifest {
  /** Relative to the folder that was read. */
  readonly file: string;
  readonly manifest: unknown;
}

/** Every document of every YAML file below a folder, read as YAML 1.1, as Kubernetes does. Throws if one cannot be read. */
export function readManifests(folder: string): RenderedManifest[] {
  return filesOf(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .flatMap((file) => {
      const documents = parseAllDocuments(readFileSync(join(folder, file), 'utf8'), { version: '1.1' });
      if (!Array.isArray(documents)) return [];
      return documents.map((document) => {
        const [error] = document.errors;
        if (error !== undefined) throw new Error(`${file}: ${error.message}`);
        return { file, manifest: document.toJS() };
      });
    });
}

export interface RenderedStack {
  readonly name: string;
  /** Relative to the folder that was read. */
  readonly file: string;
  readonly stack: unknown;
}

/** The Terraform JSON of every stack in cdktf's output folder. */
export function readStacks(cdktfOut: string): RenderedStack[] {
  return filesOf(cdktfOut).flatMap((file) => {
    const [, name] = /^stacks\/([^/]+)\/cdk\.tf\.json$/.exec(file) ?? [];
    if (name === undefined) return [];
    return [{ name, file, stack: JSON.parse(readFileSync(join(cdktfOut, file), 'utf8')) }];
  });
}
