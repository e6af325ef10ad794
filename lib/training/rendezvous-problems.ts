import { problem, type Problem } from '../core/problems';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';
import type { Rendezvous, ResolvedRole } from './training-strategy';
import { podOf } from './engine-task';

interface ToldRole extends ResolvedRole {
  readonly told: Rendezvous;
}

/** The roles of a job with the variables and arguments of an engine's tasks. */
export function toldRoles(job: ResolvedTrainingJob, engine: TrainingEngine): ToldRole[] {
  const { strategy, roles, pod } = job;
  const addresses = engine.addresses(job);
  return roles.map((role) => ({ ...role, told: strategy.rendezvous(role, roles, addresses, pod) }));
}

/**
 * The bytes of one argument or environment variable on Linux.
 *
 * @see https://man7.org/linux/man-pages/man2/execve.2.html
 */
const LONGEST_TEXT = 128 * 1024;
/** Room for what such a text has beside the addresses. */
const REST = 1024;

/** Problems of launchers that would start a command which is not known, and of texts too long for Linux. */
export function* rendezvousProblems(
  { name, strategy, pod }: ResolvedTrainingJob,
  roles: readonly ToldRole[],
): Generator<Problem> {
  for (const role of roles) {
    const { env, args, launcher } = role.told;
    const texts = [...env.map(({ value }) => value), ...args, ...(launcher ?? [])];
    // Kubernetes puts the job's name into the texts.
    const longest = Math.max(0, ...texts.map((text) => text.replace(/\$\(\w+\)/g, name).length));
    if (longest >= LONGEST_TEXT) {
      const all = roles.reduce((sum, { replicas }) => sum + replicas, 0);
      const most = Math.floor((all * (LONGEST_TEXT - REST)) / longest);
      const message = `what each ${role.name} is told of its peers is longer than the ${LONGEST_TEXT / 1024} KiB of a variable or argument on Linux`;
      yield problem(
        'task-count',
        'workers',
        message,
        `use ${most} tasks or fewer in all roles together, or a shorter name`,
      );
    }
    if (!launcher || ((role.command ?? podOf(pod, role).command)?.length ?? 0) > 0) continue;
    const words = launcher.map((word) => (word.includes('\n') ? '…' : word)).join(' ');
    yield problem(
      'launcher-command',
      'command',
      `${strategy.name} starts the command of each ${role.name} by ${words}, but command is left out, and the image's own is not known`,
      'set command to what the tasks run, such as ["python3", "train.py"]',
    );
  }
}
