import { listOf, recordOf, text, valueOf, wrongType, type Rule } from '../../core/problems/rules';

export const COMMAND = listOf(text('give the program and its arguments, such as ["python", "train.py"]'));

export const WORKING_DIR: Rule = {
  fix: 'give an absolute path, such as "/workspace"',
  check(property, value) {
    return typeof value === 'string' && value.startsWith('/') ? [] : [wrongType(property, value, this.fix)];
  },
};

const ENV_VALUE = valueOf('EnvValue', 'use a text, such as "1", or EnvValue.fromSecret(…), or leave it out');

/** A text, or a value that is known only in the cluster. */
const VARIABLE: Rule = {
  fix: ENV_VALUE.fix,
  check(property, value) {
    if (typeof value === 'string') return [];
    return typeof value === 'number' || typeof value === 'boolean'
      ? [wrongType(property, value, `use the text "${String(value)}"`)]
      : ENV_VALUE.check(property, value);
  },
};
export const ENV = recordOf(VARIABLE, 'give texts, or values of EnvValue, by their names');
