import { expect, type TestContext } from 'vitest';
import type { Deployment } from './deployment';
import { logsUntilTheEnd, type Logs } from './logs';

// The programs of our tests save a checkpoint after each epoch, and print its loss.

/** Deploys it and waits for its good end; `lose` is called when there is a checkpoint. */
export async function trained(
  stage: Deployment,
  context: TestContext,
  lose?: (namespace: string) => Promise<unknown>,
): Promise<Logs> {
  const logs = logsUntilTheEnd(stage.namespace, context);
  await Promise.all([
    stage.deploy(context.onTestFinished),
    lose && logs.until(/^epoch 3 of/m).then(() => lose(stage.namespace)),
  ]);
  await logs.end();
  return logs;
}

/** Whether training went on from a checkpoint, up to its last epoch. */
export function goesOn(text: string, epochs: number): void {
  expect(text).toMatch(/^(rank|process) \d+ resumes after epoch [1-9]/m);
  expect(text).toMatch(new RegExp(`^epoch ${epochs} of ${epochs}: loss`, 'm'));
  const losses = lossesIn(text);
  expect(losses.at(-1)).toBeLessThan(losses[0] ?? 0);
}

export function lossesIn(text: string): number[] {
  return [...text.matchAll(/^epoch \d+ of \d+: loss (.*)$/gm)].map(([, loss]) => Number(loss));
}
