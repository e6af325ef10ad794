import { describe, expect, test } from 'vitest';
import { rendezvousProblems, toldRoles } from '../../../lib/workloads/training/rendezvous-problems';
import type { TrainingEngine } from '../../../lib/workloads/training/training-engine';
import { TrainingEngine as Engines } from '../../../lib/workloads/training/training-engines';
import type { ResolvedTrainingJob } from '../../../lib/workloads/training/training-job';
import { MPI } from '../../../lib/workloads/training/strategies/mpi/mpi';
import { TensorFlow } from '../../../lib/workloads/training/strategies/tensorflow/tensorflow';
import { CPU, ENGINES, jobOf, SMALL, STRATEGIES, TORCH } from './jobs';

const problemsOf = (job: ResolvedTrainingJob, engine: TrainingEngine = Engines.jobSet()) => [
  ...rendezvousProblems(job, toldRoles(job, engine)),
];

test.each(Object.entries(STRATEGIES))('%s needs no command', (_, strategy) => {
  expect(problemsOf(jobOf({ strategy, command: undefined }))).toEqual([]);
});

test('fails: a program that starts a command which is not known is refused with launcher-command', () => {
  const problems = (command?: string[]) => problemsOf(jobOf({ strategy: TORCH.torchrun, command }));
  expect(problems(['python3', 'train.py'])).toEqual([]);
  expect(problems()).toEqual([
    {
      code: 'launcher-command',
      property: 'command',
      message:
        "PyTorch torchrun starts the command of each worker by torchrun --no_python, but command is left out, and the image's own is not known",
      fix: 'set command to what the tasks run, such as ["python3", "train.py"]',
    },
  ]);
  expect(problems([])).toEqual(problems());
});

test('fails: a launcher that is a script of several lines is not pasted into the message (launcher-command)', () => {
  const [problem] = problemsOf(jobOf({ strategy: MPI.mpirun(), command: undefined }));
  expect(problem?.message).toMatch(
    /^MPI mpirun starts the command of each launcher by [^\n]*…[^\n]*, but command is left out/,
  );
});

test('a role with a command of its own needs none of the user', () => {
  const { torchrun } = TORCH;
  const strategy = {
    ...torchrun,
    name: 'Acme',
    framework: 'Acme',
    reservedEnv: [],
    roles: (options: Parameters<typeof torchrun.roles>[0]) =>
      torchrun.roles(options).map((role) => ({ ...role, command: ['sshd', '-D'] })),
    rendezvous: () => ({ env: [], args: [], launcher: ['mpirun'] }),
  };
  expect(problemsOf(jobOf({ strategy, command: undefined }))).toEqual([]);
});

test('fails: variables of a strategy have names, each its own (env-name)', () => {
  const { torchrun } = TORCH;
  const env = ['RANK', 'MY VAR=', 'RANK'].map((name) => ({ name, value: '1' }));
  const strategy = {
    ...torchrun,
    name: 'Acme',
    roles: torchrun.roles.bind(torchrun),
    rendezvous: () => ({ env, args: [] }),
  };
  expect(problemsOf(jobOf({ strategy })).map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'env-name: "MY VAR=" cannot be the name of an environment variable',
    'env-name: Acme gives the variable RANK to each worker more than once',
  ]);
});

test('fails: one task that is told too much gets no number of tasks as its fix (task-count)', () => {
  const { torchrun } = TORCH;
  const rendezvous = () => ({ env: [], args: ['x'.repeat(200_000)] });
  const strategy = { ...torchrun, roles: torchrun.roles.bind(torchrun), rendezvous };
  expect(problemsOf(jobOf({ strategy, workers: 1 }))).toMatchObject([
    { code: 'task-count', fix: 'tell each task less' },
  ]);
});

describe('of very many tasks', () => {
  const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 2, pool: CPU } });

  test('fails: the list of all tasks is longer than a process takes, with a number that would do (task-count)', () => {
    const problems = (workers: number) => {
      const job = jobOf({ workers, strategy, pool: CPU, resources: SMALL }, 'a-job-with-a-rather-long-name');
      return problemsOf(job, ENGINES.JobSet);
    };
    expect(problems(1500)).toEqual([]);
    const [problem] = problems(9000);
    expect(problem).toMatchObject({ code: 'task-count', property: 'workers' });
    const [, most = ''] = /at most (\d+) tasks/.exec(problem?.fix ?? '') ?? [];
    expect(problems(Number(most) - 3)).toEqual([]);
    expect(problems(Number(most) + 200)).toHaveLength(1);
  });
});
