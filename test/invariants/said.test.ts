import { expect, test } from 'vitest';
import { errorFor, WRONG } from './door-errors';
import { DOORS } from './doors/doors';

function saidOf(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll('\n', '\n  ') : 'nothing';
}

// What is said of each prop, to be read in one go: `npx vitest run test/invariants -u` writes it anew.
test('fails: what is said of a function in place of each prop is what was agreed on', async () => {
  const said = DOORS.map((door) =>
    [door.name, ...door.props.map((prop) => `  ${prop}: ${saidOf(errorFor(door, prop, WRONG))}`)].join('\n'),
  );
  await expect(`${said.join('\n')}\n`).toMatchFileSnapshot('doors/said.txt');
});
