import { afterAll, expect, test } from 'vitest';
import { Cluster } from '../truth/cluster';
import { crossCheck, type Report } from '../truth/cross-check';
import { ModelScheduler } from '../truth/model-scheduler';
import { crossCheckWorkflows } from '../truth/workflow/cross-check';
import { FAKE_NODES, judgedBy } from './support/judges';

let cluster: Cluster | undefined;
judgedBy([FAKE_NODES], async () => {
  cluster = await Cluster.open();
});
afterAll(() => cluster?.close());

/** How many random programs each test makes, in hundredths of what is said at it. */
const PERCENT = Number(process.env.TRAINYARD_TRUTH ?? 30);
const part = (count: number) => Math.ceil((count * PERCENT) / 100);

function expectSame({ counts, differences }: Report, share: number): void {
  const programs = differences.map(({ program, why, source }) => `// program ${program}: ${why}\n${source}`);
  expect(programs.join('\n\n')).toBe('');
  // Both answers are compared, and most programs are judged.
  expect(counts.get('accepted')).toBeGreaterThan(part(25 * share));
  expect(counts.get('refused')).toBeGreaterThan(part(20 * share));
}

test(`${part(150)} random programs are accepted and refused as the scheduler places their pods`, async () => {
  expectSame(await crossCheck(cluster!, { seed: 2026, count: part(150), parallel: 24 }), 1);
});

test(`${part(750)} random programs are accepted and refused as a model of the scheduler places their pods`, async () => {
  expectSame(await crossCheck(new ModelScheduler('fullest'), { seed: 2027, count: part(750), parallel: 1 }), 5);
});

test(`${part(200)} random workflows are accepted and refused as the scheduler places the pods of their widest moments`, async () => {
  const report = await crossCheckWorkflows(cluster!, { seed: 2028, count: part(200), parallel: 24 });
  console.log(Object.fromEntries(report.counts));
  expectSame(report, 1);
  // Some moments are wider than their pools, as the advice says.
  expect(report.counts.get('too wide')).toBeGreaterThan(part(20));
});
