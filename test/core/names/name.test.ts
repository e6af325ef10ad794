import { Construct, RootConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { nameProblems, pathBelow } from '../../../lib/core/names/name';

const DNS_1035 = 'lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen';

describe('names', () => {
  const root = new RootConstruct();

  const child = new Construct(new Construct(new Construct(root, 'Cluster'), 'pool'), 'Resource');

  test('are the ids below a root', () => {
    expect(pathBelow(root, child)).toBe('cluster-pool');
    expect(pathBelow(root, new Construct(new Construct(root, 'Default'), 'Main'))).toBe('main');
  });

  test('are accepted up to their limit', () => {
    expect([...nameProblems({ what: 'thing', max: 5, property: 'thingName' }, 'abcde')]).toEqual([]);
    expect([...nameProblems({ what: 'thing', min: 3, max: 5, property: 'thingName' }, 'abc')]).toEqual([]);
  });

  test.each([
    ['too long', 'abcdef', 'has 6 characters'],
    ['of another form', 'A_b', 'is not of the allowed form'],
    ['empty', '', 'thing name "" is empty'],
  ])('fails: a name that is %s is told the form', (_, name, message) => {
    const [problem] = [...nameProblems({ what: 'thing', max: 5, property: 'thingName' }, name)];
    expect(problem).toMatchObject({ code: 'name', property: 'thingName' });
    expect(problem?.message).toContain(message);
    expect(problem?.fix).toBe(`set thingName to 1 to 5 ${DNS_1035}`);
  });

  test('fails: a value that only Terraform knows is told so', () => {
    const [problem] = [...nameProblems({ what: 'thing', max: 63, property: 'thingName' }, '${TfToken[TOKEN.1133]}')];
    expect(problem).toEqual({
      code: 'name',
      property: 'thingName',
      message: 'thing name "${TfToken[TOKEN.1133]}" holds a value that only Terraform knows',
      fix: 'write it as plain text, because Terraform learns such a value only when it deploys',
    });
  });

  test('fails: a name of a form of its own', () => {
    const rule = {
      what: 'thing',
      min: 2,
      max: 3,
      property: 'thingName',
      form: 'digits',
      pattern: /^\d+$/,
    };
    expect([...nameProblems(rule, 'abcd')]).toMatchObject([
      {
        message: 'thing name "abcd" has 4 characters',
        fix: 'set thingName to 2 to 3 digits',
      },
    ]);
  });
});
