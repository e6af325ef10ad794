import { describe, expect, test } from 'vitest';
import { Stage } from '../../../lib/core/stage/stage';

describe('a stage', () => {
  test('has a name of up to 20 characters', () => {
    expect(new Stage({ name: 'a'.repeat(20) }).name).toHaveLength(20);
  });

  test.each(['a'.repeat(21), 'dev-', '1dev', ''])('fails: %j is no name of a stage (stage-form)', (name) => {
    expect(() => new Stage({ name })).toThrow(
      `[new Stage("${name}")] "${name}" cannot be the name of a stage: use up to 20 lower-case letters, digits and hyphens, beginning with a letter (stage-form)`,
    );
  });

  test('fails: all values of a wrong form are told at once', () => {
    const make = () => new Stage({ name: 'Dev', project: 'X', region: 'us-east1-c', labels: { Team: 'A b' } });
    for (const told of [
      '"Dev" cannot be the name of a stage: use up to 20 lower-case letters',
      '"X" cannot be the id of a project',
      '"us-east1-c" cannot be the region of a stage: use a region such as "us-central1", not a zone (stage-form)',
      'resource label "Team" = "A b" is not of the form that Google Cloud takes',
    ])
      expect(make).toThrow(told);
  });
});

test('fails: more labels than a cluster takes beside its own (resource-label)', () => {
  const labels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`l${n}`, '']));
  expect(() => new Stage({ name: 'dev', labels: labels(63) })).toThrow(
    'labels has 63 entries, but 62 are taken: keep 62 or fewer (resource-label)',
  );
  expect(() => new Stage({ name: 'dev', labels: labels(62) })).not.toThrow();
});

test('a stage has the labels and the protection that it is given, and none by default', () => {
  const given = new Stage({ name: 'prod', labels: { team: 'vision' }, protected: true });
  expect([given.labels, given.protected]).toEqual([{ team: 'vision' }, true]);
  const plain = new Stage({ name: 'local' });
  expect([plain.labels, plain.protected, plain.project]).toEqual([{}, false, undefined]);
});
