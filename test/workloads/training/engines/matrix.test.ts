import { describe, expect, test } from 'vitest';
import { manifestProblems } from '../../../conformance/manifest';
import { ENGINES, jobOf, STRATEGIES, tasksOf } from '../jobs';

const CASES = Object.entries(STRATEGIES).flatMap(([strategyName, strategy]) =>
  Object.entries(ENGINES).map(([engineName, engine]) => ({ strategyName, engineName, strategy, engine })),
);

describe.each(CASES)('$strategyName by $engineName', ({ strategy, engine }) => {
  const job = jobOf({ strategy });
  const { primary, supporting } = engine.render(job);

  test('conforms to the schema of its kind', () => {
    expect([primary, ...supporting].flatMap((manifest) => manifestProblems(manifest))).toEqual([]);
    expect([...engine.problems(job)]).toEqual([]);
  });

  test('has a task for each that the strategy asks for', () => {
    const tasks = tasksOf([primary, ...supporting]).length;
    expect(tasks).toBe(job.roles.reduce((sum, { replicas }) => sum + replicas, 0));
  });

  test('leaves no variable unknown', () => {
    for (const { env, args } of tasksOf([primary, ...supporting])) {
      expect([...Object.values(env), ...args].join()).not.toContain('$(');
    }
  });

  test('is the same whatever is rendered before', () => {
    Object.values(ENGINES).forEach((other) => other.render(job));
    expect(engine.render(job)).toEqual({ primary, supporting });
  });
});

test.each(Object.entries(STRATEGIES))('%s is the same job under both engines', (_, strategy) => {
  const job = jobOf({ strategy });
  const [placesByTfJob, placesByJobSet] = Object.values(ENGINES).map((engine) => {
    const { primary, supporting } = engine.render(job);
    const text = JSON.stringify([primary, ...supporting]);
    return [...text.matchAll(/"nodeSelector":\{[^}]*\}|"requests":\{[^}]*\}|"image":"[^"]*"/g)]
      .map(([part]) => part)
      .sort();
  });
  expect(placesByTfJob).toEqual(placesByJobSet);
  expect(placesByTfJob?.length).toBeGreaterThan(0);
});
