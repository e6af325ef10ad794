import { expect, test } from 'vitest';
import { ValidationError } from '../../../lib/core/problems/errors';
import { PodUser } from '../../../lib/pods/security/pod-user';

test("a user has a group of the same number, or one of the program's choice", () => {
  expect(PodUser.of(20001)).toMatchObject({ kind: 'given', id: 20001, group: 20001 });
  expect(PodUser.of(20001, 2000)).toMatchObject({ id: 20001, group: 2000 });
  expect(PodUser.DEFAULT).toMatchObject({ kind: 'given', id: 10001, group: 10001 });
});

test("the image's user is known to the image alone; its volumes have a group", () => {
  expect(PodUser.ofImage()).toMatchObject({ kind: 'image', id: undefined, group: 10001 });
  expect(PodUser.ofImage(2000)).toMatchObject({ group: 2000 });
});

test('group 0 is that of the files of many images', () => {
  expect(PodUser.of(10001, 0)).toMatchObject({ id: 10001, group: 0 });
  expect(PodUser.ofImage(0)).toMatchObject({ group: 0 });
});

test.each([-1, 1.5, 2 ** 31, Number.NaN])('fails: %s is no user and no group (pod-user)', (id) => {
  expect(() => PodUser.of(id, 1)).toThrow(`id cannot be ${id}`);
  expect(() => PodUser.of(1, id)).toThrow('(pod-user)');
  expect(() => PodUser.ofImage(id)).toThrow(`group cannot be ${id}`);
});

test('fails: users and groups are refused where they are given (pod-user)', () => {
  const said = (make: () => unknown) => {
    try {
      make();
    } catch (error) {
      if (ValidationError.isValidationError(error))
        return [error.place, ...error.problems.map(({ property }) => property)];
    }
    return [];
  };
  expect(said(() => PodUser.of(0, 1))).toEqual(['PodUser.of', 'id']);
  expect(said(() => PodUser.of(1, -1))).toEqual(['PodUser.of', 'group']);
  expect(said(() => PodUser.ofImage(-1))).toEqual(['PodUser.ofImage', 'group']);
});

test('the smallest number of a user is 1', () => {
  expect(PodUser.of(1)).toMatchObject({ id: 1, group: 1 });
});

test('the largest number of a user is taken', () => {
  expect(PodUser.of(2 ** 31 - 1).id).toBe(2147483647);
});
