import type { IConstruct } from 'constructs';
import { checkAtSynth } from './check';
import type { Problem } from './problem';
import { isInTree, onlyOf, Topic } from './registry';

const TAKEN = new Topic<Map<string, IConstruct[]>>('taken');

type Key = readonly (string | undefined)[];

/** Reserves a key in the app. A construct that is removed from the tree gives its key back. */
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

/** The construct that has reserved a key. @default - none has */
export function takerOf(construct: IConstruct, key: Key): IConstruct | undefined {
  return takenIn(construct).get(JSON.stringify(key))?.find(isInTree);
}

function takenIn(construct: IConstruct): Map<string, IConstruct[]> {
  return onlyOf(TAKEN, construct, () => new Map<string, IConstruct[]>());
}
