import { expect, test } from 'vitest';
import { ValidationError } from '../../../lib/core/problems/errors';
import { Stage } from '../../../lib/core/stage/stage';
import { TerraformState } from '../../../lib/core/stage/terraform-state';

test('a stage keeps its state in a folder beside the program unless it is told otherwise', () => {
  expect(new Stage({ name: 'dev' }).state).toMatchObject({ kind: 'file', place: 'state' });
  expect(TerraformState.bucket('acme-state', 'p')).toMatchObject({ kind: 'bucket', place: 'acme-state', prefix: 'p' });
});

test.each(['Acme', 'a', '', 'my-google'])('fails: state cannot be in a bucket called %j (bucket-name)', (name) => {
  expect(() => TerraformState.bucket(name)).toThrow('(bucket-name)');
});

test.each(['', '/a', 'a\nb', '../x'])('fails: state cannot be below %j (folder-form)', (folder) => {
  expect(() => TerraformState.bucket('acme-state', folder)).toThrow('[TerraformState.bucket] prefix ');
  expect(() => TerraformState.file(folder)).toThrow('(folder-form)');
});

test.each(['cdktf.out', 'cdktf.out/state'])('fails: state would be lost in %s (state-folder)', (folder) => {
  expect(() => TerraformState.file(folder)).toThrow(
    `[TerraformState.file] state in "${folder}" would be lost, as the CLI deletes folders there: use a folder outside of cdktf.out, such as "state" (state-folder)`,
  );
});

test('fails: the problem of a folder names the prop', () => {
  const propertyOf = (folder: string) => {
    try {
      TerraformState.file(folder);
    } catch (error) {
      return ValidationError.isValidationError(error) ? error.problems.map(({ property }) => property) : error;
    }
    return [];
  };
  expect([propertyOf('../a'), propertyOf('cdktf.out/a')]).toEqual([['folder'], ['folder']]);
});
