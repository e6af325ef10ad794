import { expect, test } from 'vitest';
import { plotOf } from '../../../scripts/bench/plot';

test('both axes are logarithmic: each step of ten is as long as the next', () => {
  const measure = (ms: number) => ({ ms, peakMb: 100 });
  const rows = [1, 10, 100].map((count) => ({
    program: 'jobs',
    count,
    ours: measure(count),
    plain: { ...measure(count * 10), ratio: 0.1 },
  }));
  const svg = plotOf(rows);
  const [ours = [], plain = []] = [...svg.matchAll(/<polyline [^>]*points="(\d[^"]*)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => point.split(',').map(Number)),
  );
  expect(ours.map(([x]) => x)).toEqual([70, 315, 560]);
  expect(ours.map(([, y]) => y)).toEqual([370, 253, 137]);
  expect(plain.map(([, y]) => y)).toEqual([253, 137, 20]);
  for (const text of ['time in milliseconds', 'jobs', 'plain', 'trainyard']) expect(svg).toContain(`>${text}<`);
});
