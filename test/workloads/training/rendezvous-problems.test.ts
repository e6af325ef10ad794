import { describe, expect, test } from 'vitest';
import { TensorFlow } from '../../../lib/workloads/training/strategies/tensorflow/tensorflow';
import { rendezvousProblems } from '../../../lib/workloads/training/rendezvous-problems';
import { CPU, ENGINES, jobOf, SMALL } from './jobs';

describe('of very many tasks', () => {
  const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 2, pool: CPU } });

  test('fails: the list of all tasks is longer than a process takes, with a number that would do (task-count)', () => {
    const problems = (workers: number) => {
      const job = jobOf({ workers, strategy, pool: CPU, resources: SMALL }, 'a-job-with-a-rather-long-name');
      return [...rendezvousProblems(job, ENGINES.JobSet)];
    };
    expect(problems(1500)).toEqual([]);
    const [problem] = problems(9000);
    expect(problem).toMatchObject({ code: 'task-count', property: 'workers' });
    const [, most = ''] = /at most (\d+) tasks/.exec(problem?.fix ?? '') ?? [];
    expect(problems(Number(most) - 3)).toEqual([]);
    expect(problems(Number(most) + 200)).toHaveLength(1);
  });
});
