import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { ValidationError } from '../../../lib/core/problems/errors';
import { Mount } from '../../../lib/workloads/pod/mount';

const BUCKET = { bucketName: 'data', url: 'gs://data' };

test('a mount has its source, its path and whether it can be written', () => {
  const volume = { emptyDir: {} };
  const mounts = [
    Mount.bucket(BUCKET, '/a'),
    Mount.bucket(BUCKET, '/b', { readOnly: true, subfolder: 'x', mountOptions: ['uid=1'] }),
    Mount.memory(Size.mebibytes(64)),
    Mount.claim('shared', '/c'),
    Mount.claim('shared', '/d', { readOnly: true }),
    Mount.configFiles({ a: 'b' }, '/e'),
    Mount.configFile('b', '/f/a'),
    Mount.volume(volume, '/g'),
    Mount.volume(volume, '/h', { readOnly: true }),
  ];
  expect(mounts.map(({ source, path, readOnly }) => ({ ...source, path, readOnly }))).toEqual([
    { kind: 'bucket', bucket: BUCKET, mountOptions: [], path: '/a', readOnly: false },
    { kind: 'bucket', bucket: BUCKET, mountOptions: ['uid=1'], subfolder: 'x', path: '/b', readOnly: true },
    { kind: 'memory', size: Size.mebibytes(64), path: '/dev/shm', readOnly: false },
    { kind: 'claim', claimName: 'shared', path: '/c', readOnly: false },
    { kind: 'claim', claimName: 'shared', path: '/d', readOnly: true },
    { kind: 'configFiles', files: { a: 'b' }, path: '/e', readOnly: true },
    { kind: 'configFiles', files: { a: 'b' }, file: 'a', path: '/f/a', readOnly: true },
    { kind: 'volume', volume, path: '/g', readOnly: false },
    { kind: 'volume', volume, path: '/h', readOnly: true },
  ]);
});

test.each<[() => unknown, string]>([
  [() => Mount.bucket('gs://data' as never, '/a'), '[Mount.bucket] bucket cannot be "gs://data": give a Bucket'],
  [() => Mount.bucket(BUCKET, '/a', { readOnly: 'no' as never }), '[Mount.bucket] readOnly cannot be "no": use true'],
  [() => Mount.memory(64 as never), "[Mount.memory] size cannot be 64: use cdk8s' Size"],
  [() => Mount.memory(Size.mebibytes(0)), 'use Size.mebibytes(64) or more (resource-amount)'],
  [
    () => Mount.claim(3 as never, '/a'),
    '[Mount.claim] claimName cannot be 3: give the name of the PersistentVolumeClaim',
  ],
  [() => Mount.claim('a', '/a', { readOnly: 1 as never }), '[Mount.claim] readOnly cannot be 1: use true or false'],
  [() => Mount.configFiles('a' as never, '/a'), '[Mount.configFiles] files cannot be "a": give the contents by their'],
  [() => Mount.configFile(3 as never, '/a'), '[Mount.configFile] content cannot be 3: give the content of the file'],
  [() => Mount.volume('a' as never, '/a'), '[Mount.volume] volume cannot be "a": give one source as Kubernetes has it'],
  [() => Mount.volume({}, '/a', { readOnly: 1 as never }), '[Mount.volume] readOnly cannot be 1: use true or false'],
  [
    () => Mount.volume({ emptyDir: {} }, 3 as never),
    '[Mount.volume] path cannot be 3: give the folder in the container',
  ],
])('fails: %s is of another type, or no amount (wrong-type, resource-amount)', (make, message) => {
  expect(make).toThrow(message);
});

test.each<[object, string]>([
  [{}, 'volume cannot be {}: give one source as Kubernetes has it: { emptyDir: {} } (wrong-type)'],
  [{ emptyDir: {}, secret: { secretName: 'key' } }, 'volume cannot be [Object]: give one source'],
  [
    { persistentvolumeclaim: { claimName: 'data' } },
    'there is no prop volume.persistentvolumeclaim, so its value has no effect: write volume.persistentVolumeClaim',
  ],
  [{ secret: { name: 'key' } }, 'there is no prop volume.secret.name, so its value has no effect: leave it out'],
  [{ secret: { items: {} } }, 'volume.secret.items cannot be {}: give one source as Kubernetes has it'],
])('fails: a volume of another source than one of Kubernetes (wrong-type, unknown-prop): %j', (volume, message) => {
  expect(() => Mount.volume(volume, '/a')).toThrow(`[Mount.volume] ${message}`);
});

test.each<[() => unknown, string]>([
  [
    () => Mount.bucket({ bucketName: 'data' } as never, '/a'),
    '[Mount.bucket] bucket.url is missing: give a Bucket, or an existing one from Bucket.fromAttributes (missing)',
  ],
])('fails: %s is half an object (missing)', (make, message) => {
  expect(make).toThrow(message);
});

test('fails: each part of a mount is told by its name (mount-path, mount-option, name)', () => {
  const properties = (make: () => unknown) => {
    try {
      make();
    } catch (error) {
      if (ValidationError.isValidationError(error)) return error.problems.map(({ property }) => property);
    }
    return [];
  };
  expect(properties(() => Mount.claim('a', 'data'))).toEqual(['path']);
  expect(properties(() => Mount.claim('', '/data'))).toEqual(['claimName']);
  expect(properties(() => Mount.bucket(BUCKET, '/data', { mountOptions: [''] }))).toEqual(['mountOptions']);
  expect(() => Mount.claim('a', 'x/data')).toThrow('(mount-path)');
});

test.each(['data', '/', '/data/', '/a:b', '', '//data', '/data/../data', '/data/.'])(
  'fails: %j cannot be mounted to (mount-path)',
  (path) => {
    expect(() => Mount.claim('shared', path)).toThrow(
      `[Mount.claim] ${JSON.stringify(path)} is not a path for a mount: use an absolute path without ":", ".." or double slashes, and without a slash at the end, such as "/data" (mount-path)`,
    );
  },
);

test.each(['a/b', '..', ''])('fails: %j is no config-file-name', (name) => {
  expect(() => Mount.configFiles({ [name]: '' }, '/etc/x')).toThrow(
    `[Mount.configFiles] ${JSON.stringify(name)} cannot be the name of a config file: use letters, digits, "-", "_" and "." only; for folders, mount several sets of files (config-file-name)`,
  );
});

test('fails: one config file whose path names no file of a ConfigMap is refused with mount-path or config-file-name', () => {
  expect(() => Mount.configFile('', '/etc/')).toThrow('(mount-path)');
  expect(() => Mount.configFile('', '/etc/a b')).toThrow(
    '[Mount.configFile] "a b" cannot be the name of a config file',
  );
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
