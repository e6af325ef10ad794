import { problem, type Problem } from '../../core/problems/problem';
import { envNameProblems } from '../pod/pod-option-problems';
import { podOf } from './role-program';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';
import type { Rendezvous, ResolvedRole } from './training-strategy';

/** The most bytes of one argument or environment variable on Linux. */
const LONGEST_TEXT = 128 * 1024;

interface ToldRole extends ResolvedRole {
  readonly told: Rendezvous;
}

/** The roles of a job with what an engine's tasks are told. */
export function toldRoles(job: ResolvedTrainingJob, engine: TrainingEngine): ToldRole[] {
  const { strategy, roles, pod } = job;
  const addresses = engine.addresses(job);
  return roles.map((role) => ({ ...role, told: strategy.rendezvous(role, roles, addresses, pod) }));
}

/** Problems of the variables and arguments that a strategy gives to tasks. */
export function* rendezvousProblems(job: ResolvedTrainingJob, roles: readonly ToldRole[]): Generator<Problem> {
  const { name, strategy, pod } = job;
  let longest = 0;
  for (const each of roles) {
    const { name: role, told } = each;
    yield* variableProblems(strategy.name, role, told);
    if (told.launcher && ((each.command ?? podOf(pod, each).command)?.length ?? 0) === 0) {
      const launcher = told.launcher.map((word) => (word.includes('\n') ? '…' : word)).join(' ');
      yield problem(
        'launcher-command',
        'command',
        `${strategy.name} starts the command of each ${role} by ${launcher}, but command is left out, and the image's own is not known`,
        'set command to what the tasks run, such as ["python3", "train.py"]',
      );
    }
    // Kubernetes puts the job's name into the texts.
    const texts = [...told.env.map(({ value }) => value), ...told.args, ...(told.launcher ?? [])];
    for (const text of texts) {
      // No name takes the place of fewer than four characters.
      const most = text.length * Math.max(1, name.length / 4);
      if (most >= LONGEST_TEXT) longest = Math.max(longest, text.replace(/\$\(\w+\)/g, name).length);
    }
  }
  if (longest < LONGEST_TEXT) return;
  const tasks = roles.reduce((sum, { replicas }) => sum + replicas, 0);
  const most = Math.floor((tasks * LONGEST_TEXT) / longest / 100) * 100;
  const fewer = most > 0 ? `use at most ${most} tasks in all, or a shorter name` : 'tell each task less';
  yield problem(
    'task-count',
    'workers',
    `the cluster spec of ${tasks} tasks is ${Math.ceil(longest / 1024)} KiB, but Linux allows ${LONGEST_TEXT / 1024} KiB per variable or argument`,
    fewer,
  );
}

function* variableProblems(strategy: string, role: string, { env }: Rendezvous): Generator<Problem> {
  const names = env.map(({ name }) => name);
  yield* envNameProblems(names);
  for (const twice of new Set(names.filter((name, index) => names.indexOf(name) !== index))) {
    const message = `${strategy} gives the variable ${twice} to each ${role} more than once`;
    yield problem('env-name', 'strategy', message, 'give each variable once');
  }
}
