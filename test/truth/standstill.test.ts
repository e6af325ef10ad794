import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Standstill, untilDecided } from './standstill';

/** A trial that stands still for the first times. */
function trialOf(times: number) {
  let made = 0;
  return async () => {
    made += 1;
    const standstill = new Standstill(0);
    standstill.see('one pod waits');
    await sleep(5);
    standstill.see(made > times ? 'it runs' : 'one pod waits');
    return made;
  };
}

test('a trial that stands still is made anew, three times at most', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(await untilDecided(trialOf(0))).toBe(1);
  expect(warn).not.toHaveBeenCalled();
  expect(await untilDecided(trialOf(2))).toBe(3);
  expect(warn).toHaveBeenCalledTimes(2);
  await expect(untilDecided(trialOf(3))).rejects.toThrow('nothing has changed for 0 s: one pod waits');
  warn.mockRestore();
});

test('a trial that fails is not made anew', async () => {
  const trial = vi.fn().mockRejectedValue(new Error('no such path'));
  await expect(untilDecided(trial)).rejects.toThrow('no such path');
  expect(trial).toHaveBeenCalledTimes(1);
});
