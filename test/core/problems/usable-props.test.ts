import { expect, test } from 'vitest';
import { number, optional, text, type Rules } from '../../../lib/core/problems/rules';
import { isStandIn } from '../../../lib/core/problems/stand-in';
import { usableProps } from '../../../lib/core/problems/usable-props';

interface DiskProps {
  readonly type: string;
  readonly size?: number;
}
const DISK: Rules<DiskProps> = { type: text('name a type of disk'), size: optional(number('use 10 or more')) };

test('props of the right types are used as they are', () => {
  expect(usableProps({ type: 'ssd', size: 10 }, DISK)).toEqual({ type: 'ssd', size: 10 });
  expect(usableProps({ type: 'ssd' }, DISK)).toEqual({ type: 'ssd', size: undefined });
});

test('a wrong optional prop is left out, and a wrong one that is needed is a stand-in', () => {
  const usable = usableProps({ type: 3, size: '10' } as unknown as DiskProps, DISK);
  expect([isStandIn(usable.type), usable.size]).toEqual([true, undefined]);
});

test('no props at all are stand-ins for those that are needed', () => {
  expect(isStandIn(usableProps(undefined as unknown as DiskProps, DISK).type)).toBe(true);
});
