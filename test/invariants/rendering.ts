import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, readManifests, readStacks } from '../conformance/rendered-files';

/** Edge to what was rendered: objects of any form. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = Readonly<Record<string, any>>;

/** All that one deployment renders. */
export interface Rendering {
  /** The name of the deployment. */
  readonly name: string;
  /** In the order in which they are applied. */
  readonly manifests: Json[];
  /** Those of each run. */
  readonly runs: Json[][];
  /** The Terraform of the same deployment; empty where it has none. */
  readonly stack: Json;
  /** Every file as text, by its path. */
  readonly texts: Record<string, string>;
}

/** In the order in which DEPLOY.md applies them. */
const FOLDERS = ['crds', 'standing', 'runs'];

/** The output of Platform, by deployment. */
export function readRenderings(manifestFolder: string, stackFolder: string): Rendering[] {
  const stacks = new Map(readStacks(stackFolder).map((each) => [each.name, each]));
  const manifests = readManifests(manifestFolder);
  const inFolder = (path: string) => manifests.filter(({ file }) => file.startsWith(path));
  const names = new Set(filesOf(manifestFolder).map((file) => file.split('/')[0] ?? ''));
  return [...names].map((name) => {
    const own = filesOf(manifestFolder).filter((file) => file.startsWith(`${name}/`));
    const stack = stacks.get(name);
    return {
      name,
      manifests: FOLDERS.flatMap((folder) => inFolder(`${name}/${folder}/`)).map(({ manifest }) => manifest as Json),
      runs: own
        .filter((file) => file.startsWith(`${name}/runs/`))
        .map((file) => inFolder(file).map(({ manifest }) => manifest as Json)),
      stack: (stack?.stack ?? {}) as Json,
      texts: {
        ...Object.fromEntries(own.map((file) => [file, readFileSync(join(manifestFolder, file), 'utf8')])),
        ...(stack ? { [stack.file]: readFileSync(join(stackFolder, stack.file), 'utf8') } : {}),
      },
    };
  });
}

/** A pod template, wherever it stands. */
export interface Pod {
  /** Kind and name of the object, and the way to the template in it. */
  readonly at: string;
  readonly kind: string;
  readonly namespace: string;
  /** The role of a training job that it is of. */
  readonly role: string;
  readonly spec: Json;
  readonly annotations: Json;
  readonly labels: Json;
  readonly containers: readonly Json[];
}

/** Every pod template of every object, found by its form: a `spec` with `containers`. */
export function podsOf({ manifests }: Rendering): Pod[] {
  return manifests.flatMap((manifest) => {
    const at = `${String(manifest.kind)} ${String(manifest.metadata?.name)}`;
    return templates(manifest, []).map(({ template, path }) => ({
      at: [at, ...path].join(' '),
      kind: manifest.kind,
      namespace: manifest.metadata?.namespace ?? 'default',
      role: roleOf(manifest, path),
      spec: template.spec,
      annotations: template.metadata?.annotations ?? {},
      labels: template.metadata?.labels ?? {},
      containers: [...(template.spec.initContainers ?? []), ...template.spec.containers],
    }));
  });
}

function templates(value: unknown, path: readonly string[]): { template: Json; path: readonly string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  const object = value as Json;
  if (Array.isArray(object.spec?.containers)) return [{ template: object, path }];
  return Object.entries(object).flatMap(([key, child]) => templates(child, [...path, key]));
}

function roleOf(manifest: Json, path: readonly string[]): string {
  if (manifest.kind === 'TFJob' || manifest.kind === 'MXJob') return (path[2] ?? '').toLowerCase();
  if (manifest.kind === 'JobSet') return manifest.spec.replicatedJobs[Number(path[2])]?.name ?? '';
  return '';
}

/** Terraform's resources of one type. */
export function resourcesOf({ stack }: Rendering, type: string): { id: string; resource: Json }[] {
  return Object.entries((stack.resource?.[type] ?? {}) as Json).map(([id, resource]) => ({ id, resource }));
}
