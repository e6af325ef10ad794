import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Measure } from './measured';

/** The program and its count. */
export const CLI_PROGRAM = ['deployments', '1'] as const;

/** The time of a whole `cdk8s synth` or `cdktf synth` in a new folder. The memory is not known: a CLI has several processes. */
export function cliTime(cli: 'cdk8s' | 'cdktf', app: string, folder: string): Measure {
  writeFileSync(join(folder, 'cdk8s.yaml'), `language: typescript\napp: ${app}\noutput: dist\n`);
  const settings = { language: 'typescript', app, projectId: 'bench', sendCrashReports: 'false' };
  writeFileSync(join(folder, 'cdktf.json'), JSON.stringify(settings));
  const env = { ...process.env, CHECKPOINT_DISABLE: '1', CDK8S_CHECK_UPGRADE: 'false' };
  const start = process.hrtime.bigint();
  execFileSync(resolve('node_modules/.bin', cli), ['synth'], { cwd: folder, env, stdio: 'ignore' });
  return { ms: Number(process.hrtime.bigint() - start) / 1e6, peakMb: NaN };
}
