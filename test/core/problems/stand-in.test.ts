import { expect, test } from 'vitest';
import { isStandIn, saysStandIn, standIn, withoutStandIns } from '../../../lib/core/problems/stand-in';

test('whatever is read from a stand-in, or called on it, is a stand-in', () => {
  const value: { zones: string[]; over: (zones: number) => { max: number } } = standIn();
  expect([value.zones, value.over(3), value.over(3).max].map(isStandIn)).toEqual([true, true, true]);
  expect([...value.zones, ...value.zones.map((zone) => zone.length)]).toEqual([]);
});

test('a stand-in is no number, no promise and no construct', () => {
  const value: Record<string, number> = standIn();
  expect(Number(value)).toBeNaN();
  expect([value['then'], value['node'], 'node' in value]).toEqual([undefined, undefined, false]);
  expect(Reflect.get(value, Symbol.asyncIterator)).toBeUndefined();
});

test('texts that say a stand-in are known, and readers see an ellipsis', () => {
  const [a, b]: string[] = [standIn(), standIn()];
  expect(String(a)).not.toBe(String(b));
  expect([saysStandIn(String(a)), saysStandIn(JSON.stringify({ a }))]).toEqual([true, true]);
  expect(saysStandIn(`zone ${a} is not in region ${JSON.stringify(b)}`)).toBe(true);
  expect(withoutStandIns(`digits-${a}/cluster of ${b}`)).toBe('digits-…/cluster of …');
  expect([saysStandIn('zone a'), isStandIn('zone a'), isStandIn(undefined)]).toEqual([false, false, false]);
});
