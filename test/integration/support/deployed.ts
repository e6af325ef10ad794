import { expect, onTestFinished } from 'vitest';
import { Guide } from './guide';
import { applied } from './kubectl';
import { programFolder, synthesize } from './program';

/**
 * Deploys what a program of `test/integration/programs` synthesizes by the commands of its DEPLOY.md, until the test ends.
 *
 * @param others what its runs need of somebody else
 */
export async function deployed(program: string, deployment: string, ...others: readonly unknown[]): Promise<Guide> {
  const folder = programFolder();
  await synthesize(folder, `test/integration/programs/${program}.ts`);
  const guide = new Guide(folder, deployment);
  onTestFinished(async () => {
    expect(await guide.run('Take it down')).toMatchObject({ status: 0 });
  });
  expect(await guide.run('Standing objects')).toMatchObject({ status: 0 });
  if (others.length > 0) await applied(others);
  expect(await guide.run('Runs')).toMatchObject({ status: 0 });
  return guide;
}
