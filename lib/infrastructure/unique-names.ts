import type { IConstruct } from 'constructs';
import { checkAtSynth } from '../core/problems/check';
import { isInTree, onlyOf, Topic } from '../core/problems/registry';
import { problem, type Problem } from '../core/problems/problem';

/** A name that a construct takes in the cloud. */
export interface CloudName {
  /** The kind of resource, for the message: `bucket`, `service account`. */
  readonly kind: string;
  readonly name: string;
  /** The prop that sets the name by hand. */
  readonly property: string;
  /** The scope in which the name is unique: the project, the location. Empty: all of Google Cloud. */
  readonly within: readonly (string | undefined)[];
  /** What is deleted with it: `all its images`. @default - nothing that DEPLOY.md has to tell */
  readonly contents?: string;
  /** Whether a destruction stops at it while it holds data. @default false */
  readonly guarded?: boolean;
}

/** The names that constructs take. */
export const CLOUD_NAMES = new Topic<CloudName>('names in the cloud');

const TAKEN = new Topic<Map<string, IConstruct[]>>('cloud names');

/** Takes a name. A second construct that takes it, in any stack of the app, is a problem at synthesis. */
export function takeName(construct: IConstruct, name: CloudName): void {
  CLOUD_NAMES.add(construct, name);
  takeOnce(construct, [name.kind, ...name.within, name.name], (other) =>
    problem(
      'cloud-name-taken',
      name.property,
      `"${name.name}" is already the name of the ${name.kind} of ${other.node.path}`,
      `give one of the two another ${name.property}`,
    ),
  );
}

/** Takes a key that nothing else in the app may have. A construct that is removed from the tree gives its key back. */
export function takeOnce(
  construct: IConstruct,
  key: readonly (string | undefined)[],
  conflict: (other: IConstruct) => Problem | undefined,
): void {
  const taken = onlyOf(TAKEN, construct, () => new Map<string, IConstruct[]>());
  const text = JSON.stringify(key);
  const before = taken.get(text) ?? [];
  taken.set(text, [...before, construct]);
  checkAtSynth(construct, () =>
    before
      .filter(isInTree)
      .flatMap((other) => conflict(other) ?? [])
      .slice(0, 1),
  );
}
