import { expect, test } from 'vitest';
import type { Role, TrainingStrategy } from '../../lib/training/training-strategy';
import { jobOf, STRATEGIES } from './jobs';

const mirrored = STRATEGIES['multi-worker mirrored'];

/** A strategy of somebody else, with workers that differ from ours, and tasks beside them. */
function strategyOf(changes: Partial<Role>, ...others: Partial<Role>[]): TrainingStrategy {
  return {
    name: 'Acme ring',
    framework: 'Acme',
    reservedEnv: [],
    roles: (options) =>
      [changes, ...others].flatMap((each) => mirrored.roles(options).map((role) => ({ ...role, ...each }))),
    rendezvous: () => ({ env: [], args: [] }),
  };
}

test('roles that can be written are no problem', () => {
  const strategy = strategyOf({ atLeast: 1, port: 65_535, processes: 'perGpu' }, { name: 'a-0', completes: false });
  expect(jobOf({ strategy }).roles.map(({ name, processes }) => [name, processes])).toEqual([
    ['worker', 1],
    ['a-0', 1],
  ]);
});

test.each<[string, Partial<Role>, string, Partial<Role>?]>([
  [
    'a name in capitals',
    { name: 'Worker' },
    'a role "Worker" whose name cannot be part of the names of pods: use up to',
  ],
  ['a name that is too long', { name: 'w'.repeat(64) }, 'whose name cannot be part of the names of pods'],
  ['no tasks', { replicas: 0 }, 'a role "worker" of 0 tasks: use a whole number from 1 to 10000'],
  ['a number of tasks that is not a number', { replicas: NaN }, 'a role "worker" of NaN tasks'],
  ['half a task', { replicas: 1.5 }, 'a role "worker" of 1.5 tasks'],
  [
    'too many at least',
    { atLeast: 3 },
    'that needs at least 3 tasks, but has 2: set atLeast to a whole number from 1 to 2',
  ],
  [
    'none at least',
    { atLeast: 0 },
    'that needs at least 0 tasks, but has 2: set atLeast to a whole number from 1 to 2',
  ],
  ['no processes', { processes: 0 }, "of 0 processes in each task: use a whole number of 1 or more, or 'perGpu'"],
  [
    'a port that no task listens on',
    { port: 70_000 },
    'that listens on port 70000: use a whole number from 1 to 65535',
  ],
  ['a port that is no number', { port: NaN }, 'that listens on port NaN'],
  [
    'an earlier role that is not there',
    { dependsOn: 'server' },
    'a role "worker" after "server", which is not a role before it: set dependsOn to the name of an earlier role',
  ],
  [
    'no port, and another after it',
    { port: undefined },
    'a role "worker" that others start after, but that listens at no port: give the role a port, or leave dependsOn out',
    { name: 'b', dependsOn: 'worker' },
  ],
  ['itself before it', { dependsOn: 'worker' }, 'a role "worker" after "worker", which is not a role before it'],
])('fails: a role with %s is refused with strategy-role', (_, changes, message, ...others) => {
  const strategy = strategyOf(changes, ...others.flatMap((other) => other ?? []));
  expect(() => jobOf({ strategy })).toThrow('the strategy "Acme ring" has ');
  expect(() => jobOf({ strategy })).toThrow(message);
  expect(() => jobOf({ strategy })).toThrow('(strategy-role)');
});

test('fails: two roles with one name are refused with strategy-role', () => {
  expect(() => jobOf({ strategy: strategyOf({}, {}) })).toThrow(
    'the strategy "Acme ring" has a role "worker" more than once: give each role a name of its own (strategy-role)',
  );
});

test('a wrong number of workers is said once, of the prop that it comes from', () => {
  for (const workers of [0, NaN]) {
    expect(() => jobOf({ strategy: strategyOf({}), workers })).toThrow(`${workers} is not a number of workers`);
    expect(() => jobOf({ strategy: strategyOf({}), workers })).not.toThrow('strategy-role');
  }
});

test('fails: roles that never complete the job are refused with strategy-completes', () => {
  expect(() => jobOf({ strategy: strategyOf({ completes: false }) })).toThrow(
    'the strategy "Acme ring" has no role that completes the job (worker), so the job would never be done: let at least one role have completes: true (strategy-completes)',
  );
  expect(() => jobOf({ strategy: { ...strategyOf({}), roles: () => [] } })).toThrow(
    'the strategy "Acme ring" has no roles, so the job would never be done',
  );
});
