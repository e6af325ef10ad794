import { expect, test } from 'vitest';
import { ValidationError } from '../../../lib/core/problems/errors';
import { Stage } from '../../../lib/core/stage/stage';
import { State } from '../../../lib/core/stage/state';

test('a stage keeps its state in a folder beside the program unless it is told otherwise', () => {
  expect(new Stage({ name: 'dev' }).state).toMatchObject({ kind: 'file', place: 'state' });
  expect(State.bucket('acme-state', 'p')).toMatchObject({ kind: 'bucket', place: 'acme-state', prefix: 'p' });
});

test.each(['Acme', 'a', '', 'my-google'])('fails: state cannot be in a bucket called %j (bucket-name)', (name) => {
  expect(() => State.bucket(name)).toThrow('(bucket-name)');
});

test.each(['', '/a', 'a\nb', '../x'])('fails: state cannot be below %j (folder-form)', (folder) => {
  expect(() => State.bucket('acme-state', folder)).toThrow('[State.bucket] prefix ');
  expect(() => State.file(folder)).toThrow('(folder-form)');
});

test.each(['cdktf.out', 'cdktf.out/state'])('fails: state would be lost in %s (state-folder)', (folder) => {
  expect(() => State.file(folder)).toThrow(
    `[State.file] state in "${folder}" would be lost, as the CLI deletes folders there: use a folder outside of cdktf.out, such as "state" (state-folder)`,
  );
});

test('fails: a state whose parts are missing or no texts', () => {
  const none = undefined as never;
  const wrong = 3 as never;
  expect(() => State.bucket(none)).toThrow('[State.bucket] bucketName is missing: give the name of the bucket');
  expect(() => State.bucket('acme-state', wrong)).toThrow('[State.bucket] prefix cannot be 3: give a folder');
  expect(() => State.file(wrong)).toThrow('[State.file] folder cannot be 3: give a folder');
});

test('fails: the problem of a folder names the prop', () => {
  const propertyOf = (folder: string) => {
    try {
      State.file(folder);
    } catch (error) {
      return ValidationError.isValidationError(error) ? error.problems.map(({ property }) => property) : error;
    }
    return [];
  };
  expect([propertyOf('../a'), propertyOf('cdktf.out/a')]).toEqual([['folder'], ['folder']]);
  expect(State.file()['~type']).toBe('State');
});
