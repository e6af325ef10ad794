import { describe, expect, test } from 'vitest';
import { manifestProblems } from '../conformance/manifest';
import { ENGINES, jobOf, objectsOf, PAIRS, STRATEGIES, tasksOf } from './jobs';

describe.each(PAIRS)('$name by $engineName', ({ strategy, engine }) => {
  const job = jobOf({ strategy });
  const rendered = engine.render(job);
  const objects = objectsOf(rendered);

  test('conforms to the schema of its kind', () => {
    expect(objects.flatMap((manifest) => manifestProblems(manifest))).toEqual([]);
    expect([...engine.problems(job)]).toEqual([]);
  });

  test('has a task for each that the strategy asks for', () => {
    const tasks = tasksOf(objects).length;
    expect(tasks).toBe(job.roles.reduce((sum, { replicas }) => sum + replicas, 0));
  });

  test('leaves no variable unknown', () => {
    for (const { env, command, args } of tasksOf(objects)) {
      expect([...Object.values(env), ...command, ...args].join()).not.toContain('$(');
    }
  });

  test('does not depend on earlier renderings', () => {
    Object.values(ENGINES).forEach((other) => other.render(job));
    expect(engine.render(job)).toEqual(rendered);
  });
});

test.each(Object.entries(STRATEGIES))('%s is the same job under both engines', (_, strategy) => {
  const job = jobOf({ strategy });
  const [placesByTfJob, placesByJobSet] = Object.values(ENGINES).map((engine) => {
    const rendered = engine.render(job);
    const objects = objectsOf(rendered);
    const text = JSON.stringify(objects);
    return [...text.matchAll(/"nodeSelector":\{[^}]*\}|"requests":\{[^}]*\}|"image":"[^"]*"/g)]
      .map(([part]) => part)
      .sort();
  });
  expect(placesByTfJob).toEqual(placesByJobSet);
  expect(placesByTfJob?.length).toBeGreaterThan(0);
});
