import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bucketService } from './support/bucket-service';
import { judgedBy, TERRAFORM } from './support/judges';
import { programFolder, synthesize } from './support/program';
import { attempt, type Outcome } from './support/run';

// Where the state of a stack is, and the checksums of Terraform's plugins.

judgedBy([TERRAFORM]);

const STACK = 'k80-pool-dev';
const PAGE = readFileSync(join(__dirname, '../../docs/infrastructure.md'), 'utf8');
const OFFLINE = ['--auto-approve', '--skip-provider-lock'];

function succeeded({ status, output }: Outcome): string {
  expect(status, output).toBe(0);
  return output;
}

/** Keeps the state of a program's first stage in a bucket. */
function useBucket(program: string): void {
  const file = join(program, 'apps/stages.ts');
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace("name: 'dev',", "name: 'dev', state: TerraformState.bucket('acme-terraform-state'),"),
  );
}

test('a state goes from its folder to a bucket with the option that the page names', async () => {
  expect(PAGE).toContain('npx cdktf deploy digits-prod --migrate-state');
  const program = programFolder();
  const service = await bucketService();
  const cdktf = (...args: string[]) => attempt('npx', ['cdktf', ...args], { cwd: program, env: service.env });
  succeeded(await cdktf('deploy', STACK, ...OFFLINE));
  useBucket(program);
  const refused = await cdktf('deploy', STACK, ...OFFLINE);
  expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('Backend configuration changed')]);
  expect(succeeded(await cdktf('deploy', STACK, ...OFFLINE, '--migrate-state'))).toMatch(
    /No changes|0 added, 0 changed/,
  );
  const [[name, state] = ['', ''], ...others] = [...service.objects];
  expect([name, others]).toEqual([`acme-terraform-state/${STACK}/default.tfstate`, []]);
  expect(state).toContain('google_container_cluster');
  // Another machine has the same state.
  const clone = programFolder();
  useBucket(clone);
  expect(
    succeeded(await attempt('npx', ['cdktf', 'diff', STACK, '--skip-provider-lock'], { cwd: clone, env: service.env })),
  ).toMatch(/No changes/);
});

test('checksums in version control stay where they are, and a plugin with another one is refused', async () => {
  const [first, clone] = [programFolder(), programFolder()];
  const checksums = (program: string) => join(program, 'cdktf.out/stacks', STACK, '.terraform.lock.hcl');
  const terraform = (program: string, ...args: string[]) =>
    attempt('terraform', [`-chdir=${dirname(checksums(program))}`, ...args, '-no-color']);
  const cdktf = (...args: string[]) => attempt('npx', ['cdktf', ...args], { cwd: clone });
  await synthesize(first);
  expect((await terraform(first, 'init', '-lockfile=readonly')).status).toBe(1);
  succeeded(await terraform(first, 'init'));
  await synthesize(first);

  // git has these files alone of the output.
  const [, lines = ''] = /^```text\n(cdktf\.out[\s\S]*?)^```/m.exec(PAGE) ?? [];
  writeFileSync(join(first, '.gitignore'), lines);
  const git = (...args: string[]) => attempt('git', args, { cwd: first });
  succeeded(await git('init', '--quiet'));
  const files = succeeded(await git('ls-files', '--others', '--exclude-standard', 'cdktf.out'))
    .trim()
    .split('\n');
  expect(files).toEqual([`cdktf.out/stacks/${STACK}/.terraform.lock.hcl`]);

  cpSync(checksums(first), checksums(clone));
  await synthesize(clone);
  expect(existsSync(checksums(clone))).toBe(true);
  succeeded(await terraform(clone, 'init', '-lockfile=readonly'));
  succeeded(await cdktf('deploy', STACK, ...OFFLINE));
  expect(readFileSync(checksums(clone), 'utf8')).toBe(readFileSync(checksums(first), 'utf8'));

  writeFileSync(checksums(clone), readFileSync(checksums(first), 'utf8').replace(/"h1:.{8}/, '"h1:AAAAAAAA'));
  rmSync(join(dirname(checksums(clone)), '.terraform'), { recursive: true });
  for (const refused of [await terraform(clone, 'init'), await cdktf('deploy', STACK, ...OFFLINE)])
    expect([refused.status, refused.output]).toEqual([1, expect.stringMatching(/checksum/)]);
});
