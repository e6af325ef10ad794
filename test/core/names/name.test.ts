import { Construct, RootConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { nameProblems, pathBelow } from '../../../lib/core/names/name';

describe('names', () => {
  const root = new RootConstruct();

  const child = new Construct(new Construct(new Construct(root, 'Cluster'), 'pool'), 'Resource');

  test('are the ids below a root', () => {
    expect(pathBelow(root, child)).toBe('cluster-pool');
  });

  test('are accepted up to their limit', () => {
    expect([...nameProblems({ what: 'thing', max: 5, property: 'thingName' }, 'abcde')]).toEqual([]);
  });

  test.each([
    ['too long', 'abcdef', 'has 6 characters, but at most 5 are allowed', 'set thingName, for example to "abcde"'],
    ['of another form', 'A_b', 'is not of the allowed form', 'set thingName, for example to "a-b"'],
  ])('fails: a name that is %s gets a suggestion', (_, name, message, fix) => {
    const [problem] = [...nameProblems({ what: 'thing', max: 5, property: 'thingName' }, name)];
    expect(problem).toMatchObject({ code: 'name', property: 'thingName' });
    expect(problem?.message).toContain(message);
    expect(problem?.fix).toContain(fix);
  });

  test('fails: a value that only Terraform knows is told so', () => {
    const [problem] = [...nameProblems({ what: 'thing', max: 63, property: 'thingName' }, '${TfToken[TOKEN.1133]}')];
    expect(problem?.fix).toBe('write it as plain text, because Terraform learns such a value only when it deploys');
  });

  test('fails: a name that is empty is told so', () => {
    expect([...nameProblems({ what: 'thing', max: 5, property: 'thingName' }, '')]).toEqual([
      {
        code: 'name',
        property: 'thingName',
        message: 'thing name "" is empty',
        fix: 'set thingName, for example to "main", or use shorter ids',
      },
    ]);
  });

  test('fails: a long name made of ids is shortened before the last of them', () => {
    const fixOf = (name: string) => [...nameProblems({ what: 'thing', max: 20, property: 'thingName' }, name)][0]?.fix;
    expect(fixOf('application-dev-cluster-trainer')).toContain('"application-trainer"');
    expect(fixOf('app-dev-averylongtrainer')).toContain('"app-averylongtrainer"');
  });

  test('fails: a name that is too short is lengthened', () => {
    expect([...nameProblems({ what: 'thing', min: 6, max: 30, property: 'thingName' }, 'ab')][0]?.fix).toContain(
      '"ab-main"',
    );
  });
});
