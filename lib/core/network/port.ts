/** What is said of a number that is no port. */
export const PORT_FIX = 'use a whole number from 1 to 65535';

/** Whether a program can listen at this number. */
export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
