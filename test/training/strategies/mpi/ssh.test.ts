import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PodUser } from '../../../../lib/pods/security/pod-user';
import type { PodOptions } from '../../../../lib/pods/pod-options';
import { afterWorkers, keySteps, sshdCommand, sshMounts } from '../../../../lib/training/strategies/mpi/ssh';
import type { Addresses } from '../../../../lib/training/training-strategy';

const ADDRESSES: Addresses = { host: () => 'host', qualifiedHost: () => 'host', ownIndex: '0' };
const mountsOf = (pod: Partial<PodOptions>, addresses: Partial<Addresses> = {}) =>
  sshMounts({ image: 'train:1', ...pod }, { ...ADDRESSES, ...addresses }, 'keys', 2222);
const pathsOf = (...args: Parameters<typeof mountsOf>) => mountsOf(...args).map(({ path }) => path);
const fileAt = (path: string, ...args: Parameters<typeof mountsOf>) => {
  const source = mountsOf(...args).find((mount) => mount.path === path)?.source;
  return source?.kind === 'configFiles' ? Object.values(source.files).join('') : undefined;
};

test('a program starts when ssh gets into each worker, whose name may be unknown at first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-ssh-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  // Its sixth argument is the worker. It gets into each at the second try.
  const ssh = `#!/bin/sh\nworker=$6\necho "$worker" >>${folder}/tried\n[ -e "${folder}/$worker" ] || { : >"${folder}/$worker"; exit 255; }\n`;
  writeFileSync(join(folder, 'ssh'), ssh, { mode: 0o755 });
  writeFileSync(join(folder, 'sleep'), '#!/bin/sh\n', { mode: 0o755 });
  const [shell, ...args] = [...afterWorkers('a.jobs:4,b.jobs:4'), 'echo', "it's", '"$HOME" started'];
  const printed = execFileSync(shell, args, {
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    encoding: 'utf8',
  });
  expect(printed).toBe(`it's "$HOME" started\n`);
  const tried = readFileSync(join(folder, 'tried'), 'utf8').trim().split('\n');
  expect(tried.sort()).toEqual(['a.jobs', 'a.jobs', 'b.jobs', 'b.jobs']);
});

describe('pods have', () => {
  test('the keys of the Secret, for their owner and their group alone', () => {
    const [keys] = mountsOf({});
    expect(keys).toMatchObject({ path: '/etc/mpi-ssh', readOnly: true, source: { kind: 'volume' } });
    expect(JSON.stringify(keys?.source)).toContain('"secretName":"keys","defaultMode":256');
  });

  test('an ssh that knows port, key and hosts', () => {
    expect(fileAt('/etc/ssh/ssh_config', {})).toBe(
      [
        'Host *',
        '  Port 2222',
        '  IdentityFile /etc/mpi-ssh/id_rsa',
        '  StrictHostKeyChecking yes',
        '  UserKnownHostsFile /etc/mpi-ssh/known_hosts',
        '  ConnectionAttempts 10',
        '  LogLevel ERROR',
        '',
      ].join('\n'),
    );
  });

  test.each<[string, Partial<PodOptions>, string | undefined]>([
    ['the default user', {}, 'trainer:x:10001:10001::/tmp:/bin/sh'],
    ['a user with a group', { user: PodUser.of(7, 8) }, 'trainer:x:7:8::/tmp:/bin/sh'],
    ['the number of the container', { securityContext: { runAsUser: 9 } }, 'trainer:x:9:10001::/tmp:/bin/sh'],
    ["the image's user, which the image knows", { user: PodUser.ofImage() }, undefined],
    ['root, which every image knows', { user: PodUser.root() }, undefined],
  ])('a name for %s', (_, pod, line) => {
    expect(fileAt('/etc/passwd', pod)?.split('\n')[1]).toBe(line);
  });

  test('the keys of an operator where there is one, whose hosts nobody knows beforehand', () => {
    const operated = { mpi: { sshKeys: '/root/.ssh' } };
    expect(pathsOf({ user: PodUser.root() }, operated)).toEqual(['/etc/ssh/ssh_config']);
    const config = fileAt('/etc/ssh/ssh_config', {}, operated);
    expect(config).toContain(
      'IdentityFile /root/.ssh/id_rsa\n  StrictHostKeyChecking no\n  UserKnownHostsFile /dev/null',
    );
  });

  test('nothing of ssh where an operator does without it', () => {
    expect(mountsOf({}, { mpi: {} })).toEqual([]);
  });
});

test('a worker starts programs with the variables of its container, whatever is in them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-ssh-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const environment = join(folder, 'environment');
  const [shell = '', ...script] = sshdCommand('/bin/echo', 2222).map((text) =>
    text.replaceAll('/tmp/mpi-environment', environment).replace('mkdir -p /run/sshd', ':'),
  );
  const TEXT = `it's "$HOME" & more\nof it`;
  const printed = execFileSync(shell, script, { env: { PATH: process.env.PATH, TEXT }, encoding: 'utf8' });
  expect(readFileSync(environment, 'utf8')).toContain('export');
  const forced = /-o ForceCommand=(.*)\n$/.exec(printed)?.[1] ?? '';
  const SSH_ORIGINAL_COMMAND = 'printf "%s|%s" "$TEXT" \'a  b\'';
  expect(execFileSync('sh', ['-c', forced], { env: { SSH_ORIGINAL_COMMAND }, encoding: 'utf8' })).toBe(`${TEXT}|a  b`);
});

test('DEPLOY.md makes the Secret with all that is mounted of it, unless it is there', () => {
  const [step] = keySteps('vision', 'keys');
  const commands = step?.commands?.join('\n') ?? '';
  expect(step?.phase).toBe('standing');
  expect(commands).toMatch(/^kubectl -n vision get secret keys >\/dev\/null 2>&1 \|\| \(/);
  for (const key of JSON.stringify(mountsOf({})[0]).matchAll(/"key":"([^"]+)"/g)) {
    expect(commands).toContain(`--from-file=${key[1] ?? ''}=`);
  }
});
