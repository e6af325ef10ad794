import type { Problem } from '../../core/problems/problem';
import type { ResolvedTrainingJob } from './training-job';
import { TASK_PORT } from './training-strategy';

/** What Linux takes in one argument or environment variable of a process. */
const LONGEST_TEXT = 128 * 1024;
/** No job of fewer tasks comes near it, however long its names are. */
const ALWAYS_FITS = 500;

/** Whether the list of all tasks, which every task is told, can be told. */
export function taskCountProblems({ name, roles, strategy }: ResolvedTrainingJob): Problem[] {
  const tasks = roles.reduce((sum, { replicas }) => sum + replicas, 0);
  if (tasks <= ALWAYS_FITS) return [];
  const addresses = {
    address: (peer: { readonly name: string }, index: number) => `${name}-${peer.name}-0-${index}.${name}:${TASK_PORT}`,
    ownIndex: '0',
  };
  const texts = roles.flatMap((role) => {
    const { env, args } = strategy.rendezvous(role, roles, addresses);
    return [...env.map((variable) => variable.value), ...args];
  });
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  if (longest < LONGEST_TEXT) return [];
  const most = Math.floor((tasks * LONGEST_TEXT) / longest / 100) * 100;
  return [
    {
      code: 'task-count',
      property: 'workers',
      message: `each of ${tasks} tasks is told of all others in about ${Math.ceil(longest / 1024)} KiB, but a process takes at most ${LONGEST_TEXT / 1024} KiB in one variable or argument`,
      fix: `use at most ${most} tasks in all, or a shorter name`,
    },
  ];
}
