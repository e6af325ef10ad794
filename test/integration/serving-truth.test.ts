import { afterAll, expect, test } from 'vitest';
import { Cluster } from '../truth/cluster';
import { answerToLines } from '../truth/library';
import { crossCheckServing } from '../truth/serving/cross-check';
import { judgeServing, linesOf, rolledOver } from '../truth/serving/judge';
import type { ServingPlan } from '../truth/serving/plan';
import { FAKE_NODES, judgedBy } from './support/judges';

let cluster: Cluster | undefined;
judgedBy([FAKE_NODES], async () => {
  cluster = await Cluster.open();
});
afterAll(() => cluster?.close());

const PROGRAMS = Number(process.env.TRAINYARD_SERVERS ?? 24);

/** One server on a pool of one GPU. */
function onOneGpu(surge?: number): ServingPlan {
  const machine = "accelerators: Accelerator.T4.times(1), machineType: 'n1-standard-8'";
  const asks = { cpus: undefined, gpus: 1 };
  const server = {
    pool: 0,
    replicas: 1,
    fill: undefined,
    asks,
    surge,
    scaled: false,
    canary: undefined,
    outside: true,
  };
  return { pools: [{ gpu: true, machine, nodes: 1 }], servers: [{ ...server, way: 'rolling' }], jobs: [] };
}

test('a server on a pool of one GPU rolls over', async () => {
  expect(await judgeServing(onOneGpu(), cluster!)).toEqual({ kind: 'accepted' });
});

test('fails: a surge on a pool of one GPU waits without end, and is refused for that (rollout-surge)', async () => {
  const answer = answerToLines(linesOf(onOneGpu(1)));
  expect(answer.problems.map(({ code }) => code)).toEqual(['rollout-surge']);
  expect(await rolledOver(answer, cluster!)).toMatch(/^in the roll-out \S+ found no place$/);
});

test(`${PROGRAMS} random programs with servers come up whole, and roll over all at once, just if they are accepted`, async () => {
  const { counts, differences } = await crossCheckServing(cluster!, { seed: 2026, count: PROGRAMS, parallel: 24 });
  const programs = differences.map(({ program, why, source }) => `// program ${program}: ${why}\n${source}`);
  expect(programs.join('\n\n')).toBe('');
  // Both answers are compared, and most programs are judged.
  expect(counts.get('accepted')).toBeGreaterThan(PROGRAMS / 6);
  expect(counts.get('refused')).toBeGreaterThan(PROGRAMS / 6);
});
