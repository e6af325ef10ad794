import { describe, expect, test } from 'vitest';
import { NodeCount } from '../../../lib/infrastructure/pool/node-count';
import { textsOf } from './pools';

const ZONES = ['us-east1-b', 'us-east1-c', 'us-east1-d'];

describe('a number of nodes', () => {
  test.each([
    [NodeCount.fixed(6), { min: 6, max: 6 }, false],
    [NodeCount.between(0, 4), { min: 0, max: 4 }, true],
    [NodeCount.perZone(2), { min: 6, max: 6 }, false],
  ])('%s is a total over three zones', (nodes, range, autoscaled) => {
    expect(nodes.over(3)).toEqual(range);
    expect(nodes.autoscaled).toBe(autoscaled);
  });

  test('is spread evenly over zones when it is fixed', () => {
    expect(NodeCount.fixed(6).fixedPerZone(3)).toBe(2);
    expect([...NodeCount.fixed(6).problems(ZONES)]).toEqual([]);
  });

  test('fails: a fixed total that the zones do not divide', () => {
    expect([...NodeCount.fixed(4).problems(ZONES)]).toMatchObject([
      {
        code: 'node-count-zones',
        message: 'NodeCount.fixed(4) cannot be spread evenly over 3 zones (us-east1-b, us-east1-c, us-east1-d)',
        fix: 'use NodeCount.fixed(6) or NodeCount.perZone(2), or name one zone',
      },
    ]);
  });

  test.each([
    ['a negative number', () => NodeCount.fixed(-1), ['total cannot be -1: use a whole number of 1 or more']],
    ['a fraction', () => NodeCount.between(0, 1.5), ['max cannot be 1.5: use a whole number of 1 or more']],
    ['none in a zone', () => NodeCount.perZone(0), ['count cannot be 0: use a whole number of 1 or more']],
    [
      'two wrong numbers',
      () => NodeCount.between(-1, -2),
      ['min cannot be -1: use a whole number of 0 or more', 'max cannot be -2: use a whole number of 1 or more'],
    ],
    [
      'limits the wrong way round',
      () => NodeCount.between(3, 1),
      ['min 3 is above max 1: use NodeCount.between(1, 3)'],
    ],
  ])('fails: %s (node-count)', (_, make, texts) => {
    expect(textsOf(make)).toEqual(texts.map((text) => `${text.split(' ')[0] ?? ''}: ${text} (node-count)`));
  });
});
