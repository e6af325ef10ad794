import { onTestFinished } from 'vitest';
import { applied, remove } from './kubectl';
import { manifests, programFolder, synthesize } from './program';

/** Applies what a program of `test/integration/programs` synthesizes, until the test ends; gives the folder of the program. */
export async function deployed(program: string, deployment: string, ...others: readonly unknown[]): Promise<string> {
  const folder = programFolder();
  await synthesize(folder, `test/integration/programs/${program}.ts`);
  const objects = manifests(folder).get(deployment) ?? [];
  onTestFinished(() => remove(objects));
  await applied([...objects, ...others]);
  return folder;
}
