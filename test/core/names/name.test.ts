import { Construct, RootConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { nameProblems, nameText, pathBelow, suggest } from '../../../lib/core/names/name';

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
    expect(problem).toEqual({
      code: 'name',
      property: 'thingName',
      message: 'thing name "${TfToken[TOKEN.1133]}" holds a value that only Terraform knows',
      fix: 'write it as plain text, because Terraform learns such a value only when it deploys',
    });
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

  test.each([
    ['a  b__c', 63, 'a-b-c'],
    ['12-ab', 63, 'ab'],
    ['--ab--', 63, 'ab'],
    ['abcdefgh', 5, 'abcde'],
    ['abcd-efgh', 5, 'abcd'],
    ['ab--cdefgh-ij', 7, 'ab-c-ij'],
    ['ab-cdefghij', 7, 'ab-cdef'],
    ['abcdef-g-h', 6, 'abcd-h'],
    ['a-bcdef', 6, 'a-bcde'],
    ['-', 63, 'main'],
  ])('fails: for %s of at most %i characters there is %s', (name, max, better) => {
    expect(suggest(name, 1, max)).toBe(better);
  });

  test('fails: a short name gets a second word, as far as there is room', () => {
    expect([suggest('ab', 3, 30), suggest('ab', 3, 5), suggest('abc', 3, 30)]).toEqual(['ab-main', 'ab-ma', 'abc']);
  });

  test('fails: a name of another form gets no suggestion that is not of it', () => {
    const rule = {
      what: 'thing',
      min: 2,
      max: 3,
      property: 'thingName',
      form: 'two or three digits',
      pattern: /^\d+$/,
    };
    expect([...nameProblems(rule, 'abcd')]).toMatchObject([
      {
        message: 'thing name "abcd" has 4 characters, but 2 to 3 are allowed',
        fix: 'set thingName to a name of two or three digits',
      },
    ]);
    expect([...nameText(rule).check('thingName', 3)][0]?.fix).toBe('give a name of two or three digits');
  });

  test('fails: a name that is too short is lengthened', () => {
    expect([...nameProblems({ what: 'thing', min: 6, max: 30, property: 'thingName' }, 'ab')][0]?.fix).toContain(
      '"ab-main"',
    );
  });
});
