import { expect, test } from 'vitest';
import { fillingsOf, shareOf } from '../../../lib/workloads/pod/fillings';

const kind = (pods: number, ...sizes: number[]) => ({ pods, sizes });
const sorted = (fillings: readonly (readonly number[])[] | undefined) => fillings?.map(String).sort();

test.each<[string, ReturnType<typeof kind>[], number[], number[], string[]]>([
  ['pods of one kind', [kind(9, 3)], [7], [10], ['3']],
  ['no more pods than there are', [kind(2, 3)], [7], [10], []],
  ['all pods that there are', [kind(3, 3)], [7], [10], ['3']],
  ['no more than a whole node holds', [kind(9, 6)], [7], [10], []],
  ['two kinds, in any numbers that just fill it', [kind(9, 5), kind(9, 2)], [7], [10], ['0,4', '1,2', '2,0']],
  ['few of one kind', [kind(1, 2), kind(9, 5)], [7], [10], ['0,2']],
  ['few of the other', [kind(9, 5), kind(1, 2)], [7], [10], ['2,0']],
  ['either of two resources', [kind(9, 4, 1), kind(9, 0, 6)], [7, 7], [10, 10], ['2,0']],
  ['none of a kind that needs nothing', [kind(9, 0), kind(9, 4)], [7], [10], ['0,2']],
])('a node with no room for one more pod has %s', (_, kinds, room, whole, fillings) => {
  expect(sorted(fillingsOf(kinds, room, whole))).toEqual(fillings);
});

test('they are not tried if there are too many', () => {
  const many = Array.from({ length: 6 }, (_, index) => kind(100, 10 + index));
  expect(fillingsOf(many, [400], [410])).toBeUndefined();
  expect(fillingsOf(many.slice(0, 2), [400], [410])?.length).toBeGreaterThan(10);
});

test('a pod has the largest of its shares of a node, and never more than all of it', () => {
  expect(shareOf([1, 6], [10, 12])).toBe(0.5);
  expect(shareOf([0, 0], [10, 0])).toBe(0);
  expect(shareOf([30], [10])).toBe(1);
  expect(shareOf([3], [0])).toBe(1);
});
