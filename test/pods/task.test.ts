import { Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { isStandIn, standIn } from '../../lib/core/problems/stand-in';
import { collectingProblems, type ProblemAt } from '../../lib/core/problems/errors';
import type { TaskOptions } from '../../lib/pods/pod-options';
import { resolveTask } from '../../lib/pods/task';
import { gpuPool } from '../workload/pools';

const pool = gpuPool();
const options: TaskOptions = { image: 'mnist:1', pool, labels: { team: 'vision' } };
const resolve = (changes: object = {}) =>
  resolveTask(new Construct(Testing.chart(), 'notebook'), { ...options, ...changes });

test('a task takes a GPU of a GPU pool, and what surrounds its container stays as it is', () => {
  const task = resolve();
  expect(task.resources.gpus).toBe(1);
  expect(task.pool).toBe(pool);
  expect(task.pod).toEqual({ image: 'mnist:1', labels: { team: 'vision' } });
  expect(resolve({ accelerated: false }).resources.gpus).toBe(0);
});

test('fails: all that is wrong by itself is told at once (env-name, image-form, resource-amount)', () => {
  const wrong = () => resolve({ image: 'a b', env: { 'A=B': '' }, resources: { cpus: 0 } });
  for (const code of ['env-name', 'image-form', 'resource-amount']) expect(wrong).toThrow(`(${code})`);
  expect(wrong).toThrow('notebook cannot ask for cpus of 0');
});

test('a run that looks for further problems goes on without the pool that was refused', () => {
  const problems: ProblemAt[] = [];
  collectingProblems(problems, () => {
    const task = resolve({ pool: standIn() });
    expect([isStandIn(task.pod), isStandIn(task.pool), isStandIn(task.resources)]).toEqual([true, true, true]);
  });
  expect(problems).toEqual([]);
});
