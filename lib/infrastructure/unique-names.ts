import type { IConstruct } from 'constructs';
import { checkAtSynth } from '../core/problems/check';
import { isInTree, onlyOf, Topic } from '../core/problems/registry';
import type { Problem } from '../core/problems/problem';

/** A name that a construct takes in the cloud. */
export interface CloudName {
  /** What is named, for the message: `bucket`, `service account`. */
  readonly kind: string;
  readonly name: string;
  /** The prop that sets the name by hand. */
  readonly property: string;
  /** Where only one may have the name: the project, the location. Nothing: in the world. */
  readonly within: readonly (string | undefined)[];
}

const TAKEN = new Topic<Map<string, IConstruct[]>>('cloud names');

/** Takes a name, in whatever stack of the app the construct is: the second to take it is a problem at synthesis. */
export function takeName(construct: IConstruct, name: CloudName): void {
  takeOnce(construct, [name.kind, ...name.within, name.name], (other) => [
    {
      code: 'cloud-name-taken',
      property: name.property,
      message: `"${name.name}" is the name of the ${name.kind} of ${other.node.path} already`,
      fix: `give one of the two another ${name.property}`,
    },
  ]);
}

/** Takes a key that nothing else in the app may have. What is taken out of the tree gives it back. */
export function takeOnce(
  construct: IConstruct,
  key: readonly (string | undefined)[],
  problems: (other: IConstruct) => readonly Problem[],
): void {
  const taken = onlyOf(TAKEN, construct, () => new Map<string, IConstruct[]>());
  const text = JSON.stringify(key);
  const before = taken.get(text) ?? [];
  taken.set(text, [...before, construct]);
  checkAtSynth(construct, () => before.filter(isInTree).flatMap(problems).slice(0, 1));
}
