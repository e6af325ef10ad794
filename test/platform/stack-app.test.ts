import { App } from 'cdktf';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StackApp } from '../../lib/platform/stack-app';
import { output } from './programs';

test('a program without stacks writes what cdktf writes for one, and makes no app and no folder for it', () => {
  const { folder } = output();
  const outdir = join(folder, 'plain');
  new App({ outdir }).synth();
  const stacks = new StackApp(folder);
  const { parts, shared } = stacks.render();
  expect(parts.size).toBe(0);
  const manifest: unknown = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8'));
  expect(JSON.parse(String(shared?.get('manifest.json')?.content))).toEqual(manifest);
  expect(stacks.roots).toEqual([]);
  expect(existsSync(stacks.scratch)).toBe(false);
});
