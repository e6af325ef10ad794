import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** What a program of ours wrote, for the programs that write it too. */
export interface Content {
  /** The objects of each file of manifests, by its path. */
  readonly manifests: Readonly<Record<string, readonly Manifest[]>>;
  /** The stacks, by the paths of their files. */
  readonly stacks: Readonly<Record<string, unknown>>;
  /** All other files, by their paths: DEPLOY.md, runs.sh, cdktf's list of the stacks. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Reads the output of one of our programs. */
export function contentOf(folder: string): Content {
  const files = filesIn(folder);
  const isManifest = (path: string) => path.endsWith('.yaml');
  const isStack = (path: string) => path.endsWith('.tf.json');
  const those = (isWanted: (path: string) => boolean) => [...files].filter(([path]) => isWanted(path));
  return {
    manifests: Object.fromEntries(
      those(isManifest).map(([path, text]) => [path, parseAllDocuments(text).map((each) => each.toJS() as Manifest)]),
    ),
    stacks: Object.fromEntries(those(isStack).map(([path, text]) => [path, JSON.parse(text)])),
    texts: Object.fromEntries(those((path) => !isManifest(path) && !isStack(path))),
  };
}

/** The texts of the files below a folder, by their paths, without the hidden ones. */
export function filesIn(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => !/(^|\/)\./.test(path));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}
