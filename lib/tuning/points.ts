import { createHash } from 'node:crypto';
import { numberText, valueAt, type Search, type SearchSpace } from './search';

/** The values of a number of trials: of a grid, in order, or at random. Those of one seed are always the same. */
export function pointsOf(space: SearchSpace, trials: number, seed?: string): Readonly<Record<string, string>>[] {
  return Array.from({ length: trials }, (_, trial) => {
    let rest = trial;
    const values = Object.entries(space).map(([name, search]): [string, string] => {
      if (seed !== undefined) return [name, randomValue(search, shareOf(`${seed}/${trial}/${name}`))];
      const index = rest % search.points;
      rest = (rest - index) / search.points;
      return [name, valueAt(search, index)];
    });
    return Object.fromEntries(values);
  });
}

/** A number from 0 to 1, and never 1. */
function shareOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

function randomValue(search: Search, share: number): string {
  const { points, range } = search;
  if (!range) return valueAt(search, Math.floor(share * points));
  const { min, max, log = false, step = 1 } = range;
  const isOpen = Number.isNaN(points);
  // A value of a step stands for all numbers up to the next one.
  const end = isOpen ? max : min + points * step;
  const value = log ? min * (end / min) ** share : min + share * (end - min);
  return isOpen ? numberText(value) : valueAt(search, Math.floor((value - min) / step));
}
