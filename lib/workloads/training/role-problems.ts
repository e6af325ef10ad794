import { POOL } from '../../core/contracts/node-pool';
import { DNS_LABEL } from '../../core/names/kubernetes-name';
import { problem, type Problem } from '../../core/problems/problem';
import {
  anyObject,
  choice,
  either,
  FLAG,
  listOf,
  number,
  object,
  optional,
  text,
  type Rules,
} from '../../core/problems/rules';
import { RESOURCES } from '../pod/resources';
import type { RoleOptions } from './strategies/role-options';
import type { ResolvedRole, Rendezvous, Role, TrainingStrategy } from './training-strategy';

const RESOURCE_OPTIONS = optional(object(RESOURCES, 'give { cpus: 2, memory: Size.gibibytes(4) }'));
const COUNT = number('give a number, such as 1');

export const ROLE_OPTIONS: Rules<RoleOptions> = { pool: optional(POOL), resources: RESOURCE_OPTIONS };

/** What strategies say of a role, those of somebody else too. */
const ROLE: Rules<Role> = {
  name: text('name the role, such as "worker"'),
  replicas: COUNT,
  atLeast: optional(COUNT),
  pool: POOL,
  resources: RESOURCE_OPTIONS,
  accelerated: FLAG,
  processes: optional(either(number('x'), choice('perGpu'))),
  completes: FLAG,
  onLoss: choice('restartTask', 'restartJob'),
  apart: optional(FLAG),
  command: optional(listOf(text('give the program and its arguments'))),
  port: optional(number('give a port, such as 2222')),
};
export const ROLES = listOf(object(ROLE, 'give a Role'));

const VARIABLE = object({ name: text('name the variable'), value: text('give a text') }, 'give { name, value }');
export const RENDEZVOUS: Rules<Rendezvous> = {
  env: listOf(VARIABLE),
  args: listOf(text('give a text')),
  launcher: optional(listOf(text('give a text'))),
};

/** What engines say of the objects of a job. */
const MANIFEST = object(
  {
    apiVersion: text('give the group and version, such as "batch/v1"'),
    kind: text('give the kind, such as "Job"'),
    metadata: object({ name: text('name the object') }, 'give { name }'),
  },
  'give an object of Kubernetes',
);
export const RENDERED = {
  needs: optional(listOf(MANIFEST)),
  job: MANIFEST,
  beside: optional(listOf(MANIFEST)),
  spec: optional(anyObject('give an object')),
};

/** Far above what any cluster runs, and still quick to write out. */
const MOST_REPLICAS = 10_000;

/** What is wrong with a number of tasks, to be asked before they are written out. */
export function* replicaProblems(property: string, what: string, count: number): Generator<Problem> {
  if (isReplicas(count)) return;
  const fix = `use a whole number from 1 to ${MOST_REPLICAS}`;
  yield problem('replicas', property, `${count} is not a number of ${what}`, fix);
}

/** What is wrong with the roles of a strategy. */
export function* roleProblems(
  { name: strategy }: TrainingStrategy,
  roles: readonly ResolvedRole[],
  workers: number,
): Generator<Problem> {
  const names = roles.map(({ name }) => name);
  for (const { name, replicas, atLeast = replicas, processes } of roles) {
    const says = (what: string, fix: string) =>
      problem('strategy-role', 'strategy', `the strategy "${strategy}" has a role "${name}" ${what}`, fix);
    if (name.length > DNS_LABEL.max || !DNS_LABEL.pattern.test(name)) {
      yield says('whose name cannot stand in the names of pods', `use up to ${DNS_LABEL.max} ${DNS_LABEL.form}`);
    }
    if (names.indexOf(name) !== names.lastIndexOf(name))
      yield says('more than once', 'give each role a name of its own');
    // A wrong number of workers is the user's, and said before.
    if (replicas !== workers && !isReplicas(replicas)) {
      yield says(`of ${replicas} tasks`, `use a whole number from 1 to ${MOST_REPLICAS}`);
    } else if (!Number.isInteger(atLeast) || atLeast < 1 || atLeast > replicas) {
      yield says(`that needs at least ${atLeast} of ${replicas} tasks`, `use a whole number from 1 to ${replicas}`);
    }
    if (!Number.isInteger(processes) || processes < 1) {
      yield says(`of ${processes} processes in each task`, "use a whole number of 1 or more, or 'perGpu'");
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
