import { boundsText, isWithin, PORTS, problem, type Problem } from '../core/problems';
import { DNS_LABEL } from '../core/names/kubernetes-name';
import type { ResolvedRole, TrainingStrategy } from './training-strategy';

/** Far above what any cluster runs, and still quick to write out. */
const MOST_REPLICAS = 10_000;

/** Problems of a number of tasks. They are checked before the tasks are written out. */
export function* replicaProblems(property: string, what: string, count: number): Generator<Problem> {
  if (isReplicas(count)) return;
  const fix = `use a whole number from 1 to ${MOST_REPLICAS}`;
  yield problem('replicas', property, `${count} is not a number of ${what}`, fix);
}

export function* roleProblems(
  { name: strategy, port: usual }: TrainingStrategy,
  roles: readonly ResolvedRole[],
  workers: number,
): Generator<Problem> {
  const names = roles.map(({ name }) => name);
  for (const [index, role] of roles.entries()) {
    const { name, replicas, atLeast = replicas, processes, port = usual, dependsOn } = role;
    const says = (what: string, fix: string) =>
      problem('strategy-role', 'strategy', `the strategy "${strategy}" has a role "${name}" ${what}`, fix);
    if (name.length > DNS_LABEL.max || !DNS_LABEL.pattern.test(name)) {
      yield says('whose name cannot be part of the names of pods', `use up to ${DNS_LABEL.max} ${DNS_LABEL.form}`);
    }
    if (names.indexOf(name) !== names.lastIndexOf(name))
      yield says('more than once', 'give each role a name of its own');
    if (!isReplicas(replicas)) {
      // A wrong number of workers was reported before.
      if (!Object.is(replicas, workers))
        yield says(`of ${replicas} tasks`, `use a whole number from 1 to ${MOST_REPLICAS}`);
    } else if (!isWithin(atLeast, { least: 1, most: replicas })) {
      const fix = `set atLeast to a whole number from 1 to ${replicas}`;
      yield says(`that needs at least ${atLeast} tasks, but has ${replicas}`, fix);
    }
    const { parallelism = replicas } = role;
    if (isReplicas(replicas) && !isWithin(parallelism, { least: 1, most: replicas })) {
      yield says(
        `of ${replicas} tasks, ${parallelism} at once`,
        `set parallelism to a whole number from 1 to ${replicas}, or leave it out`,
      );
    } else if (parallelism < replicas && port !== undefined) {
      const what = `whose ${replicas} tasks talk to each other at port ${port}, but only ${parallelism} run at once`;
      yield says(what, 'leave parallelism out, or leave port out');
    }
    if (!isWithin(processes, { least: 1 })) {
      yield says(`of ${processes} processes in each task`, "use a whole number of 1 or more, or 'perGpu'");
    }
    if (port !== undefined && !isWithin(port, PORTS))
      yield says(`that listens on port ${port}`, `use ${boundsText(PORTS)}`);
    if (dependsOn !== undefined && !names.slice(0, index).includes(dependsOn)) {
      yield says(`after "${dependsOn}", which is not a role before it`, 'set dependsOn to the name of an earlier role');
    }
    if (roles.some((each) => each.dependsOn === name) && port === undefined) {
      yield says(
        'that others start after, but that listens at no port',
        'give the role a port, or leave dependsOn out',
      );
    }
  }
  if (roles.some(({ completes }) => completes)) return;
  const which = roles.length === 0 ? 'has no roles' : `has no role that completes the job (${names.join(', ')})`;
  yield problem(
    'strategy-completes',
    'strategy',
    `the strategy "${strategy}" ${which}, so the job would never be done`,
    'let at least one role have completes: true',
  );
}

function isReplicas(count: number): boolean {
  return isWithin(count, { least: 1, most: MOST_REPLICAS });
}
