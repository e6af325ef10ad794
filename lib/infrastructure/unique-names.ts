import { TerraformStack } from 'cdktf';
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

interface TakenName {
  readonly name: CloudName;
  readonly by: IConstruct;
}

/** The names that the constructs of each stack take. */
const NAMES = new Topic<TakenName>('names in the cloud');

const TAKEN = new Topic<Map<string, IConstruct[]>>('cloud names');

/** Takes a name. A second construct that takes it, in any stack of the app, is a problem at synthesis. */
export function takeName(construct: IConstruct, name: CloudName): void {
  NAMES.add(TerraformStack.of(construct), { name, by: construct });
  takeOnce(construct, [name.kind, ...name.within, name.name], (other) =>
    problem(
      'cloud-name-taken',
      name.property,
      `"${name.name}" is already the name of the ${name.kind} of ${other.node.path}`,
      `give one of the two another ${name.property}`,
    ),
  );
}

/** The names that the constructs of a stack take, in the order of the program. */
export function namesIn(stack: TerraformStack): CloudName[] {
  return NAMES.of(stack).flatMap(({ name, by }) => (isInTree(by) ? [name] : []));
}

type Key = readonly (string | undefined)[];

/** Takes a key that nothing else in the app may have. A construct that is removed from the tree gives its key back. */
export function takeOnce(construct: IConstruct, key: Key, conflict: (other: IConstruct) => Problem | undefined): void {
  const taken = takenIn(construct);
  const text = JSON.stringify(key);
  const takers = taken.get(text) ?? [];
  const place = takers.push(construct) - 1;
  taken.set(text, takers);
  checkAtSynth(construct, () => {
    for (const [index, other] of takers.entries()) {
      if (index === place) break;
      const found = isInTree(other) ? conflict(other) : undefined;
      if (found) return [found];
    }
    return [];
  });
}

/** The construct that has taken a key. @default - none has */
export function takerOf(construct: IConstruct, key: Key): IConstruct | undefined {
  return takenIn(construct).get(JSON.stringify(key))?.find(isInTree);
}

function takenIn(construct: IConstruct): Map<string, IConstruct[]> {
  return onlyOf(TAKEN, construct, () => new Map<string, IConstruct[]>());
}
