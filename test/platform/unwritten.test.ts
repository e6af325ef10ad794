import { Chart } from 'cdk8s';
import { expect, test, vi } from 'vitest';
import { Stage } from '../../lib/index';
import { sayUnwritten } from '../../lib/platform/unwritten';
import { output } from './programs';

/** Tests share a process, so the platforms of other tests are named too. */
function saidAtExit(exitCode: number): string {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  sayUnwritten(exitCode);
  const said = stderr.mock.calls.map(([text]) => String(text)).join('');
  stderr.mockRestore();
  return said;
}

test('fails: a platform that nobody synthesizes says so when the process ends (not-synthesized)', () => {
  const platform = output().platform();
  new Chart(platform.stage(new Stage({ name: 'left' }), 'first').kubernetes, 'a');
  new Chart(platform.stage(new Stage({ name: 'left' }), 'second').kubernetes, 'a');
  // A second one with the same names.
  const again = output().platform();
  new Chart(again.stage(new Stage({ name: 'left' }), 'first').kubernetes, 'a');
  expect(process.listeners('exit')).toContain(sayUnwritten);
  expect(saidAtExit(0)).toMatch(
    /^warning: \[new Platform\] nobody synthesized .*first-left, second-left.*, so no file was written: call platform\.synth\(\), or give the program to Platform\.run \(not-synthesized\)\n$/,
  );
  expect(saidAtExit(0).split('left').length).toBe(3);
  expect(saidAtExit(1)).not.toContain('first-left');
  platform.synth();
  again.synth();
  expect(saidAtExit(0)).not.toContain('first-left');
});
