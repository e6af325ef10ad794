import { Construct, RootConstruct } from 'constructs';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  accepted,
  collectingProblems,
  formatProblemAt,
  refuse,
  refuses,
  refuseValues,
  refusingAt,
  SynthesisError,
  usableValues,
  ValidationError,
  withCollected,
  type ProblemAt,
} from '../../../lib/core/problems/errors';
import { nameTree, problem, type Problem } from '../../../lib/core/problems/problem';
import { isStandIn, standIn } from '../../../lib/core/problems/stand-in';

function* lengthProblems(text: string): Generator<Problem> {
  if (text.length > 3) yield problem('too-long', `${text} is too long`, 'use 3 letters');
}

const ONE = problem('a', 'first', 'one', 'x');
const TWO = problem('b', 'second', 'two', 'y');

/** A line of this file. */
const HERE: unknown = expect.stringMatching(/^test\/core\/problems\/errors\.test\.ts:\d+$/);

/** What a run of a program collects. */
function collected(program: () => void): ProblemAt[] {
  const problems: ProblemAt[] = [];
  collectingProblems(problems, program);
  return problems;
}

test('checks that find nothing refuse nothing', () => {
  expect(() => {
    refuse('it', [], lengthProblems('abc'));
  }).not.toThrow();
});

test('fails: the first check that finds something is thrown with all that it finds; later ones do not begin', () => {
  const types = [problem('a', 'one', 'x'), problem('b', 'two', 'y')];
  expect(() => {
    refuse('it', [], types, lengthProblems(undefined as never));
  }).toThrow(/^\[it\] one: x \(a\)\n\[it\] two: y \(b\)$/);
});

describe('a refusal', () => {
  test('names a construct by the name of its tree and its path', () => {
    const root = new RootConstruct();
    nameTree(root, 'kubernetes');
    const error = new ValidationError(new Construct(root, 'digits'), ONE);
    expect([error.message, error.place]).toEqual(['[kubernetes/digits] one: x (a)', 'kubernetes/digits']);
  });

  test('names the outermost place at which a value is made', () => {
    const make = () => {
      refuse('inner', [ONE]);
    };
    expect(() => {
      refusingAt('outer', () => {
        refusingAt('between', make);
      });
    }).toThrow('[outer] one');
    expect(make).toThrow('[inner] one');
    expect(refusingAt('outer', () => 3)).toBe(3);
    expect(make).toThrow('[inner] one');
  });

  test('prints its message once, and no fields', () => {
    const error = new ValidationError('it', ONE);
    expect(error.name).toBe('ValidationError');
    expect(error.stack?.startsWith('ValidationError: [it] one: x (a)\n    at ')).toBe(true);
    expect(inspect(error)).toBe(error.stack);
    const all = new SynthesisError([{ path: 'it', ...ONE }]);
    expect(inspect(all)).toBe(`[${String(all)}]`);
  });

  test('has the line of the program, if its place is no construct', () => {
    expect(new ValidationError('it', ONE).at).toEqual(HERE);
    expect(new ValidationError(new RootConstruct(), ONE).at).toBeUndefined();
  });

  test('is told from anything else', () => {
    expect(ValidationError.isValidationError(new ValidationError('it', ONE))).toBe(true);
    for (const other of [undefined, null, 'ValidationError', new Error('x'), new SynthesisError([]), () => 1]) {
      expect(ValidationError.isValidationError(other)).toBe(false);
    }
    for (const other of [undefined, null, 'SynthesisError', new ValidationError('it', ONE), () => 1]) {
      expect(SynthesisError.isSynthesisError(other)).toBe(false);
    }
  });
});

test('a problem of another library is said as it is', () => {
  expect(formatProblemAt({ path: 'a/b', ...ONE })).toBe('[a/b] one: x (a)');
  expect(formatProblemAt({ path: 'It.of', at: 'main.ts:3', ...ONE })).toBe('[It.of] one: x (a) at main.ts:3');
  expect(formatProblemAt({ path: 'a/b', message: 'theirs' })).toBe('[a/b] theirs');
  expect(formatProblemAt({ path: 'a/b', message: 'theirs', fix: 'x' })).toBe('[a/b] theirs');
  expect(formatProblemAt({ path: 'a/b', message: 'theirs', code: 'a' })).toBe('[a/b] theirs');
});

describe('outside of a run of a program', () => {
  test('what is refused is thrown', () => {
    expect(refuses('it', [])).toBe(false);
    expect(() => refuses('it', [ONE])).toThrow('[it] one: x (a)');
    expect(() => accepted('it', [[ONE]], () => 3)).toThrow('[it] one: x (a)');
    expect(accepted('it', [[]], () => 3)).toBe(3);
  });
});

describe('a run of a program', () => {
  test('collects what is refused, each problem once at a place, and goes on', () => {
    const construct = new Construct(new RootConstruct(), 'digits');
    const found = collected(() => {
      expect(refuses('it', [ONE, ONE])).toBe(true);
      expect(refuses('it', [TWO], [ONE])).toBe(true);
      expect(refuses('other', [], [ONE])).toBe(true);
      expect(refuses(construct, [ONE])).toBe(true);
      expect(refuses('it', [], [])).toBe(false);
      refusingAt('outer', () => refuses('inner', [ONE]));
    });
    expect(found).toEqual([
      { path: 'it', at: HERE, ...ONE },
      { path: 'it', at: HERE, ...TWO },
      { path: 'other', at: HERE, ...ONE },
      { path: 'digits', ...ONE },
      { path: 'outer', at: HERE, ...ONE },
    ]);
  });

  test('collects a problem for each line that has it', () => {
    const found = collected(() => {
      for (let times = 0; times < 2; times += 1) refuses('it', [ONE]);
      refuses('it', [ONE]);
    });
    expect(found.map(({ at }) => Number(at?.split(':')[1]))).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Number(found[1]?.at?.split(':')[1]) - Number(found[0]?.at?.split(':')[1])).toBe(1);
  });

  test('still ends where it cannot go on, and what comes after it is thrown again', () => {
    expect(() =>
      collected(() => {
        refuse('it', [ONE]);
      }),
    ).toThrow('[it] one');
    expect(() => refuses('it', [ONE])).toThrow('[it] one');
    expect(collectingProblems([], () => 3)).toBe(3);
  });

  test('says nothing of what follows from a value that was refused, and shows an ellipsis for it', () => {
    const refused: string = standIn();
    const found = collected(() => {
      refuses('it', [problem('a', `${refused} is wrong`, 'x'), problem('a', 'this is wrong', `use ${refused}`)]);
      refuses(`digits-${refused}`, [ONE]);
    });
    expect(found).toEqual([{ path: 'digits-…', at: HERE, ...ONE }]);
  });

  test('goes on with a stand-in for a value that is refused', () => {
    collected(() => {
      expect(isStandIn(accepted('it', [[ONE]], () => 3))).toBe(true);
      expect(accepted('it', [[]], () => 3)).toBe(3);
    });
  });

  test('gets stand-ins for the values that are refused, and the others as they are', () => {
    const values = { first: 1, second: 2, third: 3 };
    const wrong = [ONE, problem('b', 'second[0].a', 'two', 'y'), problem('c', 'no prop', 'z')];
    const found = collected(() => {
      const usable = usableValues('it', values, [], wrong);
      expect([isStandIn(usable.first), isStandIn(usable.second), usable.third]).toEqual([true, true, 3]);
      expect(Object.keys(usable)).toEqual(['first', 'second', 'third']);
      expect(usableValues('it', values, [])).toBe(values);
    });
    expect(found.map(({ code }) => code)).toEqual(['a', 'b', 'c']);
    expect(usableValues('it', values, [])).toBe(values);
    expect(() => usableValues('it', values, wrong)).toThrow('[it] one');
  });

  test('says nothing of what a check finds after it read a value that was refused, and all that others find', () => {
    const refused: number = standIn();
    const found = collected(() => {
      refuseValues(
        'it',
        (function* () {
          yield ONE;
          if (!(refused > 3)) yield problem('follows', 'too few', 'use more');
        })(),
        [TWO],
      );
      expect(isStandIn(accepted('it', [refused > 3 ? [] : lengthProblems(String(refused))], () => 3))).toBe(true);
    });
    expect(found.map(({ code }) => code)).toEqual(['a', 'b']);
  });
});

describe('what ends a run', () => {
  const known = [{ path: 'it', ...ONE }];

  test('is thrown as it is, if nothing was collected before, or if it is all that is wrong', () => {
    const error = new Error('oops');
    expect(withCollected([], error)).toBe(error);
    const all = new SynthesisError([]);
    expect(withCollected(known, all)).toBe(all);
  });

  test('is told with what was collected before', () => {
    expect(withCollected(known, new ValidationError('end', TWO, ONE))).toMatchObject({
      problems: [...known, { path: 'end', at: HERE, ...TWO }, { path: 'end', at: HERE, ...ONE }],
    });
    expect(withCollected([], new ValidationError('end', TWO))).toMatchObject({ problems: [{ path: 'end', ...TWO }] });
    expect(withCollected(known, new Error('oops'))).toMatchObject({ problems: known });
    expect(withCollected(known, new Error('oops'))).toBeInstanceOf(SynthesisError);
    expect(known).toHaveLength(1);
  });
});
