import { framesOfTheCaller, ValidationError } from './errors';
import { idTaken } from './own-id';
import { problem, type Problem } from './problem';

const AMOUNT = 'use a number of 0 or more';

/** Errors of cdk8s and constructs about values of a program, and the problem that each means. */
const KNOWN: readonly (readonly [pattern: RegExp, toProblem: (...found: string[]) => Problem])[] = [
  [
    /^There is already a Construct with name '(.*)' in \S+(?: \[(.*)\])?$/,
    (id, path = '') => idTaken(path, id, `${id}-2`),
  ],
  [
    /^Duration amounts cannot be negative\. Received: (.*)$/,
    (amount) => problem('duration', `a Duration cannot be ${amount}`, AMOUNT),
  ],
  [
    /^Not a valid ISO duration: (.*)$/,
    (text) => problem('duration', `"${text}" is not a Duration`, 'use Duration.hours(4), or a text such as "PT4H"'),
  ],
  [
    /^'?(.+?)'? (?:cannot be converted into|must be) a whole number of (\w+)\.$/,
    (amount, unit) =>
      problem('duration', `${amount} is not a whole number of ${unit}`, `use a whole number of ${unit}`),
  ],
  [
    /^construct does not have an associated node/,
    () => oneConstructs('a construct of version 3 of the package constructs is given a scope of version 10'),
  ],
  [
    /^Storage amounts cannot be negative\. Received: (.*)$/,
    (amount) => problem('size', `a Size cannot be ${amount}`, AMOUNT),
  ],
];

/** The problem of a program with several copies of the package `constructs`. */
export function oneConstructs(message: string): Problem {
  return problem(
    'constructs-twice',
    message,
    'ask for one version of constructs in package.json and run npm dedupe; npm ls constructs shows who brings another copy',
  );
}

/** An error of a library below in our words, with the line of the program; any other error as it is. */
export function inOwnWords(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  for (const [pattern, toProblem] of KNOWN) {
    const found = pattern.exec(error.message);
    if (found) return new ValidationError(lineOfTheProgram(error), toProblem(...found.slice(1)));
  }
  return error;
}

function lineOfTheProgram({ stack = '' }: Error): string {
  const own = framesOfTheCaller(stack).find((line) => !line.endsWith('<anonymous>)'));
  return own === undefined ? 'program' : own.replace(/^.*?\(?((?:file:|\/|[A-Z]:)[^()]*)\)?$/, '$1').trim();
}
