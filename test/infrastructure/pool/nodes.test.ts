import { describe, expect, test } from 'vitest';
import { Nodes } from '../../../lib/infrastructure/pool/nodes';
import { textsOf } from './pools';

const ZONES = ['us-east1-b', 'us-east1-c', 'us-east1-d'];

describe('a number of nodes', () => {
  test.each([
    [Nodes.fixed(6), { min: 6, max: 6 }, false],
    [Nodes.between(0, 4), { min: 0, max: 4 }, true],
    [Nodes.perZone(2), { min: 6, max: 6 }, false],
  ])('%s is a total over three zones', (nodes, range, autoscaled) => {
    expect(nodes.over(3)).toEqual(range);
    expect(nodes.autoscaled).toBe(autoscaled);
  });

  test('is spread evenly over zones when it is fixed', () => {
    expect(Nodes.fixed(6).fixedPerZone(3)).toBe(2);
    expect([...Nodes.fixed(6).problems(ZONES)]).toEqual([]);
  });

  test('fails: a fixed total that the zones do not divide', () => {
    expect([...Nodes.fixed(4).problems(ZONES)]).toMatchObject([
      {
        code: 'node-count-zones',
        message: 'Nodes.fixed(4) cannot be spread evenly over 3 zones (us-east1-b, us-east1-c, us-east1-d)',
        fix: 'use Nodes.fixed(6) or Nodes.perZone(2), or name one zone',
      },
    ]);
  });

  test('fails: more nodes in a zone than a pool takes', () => {
    expect([...Nodes.between(0, 3001).problems(ZONES)]).toMatchObject([{ code: 'node-count-limit' }]);
    expect([...Nodes.between(0, 3000).problems(ZONES)]).toEqual([]);
  });

  test.each([
    ['a negative number', () => Nodes.fixed(-1), ['-1 is not a number of nodes: use a whole number of 1 or more']],
    ['a fraction', () => Nodes.between(0, 1.5), ['1.5 is not a number of nodes: use a whole number of 1 or more']],
    ['a negative least', () => Nodes.between(-1, 3), ['-1 is not a number of nodes: use a whole number of 0 or more']],
    ['a negative most', () => Nodes.between(3, -1), ['-1 is not a number of nodes: use a whole number of 1 or more']],
    ['none in a zone', () => Nodes.perZone(-2), ['-2 is not a number of nodes: use a whole number of 1 or more']],
    [
      'two wrong numbers',
      () => Nodes.between(-1, -2),
      [
        '-1 is not a number of nodes: use a whole number of 0 or more',
        '-2 is not a number of nodes: use a whole number of 1 or more',
      ],
    ],
    [
      'limits the wrong way round',
      () => Nodes.between(3, 1),
      ['the least number of nodes, 3, is above the most, 1: use Nodes.between(1, 3)'],
    ],
    [
      'no node at all',
      () => Nodes.fixed(0),
      [
        'a pool of 0 nodes can run nothing: use Nodes.between(0, 1) for a pool that costs nothing while idle, or leave the pool out',
      ],
    ],
  ])('fails: %s (node-count)', (_, make, texts) => {
    expect(textsOf(make)).toEqual(texts.map((text) => `-: ${text} (node-count)`));
  });

  test('is not limited over zones that are not known, if it is a total', () => {
    expect([...Nodes.between(0, 2000).problems()]).toEqual([]);
    expect([...Nodes.perZone(2000).problems()]).toHaveLength(1);
  });

  test.each([
    ['Nodes.between', () => Nodes.between('0' as never, '3' as never), 'min cannot be "0": use a whole number'],
    ['Nodes.fixed', () => Nodes.fixed('3' as never), 'total cannot be "3"'],
    ['Nodes.perZone', () => Nodes.perZone(null as never), 'count is missing'],
  ])('fails: texts in place of numbers, in our own words: %s (wrong-type)', (expression, make, text) => {
    expect(make).toThrow(`[${expression}] ${text}`);
  });
});
