import { POOL } from '../../core/contracts/node-pool';
import { DNS_LABEL } from '../../core/names/kubernetes-name';
import { isPort, PORT_FIX } from '../../core/network/port';
import { problem, type Problem } from '../../core/problems/problem';
import { object, optional, type Rules } from '../../core/problems/rules';
import { RESOURCES } from '../pod/resources';
import { ROLE_PROGRAM } from './role-program';
import type { RoleOptions } from './strategies/role-options';
import type { ResolvedRole, TrainingStrategy } from './training-strategy';

export const ROLE_OPTIONS: Rules<RoleOptions> = {
  ...ROLE_PROGRAM,
  pool: optional(POOL),
  resources: optional(object(RESOURCES, 'give { cpus: 2, memory: Size.gibibytes(4) }')),
};

/** Far above what any cluster runs, and still quick to write out. */
const MOST_REPLICAS = 10_000;

/** Problems of a number of tasks. They are checked before the tasks are written out. */
export function* replicaProblems(property: string, what: string, count: number): Generator<Problem> {
  if (isReplicas(count)) return;
  const fix = `use a whole number from 1 to ${MOST_REPLICAS}`;
  yield problem('replicas', property, `${count} is not a number of ${what}`, fix);
}

/** Problems of the roles of a strategy. */
export function* roleProblems(
  { name: strategy, port: usual }: TrainingStrategy,
  roles: readonly ResolvedRole[],
  workers: number,
): Generator<Problem> {
  const names = roles.map(({ name }) => name);
  for (const [index, role] of roles.entries()) {
    const { name, replicas, atLeast = replicas, processes, port = usual, after } = role;
    const says = (what: string, fix: string) =>
      problem('strategy-role', 'strategy', `the strategy "${strategy}" has a role "${name}" ${what}`, fix);
    if (name.length > DNS_LABEL.max || !DNS_LABEL.pattern.test(name)) {
      yield says('whose name cannot be part of the names of pods', `use up to ${DNS_LABEL.max} ${DNS_LABEL.form}`);
    }
    if (names.indexOf(name) !== names.lastIndexOf(name))
      yield says('more than once', 'give each role a name of its own');
    if (!isReplicas(replicas)) {
      // A wrong number of workers is the user's, and said before.
      if (!Object.is(replicas, workers))
        yield says(`of ${replicas} tasks`, `use a whole number from 1 to ${MOST_REPLICAS}`);
    } else if (!Number.isInteger(atLeast) || atLeast < 1 || atLeast > replicas) {
      const fix =
        Number.isInteger(atLeast) && atLeast > replicas
          ? `lower atLeast to ${replicas}, or use ${atLeast} tasks`
          : `set atLeast to a whole number from 1 to ${replicas}`;
      yield says(`that needs at least ${atLeast} tasks, but has ${replicas}`, fix);
    }
    const { atOnce = replicas } = role;
    if (isReplicas(replicas) && (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > replicas)) {
      yield says(
        `of ${replicas} tasks, ${atOnce} at once`,
        `set atOnce to a whole number from 1 to ${replicas}, or leave it out`,
      );
    } else if (atOnce < replicas && port !== undefined) {
      const what = `whose ${replicas} tasks talk to each other at port ${port}, but only ${atOnce} run at once`;
      yield says(what, 'leave atOnce out, or leave port out');
    }
    if (!Number.isInteger(processes) || processes < 1) {
      yield says(`of ${processes} processes in each task`, "use a whole number of 1 or more, or 'perGpu'");
    }
    if (port !== undefined && !isPort(port)) yield says(`that listens on port ${port}`, PORT_FIX);
    if (after !== undefined && !names.slice(0, index).includes(after)) {
      yield says(`after "${after}", which is not a role before it`, 'set after to the name of an earlier role');
    }
    if (roles.some((each) => each.after === name) && port === undefined) {
      yield says('that others start after, but that listens at no port', 'give the role a port, or leave after out');
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
  return Number.isInteger(count) && count >= 1 && count <= MOST_REPLICAS;
}
