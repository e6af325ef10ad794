import { expect, test } from 'vitest';
import { Mount, renderMounts } from '../../../lib/workloads/pod/mount';

test.each(['data', '/', '/data/', '/a:b', ''])('fails: %j cannot be mounted to (mount-path)', (path) => {
  expect(() => Mount.claim('shared', path)).toThrow(
    `[Mount.claim] ${JSON.stringify(path)} is not a folder that something can be mounted to: use an absolute path without ":" and without a slash at its end, such as "/data" (mount-path)`,
  );
});

test.each(['a/b', '..', ''])('fails: %j is no config-file-name', (name) => {
  expect(() => Mount.configFiles({ [name]: '' }, '/etc/x')).toThrow('(config-file-name)');
});

test('fails: config files over what a ConfigMap holds are refused with config-file-size', () => {
  expect(() => Mount.configFiles({ a: 'x'.repeat(2 ** 20), b: 'y' }, '/etc/x')).toThrow(
    'the config files have 1048577 bytes together, but a ConfigMap holds at most 1048576: put large files into the image or a bucket (config-file-size)',
  );
});

test('names of volumes are DNS labels that differ, however long or alike the paths are', () => {
  const paths = [`/${'a'.repeat(80)}`, `/${'a'.repeat(81)}`, '/x/y', '/x_y', '/x-y-2', '/_'];
  const names = renderMounts(
    paths.map((path) => Mount.claim('shared', path)),
    'w',
  ).map(({ volume }) => volume.name);
  expect(new Set(names).size).toBe(paths.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
});
