import { Token } from 'cdktf';
import { describe, expect, test } from 'vitest';
import { refuse, SynthesisError, ValidationError } from '../../../lib/core/problems/errors';
import { formatProblem, problem, valueText, withoutRepeats } from '../../../lib/core/problems/problem';
import { standIn, withoutStandIns } from '../../../lib/core/problems/stand-in';

const PROBLEM = { code: 'a-code', message: '3 is too many', fix: 'use 2' };

describe('a problem', () => {
  test('reads as what is wrong, the change that rights it, and its code', () => {
    expect(formatProblem(PROBLEM)).toBe('3 is too many: use 2 (a-code)');
  });

  test('stays on one line, whatever is in its value', () => {
    expect(formatProblem({ ...PROBLEM, message: 'a\nb\r\tc\u0000\u2028 is wrong' })).toBe(
      'a\\nb\\r\\tc\\u0000\\u2028 is wrong: use 2 (a-code)',
    );
  });

  test('does not show the number of a token', () => {
    const count = Token.asNumber({ resolve: () => 3 });
    expect(problem('node-count', `${count} is not a number of nodes`, `not ${count}`)).toEqual({
      code: 'node-count',
      message: 'a number that only Terraform knows is not a number of nodes',
      fix: 'not a number that only Terraform knows',
    });
  });

  test('that is wrong by itself is thrown with all others of the same call', () => {
    const error = caught(() => {
      refuse('Thing.of(3)', [PROBLEM, { ...PROBLEM, code: 'b-code' }]);
    });
    expect(ValidationError.isValidationError(error)).toBe(true);
    expect(String(error)).toBe(
      'ValidationError: [Thing.of(3)] 3 is too many: use 2 (a-code)\n[Thing.of(3)] 3 is too many: use 2 (b-code)',
    );
  });

  test('that reads like another is told once', () => {
    const other = { ...PROBLEM, fix: 'use 1' };
    expect([...withoutRepeats([PROBLEM, other, { ...PROBLEM }])]).toEqual([PROBLEM, other]);
  });

  test('shows texts in quotes, an object by its class, and of a value that was refused an ellipsis', () => {
    expect([valueText('a"b'), valueText(3), valueText({ a: 1 }), valueText([1])]).toEqual([
      '"a\\"b"',
      '3',
      '[Object]',
      '[Array]',
    ]);
    expect(withoutStandIns(valueText(standIn()))).toBe('…');
  });

  test('that is none throws nothing', () => {
    expect(() => {
      refuse('Thing.of(2)', []);
    }).not.toThrow();
  });
});

describe('errors', () => {
  test('show no stack frame of the library or its engines', () => {
    const error = new ValidationError('here', PROBLEM);
    expect(error.stack).not.toMatch(/lib[/\\]core|node_modules|node:/);
    expect(error.stack).toContain(__filename);
  });

  test('of a synthesis have their message as their stack', () => {
    const error = new SynthesisError([
      { path: 'a', code: 'z', message: 'x', fix: 'y' },
      { path: 'b', message: 'said by somebody else' },
    ]);
    expect(error.stack).toBe('SynthesisError: 2 problem(s):\n  [a] x: y (z)\n  [b] said by somebody else');
  });

  test('are told apart from others by a mark that survives two copies of the library', () => {
    expect(SynthesisError.isSynthesisError(new SynthesisError([]))).toBe(true);
    expect(SynthesisError.isSynthesisError(new Error('x'))).toBe(false);
    expect(ValidationError.isValidationError(undefined)).toBe(false);
  });
});

function caught(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
