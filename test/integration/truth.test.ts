import { afterAll, expect, test } from 'vitest';
import { Cluster } from '../truth/cluster';
import { crossCheck } from '../truth/cross-check';
import { FAKE_NODES, judgedBy } from './support/judges';

let cluster: Cluster | undefined;
judgedBy([FAKE_NODES], async () => {
  cluster = await Cluster.open();
});
afterAll(() => cluster?.close());

test('150 random programs are accepted and refused as the scheduler places their pods', async () => {
  const { counts, differences } = await crossCheck(cluster!, { seed: 2026, count: 150, parallel: 24 });
  const programs = differences.map(({ program, why, source }) => `// program ${program}: ${why}\n${source}`);
  expect(programs.join('\n\n')).toBe('');
  // Both answers are compared, and most programs are judged.
  expect(counts.get('accepted')).toBeGreaterThan(35);
  expect(counts.get('refused')).toBeGreaterThan(25);
});
