import { expect, test } from 'vitest';
import type { Scheduler } from './cluster';
import { crossCheck } from './cross-check';
import { ModelScheduler } from './model-scheduler';

const OPTIONS = { seed: 1, count: 3, parallel: 1, reduce: 0 };

function scheduler(places: (pod: number) => boolean): Scheduler {
  return {
    place: (nodes, _, pods) =>
      Promise.resolve(
        pods.map(({ name }, index) => ({
          pod: name,
          ...(places(index) ? { node: nodes[0]?.name } : { reason: 'full' }),
        })),
      ),
  };
}

const ALL = scheduler(() => true);
const NONE = scheduler(() => false);

test('programs of a seed are the same in every run', async () => {
  const [first, second] = [await crossCheck(ALL, OPTIONS), await crossCheck(ALL, OPTIONS)];
  expect([...first.counts].sort()).toEqual([...second.counts].sort());
  expect(first.differences).toEqual(second.differences);
});

test('fails: a scheduler that places everything differs on refused programs', async () => {
  const { counts, differences } = await crossCheck(ALL, { ...OPTIONS, count: 10 });
  expect(counts.get('refused')).toBeUndefined();
  expect(differences.map(({ why }) => why).join('\n')).toMatch(
    /^refused, but all its pods were placed: .*\([a-z-]+\)$/m,
  );
});

test('fails: a scheduler that places nothing differs on accepted programs, which become as small as they can', async () => {
  const { counts, differences } = await crossCheck(NONE, { ...OPTIONS, seed: 6, reduce: 1 });
  expect(counts.get('accepted')).toBeUndefined();
  const { why, source } = differences[0]!;
  expect(why).toMatch(/^accepted, but in the order "smallest first" j0-/);
  expect(source).toMatch(/^import .* from 'trainyard';$/m);
  expect(source.match(/new DistributedTrainingJob/g)).toHaveLength(1);
  expect(source.match(/cluster\.add/g)).toHaveLength(1);
});

test.each(['emptiest', 'fullest', 'first'] as const)(
  'programs are accepted and refused as a model of the scheduler places their pods, on the %s node',
  async (choice) => {
    const { counts, differences } = await crossCheck(new ModelScheduler(choice), {
      ...OPTIONS,
      seed: 7,
      count: 12,
      reduce: 1,
    });
    expect(differences).toEqual([]);
    expect([counts.get('accepted'), counts.get('refused')]).not.toContain(undefined);
  },
);
