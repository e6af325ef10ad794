import type { Door } from './doors/door';

/** Nothing takes a function. */
export const WRONG = () => 1;

export function errorOf(attempt: () => void): unknown {
  try {
    attempt();
  } catch (error) {
    return error;
  }
  return undefined;
}

export function errorFor(door: Door, prop: string, value: unknown): unknown {
  return errorOf(() => {
    door.open({ [prop]: value });
  });
}

/** Runs a test that reads no stacks of errors: to write those of thousands takes longer than all else that it does. */
export function withoutStacks<T>(run: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
