import { expect, type TestContext } from 'vitest';
import type { Deployment } from './deployment';
import { pods } from './kubectl';
import { logsUntilTheEnd, type Logs } from './logs';
import { within } from './run';

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

/** Deploys it and waits for its bad end, after which nothing runs on. */
export async function failed(stage: Deployment, context: TestContext): Promise<Logs> {
  const logs = logsUntilTheEnd(stage.namespace, context);
  const { status, output } = await stage.attempt(context.onTestFinished);
  await logs.end();
  expect([status, output]).toEqual([1, expect.stringMatching(/^\S+: failed, applied /m)]);
  expect(logs.text).toContain('unrecognized arguments: --unknown');
  await within(60, 'the end of the pods', async () =>
    (await pods(stage.namespace)).every(({ status: { phase } }) => phase === 'Failed'),
  );
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
