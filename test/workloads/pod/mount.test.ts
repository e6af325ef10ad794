import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { Mount } from '../../../lib/workloads/pod/mount';

const BUCKET = { bucketName: 'data', url: 'gs://data' };

test.each(['data', '/', '/data/', '/a:b', '', '//data', '/data/../data', '/data/.'])(
  'fails: %j cannot be mounted to (mount-path)',
  (path) => {
    expect(() => Mount.claim('shared', path)).toThrow(
      `[Mount.claim] ${JSON.stringify(path)} is not a path for a mount: use an absolute path without ":", ".." or double slashes, and without a slash at the end, such as "/data" (mount-path)`,
    );
  },
);

test.each(['a/b', '..', ''])('fails: %j is no config-file-name', (name) => {
  expect(() => Mount.configFiles({ [name]: '' }, '/etc/x')).toThrow('(config-file-name)');
});

test('fails: one config file whose path names no file of a ConfigMap is refused with mount-path or config-file-name', () => {
  expect(() => Mount.configFile('', '/etc/')).toThrow('(mount-path)');
  expect(() => Mount.configFile('', '/etc/a b')).toThrow('"a b" cannot be the name of a config file');
});

test('fails: config files over what a ConfigMap holds are refused with config-file-size', () => {
  expect(() => Mount.configFiles({ a: 'x'.repeat(2 ** 20), b: 'y' }, '/etc/x')).toThrow(
    'the config files have 1048577 bytes together, but a ConfigMap holds at most 1048576: put large files into the image or a bucket (config-file-size)',
  );
});

test('config files may have as much as a ConfigMap holds', () => {
  expect(() => Mount.configFiles({ a: 'x'.repeat(2 ** 20 - 1), b: 'y' }, '/etc/x')).not.toThrow();
});

test.each(['', ' ', 'a,b', 'a\nb', ' a'])('fails: %j is not one mount-option', (option) => {
  expect(() => Mount.bucket(BUCKET, '/data', { mountOptions: ['file-mode=664', option] })).toThrow(
    `[Mount.bucket] ${JSON.stringify(option)} is not one mount option: give each option as its own text, without commas, line breaks, or blanks around it, such as "file-mode=664" (mount-option)`,
  );
});

test.each(['', '/a', '../x', 'a,rw', 'a\nb'])('fails: %j is no folder of a bucket (folder-form)', (subfolder) => {
  expect(() => Mount.bucket(BUCKET, '/data', { subfolder })).toThrow(
    `[Mount.bucket] subfolder ${JSON.stringify(subfolder)} is not a folder below another`,
  );
});

test.each(['', 'A b', '../x'])('fails: %j is the name of no claim (name)', (claim) => {
  expect(() => Mount.claim(claim, '/data')).toThrow('cannot be the name of a PersistentVolumeClaim: use its name');
});

test.each([NaN, 0, Infinity])('fails: %d MiB of memory cannot be mounted (resource-amount)', (size) => {
  expect(() => Mount.memory(Size.mebibytes(size))).toThrow(
    /^\[Mount.memory\] a mount cannot ask for size of .+ \(resource-amount\)$/,
  );
});
