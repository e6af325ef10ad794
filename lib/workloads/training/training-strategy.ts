import { contract, listOf, METHOD, number, optional, text, type Rules } from '../../core/problems/rules';
import type { GuideStep } from '../../core/contracts/deploy-guide';
import type { INodePool } from '../../core/contracts/node-pool';
import type { Advice } from '../../core/problems/check';
import type { Mount } from '../pod/mount';
import type { PodOptions } from '../pod/pod-options';
import type { ResolvedResources, ResourceOptions } from '../pod/resources';
import type { RoleProgram } from './role-program';

/**
 * The processes of a distributed job for every engine: its roles, and how each task finds the others. A strategy is
 * pure: it sees no construct and no manifest.
 *
 * By its framework and the number of its roles the compiler refuses an engine that cannot run it. One role means that all
 * tasks are alike.
 */
export interface TrainingStrategy<Framework extends string = string, RoleCount extends number = number> {
  /** For messages: `TensorFlow parameter server`. */
  readonly name: string;
  /** The framework that it trains with, in its own spelling: `TensorFlow`. Some engines run one framework only. */
  readonly framework: Framework;
  /** The environment variables that tell a task about its peers: users must not set them. */
  readonly reservedEnv: readonly string[];
  /** The port where tasks listen. @default - tasks do not talk to each other */
  readonly port?: number;
  roles(options: StrategyOptions): Roles<RoleCount>;
  /**
   * The environment variables and arguments by which a task of a role finds its peers.
   *
   * @param pod the common options of all tasks
   */
  rendezvous(role: ResolvedRole, roles: readonly ResolvedRole[], addresses: Addresses, pod: PodOptions): Rendezvous;
  /** Mounts of all tasks beside the user's, such as keys. @default - none */
  readonly mounts?: (pod: PodOptions, addresses: Addresses) => readonly Mount[];
  /** Steps of DEPLOY.md, such as how a Secret of a namespace is made. @default - none */
  readonly guide?: (namespace: string, addresses: Addresses) => readonly GuideStep[];
  /** Advice about the roles, with their resources known. */
  readonly advice?: (roles: readonly ResolvedRole[]) => Iterable<Advice>;
}

const TRAINING_STRATEGY: Rules<TrainingStrategy> = {
  name: text('name it for messages'),
  framework: text('name the framework, such as "PyTorch"'),
  reservedEnv: listOf(text('give the names of variables')),
  port: optional(number('give a port, such as 2222')),
  roles: METHOD,
  rendezvous: METHOD,
  mounts: optional(METHOD),
  guide: optional(METHOD),
  advice: optional(METHOD),
};

export const STRATEGY = contract(
  'roles',
  TRAINING_STRATEGY,
  'give TensorFlow.parameterServer(…), PyTorch.torchrun() or another strategy',
);

/** The options that a job gives its strategy. */
export interface StrategyOptions {
  readonly workers: number;
  /** The pool of every role that does not name its own. */
  readonly pool: INodePool;
  /** The requests of each worker. @default - the defaults of docs/resources.md */
  readonly resources?: ResourceOptions;
}

/** One kind of task of a job. */
export interface Role {
  /** `chief`, `worker`, `ps`, `evaluator`: lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly replicas: number;
  /** The most tasks that run at the same time; the others start when some have ended. Refused for tasks with a port. @default - all */
  readonly atOnce?: number;
  /** The fewest tasks that the job can run with. Such tasks end together: the first that succeeds completes the role. @default - all */
  readonly atLeast?: number;
  readonly pool: INodePool;
  /** The requests of each task. @default - the defaults of docs/resources.md */
  readonly resources?: ResourceOptions;
  /** Whether tasks do the accelerated work: they take GPUs of a GPU pool by default. */
  readonly accelerated: boolean;
  /** The number of processes that each task starts; `perGpu`: one for each of its GPUs, or one without GPUs. @default 1 */
  readonly processes?: number | 'perGpu';
  /** The job is done when all tasks of all roles with `completes` have succeeded. The other tasks are stopped then. */
  readonly completes: boolean;
  /** Whether only the lost task starts again, or the whole job. */
  readonly onLoss: 'restartTask' | 'restartJob';
  /** Runs outside the training cluster; peers never connect to it. @default false */
  readonly apart?: boolean;
  /** The name of an earlier role. Tasks of this one start when all of its tasks listen at their port. @default - they start at once */
  readonly after?: string;
  /** Replaces the user's command and arguments, such as `['sshd', '-D']`. @default - the user's */
  readonly command?: readonly string[];
  /** The user's image, command and arguments for this role, in the place of the job's. @default - the job's */
  readonly program?: RoleProgram;
  /** The port where the tasks listen. @default - the strategy's port */
  readonly port?: number;
}

/** A list of roles whose length the compiler knows, such as `Roles<1>` or `Roles<2 | 3>`. */
export type Roles<Count extends number = number> = readonly Role[] & { readonly length: Count };

/** A role with all defaults filled in. */
export interface ResolvedRole extends Role {
  readonly resolved: ResolvedResources;
  /** The number of processes that each task starts. */
  readonly processes: number;
  /** What the strategy tells its tasks, in a job that is rendered. @default - the strategy is not asked yet */
  readonly told?: Rendezvous;
}

/**
 * The addresses that an engine gives to tasks. Texts may hold `$(NAME)` of environment variables that the engine defines
 * before, so use them unchanged in variables and arguments.
 */
export interface Addresses {
  /** The host name of one task, for its peers. */
  host(role: Role, index: number): string;
  /** The host name of one task with its domain, as its own system reports it: for programs that compare the two. */
  qualifiedHost(role: Role, index: number): string;
  /** The index of the task that reads it. */
  readonly ownIndex: string;
  /** What an operator for MPI makes by itself. @default - there is none, and the strategy makes all */
  readonly mpi?: MpiParts;
}

/** What an operator for MPI makes beside its pods: always the list of hosts that mpirun reads. */
export interface MpiParts {
  /** The folder of each pod with the keys of ssh: id_rsa, id_rsa.pub and authorized_keys. @default - mpirun starts its processes without ssh */
  readonly sshKeys?: string;
}

/** The variables and arguments of one task. */
export interface Rendezvous {
  /** In this order, after the engine's own variables. The user may set those that the strategy does not reserve. */
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** After the user's arguments. */
  readonly args: readonly string[];
  /** The program that starts the user's command, such as `['torchrun', '--no_python']`. @default - none */
  readonly launcher?: readonly string[];
}
