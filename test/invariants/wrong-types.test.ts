import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { Door } from './doors/door';
import { DOORS } from './doors/doors';
import { errorFor, errorOf, WRONG } from './door-errors';
import { faultsOfError } from './refusal';

// What is said of values that the compiler refuses: left out, or of another type, as only JavaScript writes them.

/** Props that take texts by any names. */
const RECORDS: readonly string[] = ['annotations', 'env', 'files', 'labels', 'nodeLabels', 'resourceLabels'];

/** What is wrong with the way in which a value is refused: the message names the prop, or shows the value. */
function gaps(what: string, error: unknown, shows: readonly string[]): string[] {
  return error === undefined ? [`${what} is taken`] : faultsOfError(error, shows);
}

function gapsOfProp(door: Door, prop: string, value: unknown): string[] {
  const shows = typeof value === 'object' && value !== null ? [prop] : [prop, String(value)];
  return gaps(`${prop}: ${inspect(value)}`, errorFor(door, prop, value), shows);
}

/** The same of something in place of all props, and of no props, where all that is missing is told at once. */
function gapsOfNothing({ openWith, required }: Door): string[] {
  if (!openWith) return [];
  const errorWith = (props: unknown) =>
    errorOf(() => {
      openWith(props);
    });
  return [
    ...gaps('null', errorWith(null), ['null', ...required]),
    ...gaps('"x"', errorWith('x'), ['"x"', ...required]),
    ...required.flatMap((prop) => [undefined, {}].flatMap((props) => gaps(inspect(props), errorWith(props), [prop]))),
  ];
}

function gapsOf(door: Door): string[] {
  const lists = door.props.filter((prop) => errorFor(door, prop, []) === undefined);
  return [
    ...gapsOfNothing(door),
    ...door.required.flatMap((prop) => gapsOfProp(door, prop, undefined)),
    ...door.props.flatMap((prop) => [...gapsOfProp(door, prop, null), ...gapsOfProp(door, prop, WRONG)]),
    ...lists.flatMap((prop) => gapsOfProp(door, prop, [undefined])),
    ...door.props.filter((prop) => RECORDS.includes(prop)).flatMap((prop) => gapsOfProp(door, prop, { a: undefined })),
  ];
}

test.each(DOORS)('$name takes what it is made for', (door) => {
  expect(() => {
    door.open({});
  }).not.toThrow();
});

test.each(DOORS)('fails: $name refuses what is left out or of another type (missing, wrong-type)', (door) => {
  expect(gapsOf(door)).toEqual([]);
});

test('every public interface of props has a door', () => {
  const read = (file: string) => readFileSync(join(__dirname, file), 'utf8');
  const doors = ['core', 'infrastructure', 'workloads', 'serving', 'servers']
    .map((area) => read(`doors/${area}.ts`))
    .join('\n');
  // What those who write workloads of their own take; their parts stand in the props of the training job.
  const parts = ['ContainerOptions', 'PodOptions', 'StrategyOptions', 'TaskOptions'];
  const published = [...read('../../lib/index.ts').matchAll(/\btype (\w+(?:Props|Options|Attributes))\b/g)];
  const without = published
    .map(([, name = '']) => name)
    .filter((name) => !parts.includes(name) && !new RegExp(`\\b${name}\\b`).test(doors));
  expect(without).toEqual([]);
});
