import { expect, test } from 'vitest';
import { rendezvousProblems, toldRoles } from '../../lib/training/rendezvous-problems';
import type { TrainingEngine } from '../../lib/training/training-engine';
import { TrainingEngine as Engines } from '../../lib/training/training-engines';
import type { ResolvedTrainingJob } from '../../lib/training/training-job';
import { MPI } from '../../lib/training/strategies/mpi/mpi';
import { TensorFlow } from '../../lib/training/strategies/tensorflow/tensorflow';
import { CPU, jobOf, SMALL, STRATEGIES, TORCH } from './jobs';

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

test('fails: a task is told more than a process takes (task-count)', () => {
  const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 2, pool: CPU } });
  const codes = (workers: number) =>
    problemsOf(jobOf({ workers, strategy, pool: CPU, resources: SMALL }, 'a-job-with-a-rather-long-name')).map(
      ({ code }) => code,
    );
  expect(codes(1500)).toEqual([]);
  expect(codes(9000)).toContain('task-count');
});
