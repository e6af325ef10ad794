import { isWithin, problem, type Problem } from '../core/problems';

/** The versions of a model that a server loads. */
export type VersionPolicy =
  | {
      readonly kind: 'pinned';
      readonly versions: readonly number[];
      /** Names by which clients ask for a version. */
      readonly labels: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'latest'; readonly count: number };

export interface PinnedOptions {
  /** Names by which clients ask for a version, such as `{ stable: 1, canary: 2 }`. Letters, digits and "_". @default {} */
  readonly labels?: Readonly<Record<string, number>>;
}

const LABEL = /^[A-Za-z0-9_]+$/;

export function* pinnedProblems(versions: readonly number[], options: PinnedOptions): Generator<Problem> {
  const { labels = {} } = options;
  if (versions.length === 0) {
    yield problem('model-version', 'versions', 'no version is given', 'give the number of one at least, such as [1]');
  }
  yield* versionProblems('versions', versions);
  for (const version of new Set(versions)) {
    if (versions.filter((each) => each === version).length === 1) continue;
    yield problem('model-version', 'versions', `version ${version} is given more than once`, 'give it once');
  }
  for (const [label, version] of Object.entries(labels)) {
    if (!LABEL.test(label)) {
      const fix = 'use letters, digits and "_", such as "stable"';
      yield problem('model-label', 'labels', `${JSON.stringify(label)} cannot be the label of a version`, fix);
    }
    if (versions.includes(version)) continue;
    const message = `label "${label}" stands for version ${version}, which is not among the versions ${versions.join(', ')}`;
    yield problem('model-label', 'labels', message, `add ${version} to the versions, or give the label one of them`);
  }
}

export function* versionProblems(property: string, versions: readonly number[]): Generator<Problem> {
  for (const version of versions) {
    if (isWithin(version, {})) continue;
    const message = `${version} is not the number of a version`;
    yield problem('model-version', property, message, 'use a whole number of 0 or more');
  }
}

/** The newest version that a policy names; `undefined` if it names none. */
export function newestOf(policy: VersionPolicy): number | undefined {
  return policy.kind === 'pinned' ? Math.max(...policy.versions) : undefined;
}
