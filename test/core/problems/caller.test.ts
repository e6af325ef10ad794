import { expect, test } from 'vitest';
import { callsIn } from '../../../lib/core/problems/caller';

const stackOf = (...places: string[]) => ['Error', ...places.map((place) => `    at ${place}`)].join('\n');
const linesIn = (library: string, folder: string, ...places: string[]) =>
  callsIn(stackOf(...places), library, folder).map(({ line }) => line);

test('calls of the program are those outside of the library, of other packages and of Node', () => {
  const lines = linesIn(
    '/home/acme/node_modules/trainyard/build',
    '/home/acme',
    'new ValidationError (/home/acme/node_modules/trainyard/build/library.js:9:1)',
    'Function.memory (/home/acme/node_modules/trainyard/build/library.js:12:5)',
    'Array.map (<anonymous>)',
    'eval (eval at <anonymous> (/home/acme/main.js:1:2), <anonymous>:1:1)',
    'mounts (file:///home/acme/lib/mounts%20(a).ts:41:15)',
    'async file:///home/acme/main.ts:7:3',
    'new Trainer [as Old] (/home/shared/trainer.js:3:9)',
    '/home/acme (old)/main.js:5:1',
    'Object.each (/home/acme/node_modules/constructs/lib/construct.js:2:2)',
    'Module._compile (node:internal/modules/cjs/loader:1554:14)',
  );
  expect(lines).toEqual(['lib/mounts (a).ts:41', 'main.ts:7', '../shared/trainer.js:3', '../acme (old)/main.js:5']);
});

test('a library beside the program, as in a workspace, is known by its folder', () => {
  const places = ['of (/home/lib/core/x.ts:1:1)', 'of (/home/library/y.ts:2:1)', '/home/main.ts:3:1'];
  expect(linesIn('/home/lib', '/home', ...places)).toEqual(['library/y.ts:2', 'main.ts:3']);
});

test('paths of Windows are read as well', () => {
  const places = [
    'Function.memory (C:\\acme\\node_modules\\trainyard\\build\\library.js:12:5)',
    'memory (C:\\linked\\trainyard\\build\\library.js:12:5)',
    'mounts (C:\\acme\\lib\\mounts.js:41:15)',
    'file:///C:/acme/main.ts:7:3',
  ];
  expect(linesIn('C:\\linked\\trainyard\\build', 'C:\\acme', ...places)).toEqual(['lib/mounts.js:41', 'main.ts:7']);
});
