import { POOL } from '../../core/contracts/node-pool';
import { LABELS } from '../../core/names/kubernetes-name';
import type { Problem } from '../../core/problems/problem';
import {
  choice,
  either,
  FLAG,
  having,
  listOf,
  METHOD,
  number,
  object,
  optional,
  text,
  typeProblems,
  type Rules,
} from '../../core/problems/rules';
import { MANIFEST } from '../manifest';
import { MOUNT } from '../pod/mount';
import { RESOURCES } from '../pod/resources';
import { ROLE_PROGRAM } from './role-program';
import { ENGINE, type RenderedTrainingJob, type TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';
import type { Addresses, MpiParts, Rendezvous, Role } from './training-strategy';

// Checks of the values that strategies and engines return. Users may write their own, and JavaScript checks no contract.

const COUNT = number('give a number, such as 1');
const TEXTS = listOf(text('give texts'));

const ROLE: Rules<Role> = {
  name: text('name the role, such as "worker"'),
  replicas: COUNT,
  atOnce: optional(COUNT),
  atLeast: optional(COUNT),
  pool: POOL,
  resources: optional(object(RESOURCES, 'give { cpus: 2, memory: Size.gibibytes(4) }')),
  accelerated: FLAG,
  processes: optional(either(choice('perGpu'), number('give a number, such as 1, or "perGpu"'))),
  completes: FLAG,
  onLoss: choice('restartTask', 'restartJob'),
  apart: optional(FLAG),
  after: optional(text('name an earlier role, such as "worker"')),
  command: optional(listOf(text('give the program and its arguments'))),
  program: optional(object(ROLE_PROGRAM, "give { image: 'server:1' }")),
  port: optional(number('give a port, such as 2222')),
};
const ROLES = listOf(object(ROLE, 'give a Role'));

const VARIABLE = object({ name: text('name the variable'), value: text('give a text') }, 'give { name, value }');
const RENDEZVOUS: Rules<Rendezvous> = { env: listOf(VARIABLE), args: TEXTS, launcher: optional(TEXTS) };

const MPI_PARTS: Rules<MpiParts> = { sshKeys: optional(text('name the folder, such as "/root/.ssh"')) };
const ADDRESSES: Rules<Addresses> = {
  host: METHOD,
  qualifiedHost: METHOD,
  ownIndex: text('give a text, such as "$(TASK_INDEX)"'),
  mpi: optional(object(MPI_PARTS, "give { sshKeys: '/root/.ssh' }, or leave it out")),
};
const HOST = text('give a text, such as "$(JOB_NAME)-worker-0"');
const HOSTS = { host: HOST, qualifiedHost: HOST };
const ENGINE_RETURNS = {
  addresses: object(ADDRESSES, 'give { host, qualifiedHost, ownIndex }'),
  containerName: text('name the container, such as "main"'),
  podLabels: LABELS,
  given: listOf(text('give the names of variables')),
  problems: having(Symbol.iterator, 'yield problems, or return []'),
};
const STRATEGY_RETURNS = {
  mounts: optional(listOf(MOUNT)),
  advice: optional(having(Symbol.iterator, 'yield advice, or return []')),
};

const RENDERED: Rules<RenderedTrainingJob> = {
  needs: optional(listOf(MANIFEST)),
  job: MANIFEST,
  beside: optional(listOf(MANIFEST)),
};

/** Problems of the roles that a strategy returns, before anything is decided about them. */
export function roleTypeProblems(roles: unknown): Iterable<Problem> {
  return typeProblems({ roles }, { roles: ROLES }, 'strategy.');
}

/** Problems of the engine that another one gives for a cluster. */
export function otherEngineProblems(inCluster: unknown): Iterable<Problem> {
  return typeProblems({ inCluster }, { inCluster: ENGINE }, 'engine.');
}

/** Problems of an engine, for any job. */
export function* contractProblems(job: ResolvedTrainingJob, engine: TrainingEngine): Generator<Problem> {
  const { strategy, roles, pod } = job;
  const addresses = engine.addresses(job);
  const returned = {
    addresses,
    containerName: engine.containerName(job),
    podLabels: engine.podLabels(job),
    given: engine.given(job),
    problems: engine.problems(job),
  };
  const wrong = [...typeProblems(returned, ENGINE_RETURNS, 'engine.')];
  yield* wrong;
  if (wrong.length > 0) return;
  const [first] = roles;
  if (first) {
    const hosts = { host: addresses.host(first, 0), qualifiedHost: addresses.qualifiedHost(first, 0) };
    yield* typeProblems(hosts, HOSTS, 'engine.addresses.');
  }
  const brought = { mounts: strategy.mounts?.(pod, addresses), advice: strategy.advice?.(roles) };
  yield* typeProblems(brought, STRATEGY_RETURNS, 'strategy.');
  yield* typeProblems({ advice: engine.advice?.(job) }, { advice: STRATEGY_RETURNS.advice }, 'engine.');
}

/** Problems of what a strategy tells the tasks of a role. */
export function rendezvousTypeProblems(role: string, told: unknown): Iterable<Problem> {
  return typeProblems(told, RENDEZVOUS, `strategy.rendezvous of ${role}: `);
}

/** Problems of the objects that an engine renders. Its job is of the engine's kind, by which its end is known. */
export function* renderedProblems(rendered: unknown, { kind }: TrainingEngine): Generator<Problem> {
  const wrong = typeProblems(rendered, RENDERED, 'engine.render: ');
  yield* wrong;
  if (wrong.length > 0) return;
  const ofKind = object({ apiVersion: choice(kind.apiVersion), kind: choice(kind.kind) }, 'give an object of its kind');
  yield* typeProblems(rendered, { job: ofKind }, 'engine.render: ');
}
