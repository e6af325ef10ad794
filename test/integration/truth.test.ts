import { expect, test } from 'vitest';
import { crossCheck } from '../truth/cross-check';
import { FAKE_NODES, judgedBy } from './support/judges';

judgedBy([FAKE_NODES]);

test('150 random programs are accepted and refused as the scheduler places their pods', async () => {
  const { counts, differences, pods } = await crossCheck({ seed: 2026, count: 150, parallel: 24 });
  const programs = differences.map(({ program, why, source }) => `// program ${program}: ${why}\n${source}`);
  expect(programs.join('\n\n')).toBe('');
  // Both answers are compared, and most programs are judged.
  expect(counts.get('accepted')).toBeGreaterThan(40);
  expect(counts.get('refused')).toBeGreaterThan(20);
  expect(pods).toBeGreaterThan(1000);
});
