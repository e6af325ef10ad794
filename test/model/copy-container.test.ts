import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyContainer } from '../../lib/model/copy-container';
import { BUCKET } from '../serving/servings';

/** Stands in for rclone: it copies the one version that the bucket has, and finds nothing elsewhere, which is no error. */
const RCLONE = `#!/bin/sh
echo "$@" >> "$LOG"
mkdir -p "$3"
case "$2" in */1) echo model > "$3/saved_model.pb" ;; esac
`;

function copying(versions: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-copy-'));
  writeFileSync(join(folder, 'rclone'), RCLONE);
  chmodSync(join(folder, 'rclone'), 0o755);
  const container = copyContainer({ bucket: BUCKET, folder: 'a b/mnist', location: folder, versions, image: 'a:1' });
  const [shell = '', ...command] = container.command;
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, LOG: join(folder, 'log'), ...container.env };
  return { folder, shell, args: [...command, ...(container.args ?? [])], env };
}

test('each version is copied to its own folder', () => {
  const { folder, shell, args, env } = copying([1]);
  execFileSync(shell, args, { env: env });
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe(
    `copy :gcs,env_auth=true:models/a b/mnist/1 ${join(folder, '1')}\n`,
  );
  expect(readdirSync(join(folder, '1'))).toEqual(['saved_model.pb']);
});

test('a version without files ends the pod before its server starts', () => {
  const { shell, args, env } = copying([1, 2]);
  const { status, stderr } = spawnSync(shell, args, { env: env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, 'version 2 has no files\n']);
});
