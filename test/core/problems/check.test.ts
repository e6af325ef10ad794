import { Construct, RootConstruct } from 'constructs';
import { expect, test } from 'vitest';
import {
  acknowledge,
  advise,
  adviseAtSynth,
  checkAtSynth,
  openAdvice,
  problemsBelow,
} from '../../../lib/core/problems/check';
import { formatProblem } from '../../../lib/core/problems/problem';

const ADVICE = { code: 'unwise', message: 'this is old', fix: 'use the new one' };

test('a check runs as a validation of its construct, in any app', () => {
  const construct = new Construct(new RootConstruct(), 'it');
  checkAtSynth(construct, () => [{ code: 'wrong', message: 'two do not fit', fix: 'use one' }]);
  expect(construct.node.validate()).toEqual(['two do not fit: use one (wrong)']);
});

test('what the validations of a tree find is told with its place, in our own form where it is ours', () => {
  const root = new RootConstruct();
  const [ours, theirs] = [new Construct(root, 'ours'), new Construct(root, 'theirs')];
  const found = { code: 'wrong', property: 'size', message: 'two do not fit', fix: 'use one' };
  checkAtSynth(ours, () => [{ ...found, code: 'other' }, found]);
  theirs.node.addValidation({ validate: () => ['said by somebody else'] });
  expect(problemsBelow(root)).toEqual([
    { path: 'ours', ...found, code: 'other' },
    { path: 'ours', ...found },
    { path: 'theirs', message: 'said by somebody else' },
  ]);
});

test('advice is found with the construct it is about', () => {
  const root = new RootConstruct();
  const construct = new Construct(root, 'it');
  advise(construct, ADVICE);
  expect(openAdvice(root)).toEqual([{ construct, advice: ADVICE }]);
});

test('advice that depends on others is asked for at synthesis', () => {
  const root = new RootConstruct();
  let count = 0;
  adviseAtSynth(new Construct(root, 'it'), () => (count > 1 ? [ADVICE] : []));
  expect(openAdvice(root)).toHaveLength(0);
  count = 2;
  expect(openAdvice(root)).toHaveLength(1);
});

test('advice is silenced below the construct that acknowledges its code, and only there', () => {
  const root = new RootConstruct();
  const parent = new Construct(root, 'parent');
  const other = new Construct(root, 'other');
  advise(new Construct(parent, 'child'), ADVICE);
  advise(other, ADVICE);
  acknowledge(parent, 'unwise', 'it is a museum');
  acknowledge(other, 'something-else', 'no');
  expect(openAdvice(root).map(({ construct, advice }) => [construct.node.path, advice.code])).toEqual([
    ['other', 'unwise'],
    ['other', 'acknowledged-nothing'],
  ]);
});

test('fails: an acknowledgement of what nobody advises is advice itself (acknowledged-nothing)', () => {
  const root = new RootConstruct();
  acknowledge(root, 'unwsie', 'misspelt');
  expect(openAdvice(root).map(({ construct, advice }) => [construct, formatProblem(advice)])).toEqual([
    [
      root,
      '"unwsie" is acknowledged here, but no advice of that code is given: leave the acknowledgement out, or write the code as it stands in parentheses at the end of the advice (acknowledged-nothing)',
    ],
  ]);
});

test('fails: an acknowledgement without a reason (acknowledge-reason)', () => {
  expect(() => {
    acknowledge(new RootConstruct(), 'unwise', ' ');
  }).toThrow(
    expect.objectContaining({
      message:
        '[] "unwise" is acknowledged without a reason: say why it is fine here, such as "the article is from 2017" (acknowledge-reason)',
      problems: [expect.objectContaining({ property: 'reason' })],
    }),
  );
});
