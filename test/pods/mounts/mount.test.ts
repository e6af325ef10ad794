import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { ValidationError } from '../../../lib/core/problems/errors';
import { Mount } from '../../../lib/pods/mounts/mount';

const BUCKET = { bucketName: 'data', url: 'gs://data' };

test('a mount has its source, its path and whether it can be written', () => {
  const volume = { emptyDir: {} };
  const mounts = [
    Mount.bucket(BUCKET, '/a'),
    Mount.bucket(BUCKET, '/b', { readOnly: true, subfolder: 'x', mountOptions: ['uid=1'] }),
    Mount.memory(Size.mebibytes(64)),
    Mount.persistentVolumeClaim('shared', '/c'),
    Mount.persistentVolumeClaim('shared', '/d', { readOnly: true }),
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

test('fails: a folder in memory of no size (resource-amount)', () => {
  expect(() => Mount.memory(Size.mebibytes(0))).toThrow('use Size.mebibytes(64) or more (resource-amount)');
});

test.each([{}, { emptyDir: {}, secret: { secretName: 'key' } }])(
  'fails: a volume of another number of sources than one (mount-volume): %j',
  (volume) => {
    expect(() => Mount.volume(volume, '/a')).toThrow('the one source of a volume: give one source');
    expect(() => Mount.volume(volume, '/a')).toThrow('(mount-volume)');
  },
);

test('fails: each part of a mount is told by its name (mount-path, mount-option, name)', () => {
  const properties = (make: () => unknown) => {
    try {
      make();
    } catch (error) {
      if (ValidationError.isValidationError(error)) return error.problems.map(({ property }) => property);
    }
    return [];
  };
  expect(properties(() => Mount.persistentVolumeClaim('a', 'data'))).toEqual(['path']);
  expect(properties(() => Mount.persistentVolumeClaim('', '/data'))).toEqual(['claimName']);
  expect(properties(() => Mount.bucket(BUCKET, '/data', { mountOptions: [' '] }))).toEqual(['mountOptions']);
  expect(() => Mount.persistentVolumeClaim('a', 'x/data')).toThrow('(mount-path)');
});

test.each(['data', '/', '/data/', '/a:b', '', '//data', '/data/../data', '/data/.'])(
  'fails: %j cannot be mounted to (mount-path)',
  (path) => {
    expect(() => Mount.persistentVolumeClaim('shared', path)).toThrow(
      `[Mount.persistentVolumeClaim] ${JSON.stringify(path)} is not a path for a mount: use an absolute path without ":", ".." or double slashes, and without a slash at the end, such as "/data" (mount-path)`,
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

test.each([' ', 'a\nb', ' a', 'a, b'])('fails: %j is no mount-option', (option) => {
  expect(() => Mount.bucket(BUCKET, '/data', { mountOptions: ['file-mode=664', option] })).toThrow(
    `[Mount.bucket] ${JSON.stringify(option)} is not a mount option: give it without line breaks, or blanks around it, such as "file-mode=664" (mount-option)`,
  );
});

test('several mount options in one text count each for itself, and an empty one for none', () => {
  const { source } = Mount.bucket(BUCKET, '/data', { mountOptions: ['file-mode=664,uid=7', ''] });
  expect(source).toMatchObject({ mountOptions: ['file-mode=664', 'uid=7'] });
});

test.each(['', '/a', '../x', 'a,rw', 'a\nb'])('fails: %j is no folder of a bucket (folder-form)', (subfolder) => {
  expect(() => Mount.bucket(BUCKET, '/data', { subfolder })).toThrow(
    `[Mount.bucket] subfolder ${JSON.stringify(subfolder)} is not a folder below another`,
  );
});

test.each(['', 'A b', '../x'])('fails: %j is the name of no claim (name)', (claim) => {
  expect(() => Mount.persistentVolumeClaim(claim, '/data')).toThrow(
    'cannot be the name of a PersistentVolumeClaim: use its name',
  );
});

test.each([NaN, 0, Infinity])('fails: %d MiB of memory cannot be mounted (resource-amount)', (size) => {
  expect(() => Mount.memory(Size.mebibytes(size))).toThrow(
    /^\[Mount.memory\] a mount cannot ask for size of .+ \(resource-amount\)$/,
  );
});
