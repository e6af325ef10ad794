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
